import Foundation
import TestSupport

/// Measurements of the bar in a screenshot: position and darkness of icons and indicator. Lengths are logical pixels;
/// the numbers are from the Figma design, on purpose not from the program.
struct BarPixels {
    static let tabs = ["home", "flash", "growth"]
    static let height = 119.0
    static let ink = Screenshot.Pixel(0x30, 0x2E, 0x44)
    static let page = Screenshot.Pixel(0xF6, 0xF5, 0xF3)

    let picture: Screenshot
    let scale: Double

    init(_ picture: Screenshot, scale: Double) {
        self.picture = picture
        self.scale = scale
    }

    var width: Double { Double(picture.width) / scale }
    /// The top edge of the bar.
    var top: Double { Double(picture.height) / scale - Self.height }

    /// The centre of a tab.
    func center(of tab: String) -> Double {
        width / 2 + 126 * Double((Self.tabs.firstIndex(of: tab) ?? 0) - 1)
    }

    /// The pixel at a position in logical pixels.
    func pixel(_ x: Double, _ y: Double) -> Screenshot.Pixel {
        picture.pixel(
            min(max(Int(x * scale), 0), picture.width - 1), min(max(Int(y * scale), 0), picture.height - 1))
    }

    /// The darkness at the centre of a tab's indicator, 0…1.
    func indicator(_ tab: String) -> Double {
        let pixel = pixel(center(of: tab), top + 56)
        return (255 - Double(pixel.red)) / (255 - Double(Self.ink.red))
    }

    /// True if the bar is at rest with a tab selected.
    func isAtRest(on tab: String) -> Bool {
        guard picture.height > Int(Self.height * scale), pixel(2, top + 100) == .init(255, 255, 255) else {
            return false
        }
        let dark = Self.tabs.allSatisfy { abs(indicator($0) - ($0 == tab ? 1 : 0)) < 0.02 }
        return dark && Self.tabs.allSatisfy { hasInk($0, rows: 24..<54) && hasInk($0, rows: 56..<64) == ($0 == tab) }
    }

    /// True if a page is behind the bar: its background in the corner, and dark text in the upper half, which a backdrop lacks.
    var hasPage: Bool {
        // The shadow of a card may extend this far.
        guard pixel(2, 2).distance(to: Self.page) <= 24 else { return false }
        return stride(from: 8, to: top / 2, by: 2).contains { y in
            stride(from: 8, to: width - 8, by: 2).contains { pixel($0, y).distance(to: Self.ink) <= 24 }
        }
    }

    /// True if something is drawn in a tab between two rows, counted from the bar's top edge.
    private func hasInk(_ tab: String, rows: Range<Double>) -> Bool {
        let columns = Int((center(of: tab) - 23) * scale)..<Int((center(of: tab) + 23) * scale)
        let lines = Int(((top + rows.lowerBound) * scale).rounded())..<Int(((top + rows.upperBound) * scale).rounded())
        return lines.contains { y in columns.contains { 255 - Int(picture.pixel($0, y).red) > 8 } }
    }
}
