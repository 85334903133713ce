// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// A picture's bar, measured: where its icons and its indicator are, and how dark. Lengths are logical pixels; the
/// numbers are the Figma design's, on purpose not the program's own.
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
    /// The bar's top edge.
    var top: Double { Double(picture.height) / scale - Self.height }

    /// The middle of a tab.
    func center(of tab: String) -> Double {
        width / 2 + 126 * Double((Self.tabs.firstIndex(of: tab) ?? 0) - 1)
    }

    /// The pixel at a place in logical pixels.
    func pixel(_ x: Double, _ y: Double) -> Screenshot.Pixel {
        picture.pixel(
            min(max(Int(x * scale), 0), picture.width - 1), min(max(Int(y * scale), 0), picture.height - 1))
    }

    /// How much ink is in the middle of a tab's indicator, 0…1.
    func indicator(_ tab: String) -> Double {
        let pixel = pixel(center(of: tab), top + 56)
        return (255 - Double(pixel.red)) / (255 - Double(Self.ink.red))
    }

    /// Whether the bar stands still with a tab selected.
    func isAtRest(on tab: String) -> Bool {
        guard picture.height > Int(Self.height * scale), pixel(2, top + 100) == .init(255, 255, 255) else {
            return false
        }
        let dark = Self.tabs.allSatisfy { abs(indicator($0) - ($0 == tab ? 1 : 0)) < 0.02 }
        return dark && Self.tabs.allSatisfy { ink($0, rows: 24..<54) != nil }
    }

    /// Whether a page is behind it: the pages' colour in the corner, and dark writing in the upper half. The colour
    /// alone may be the backdrop's.
    var hasPage: Bool {
        // The shadow of a card may reach that far.
        guard pixel(2, 2).distance(to: Self.page) <= 24 else { return false }
        return stride(from: 8, to: top / 2, by: 2).contains { y in
            stride(from: 8, to: width - 8, by: 2).contains { pixel($0, y).distance(to: Self.ink) <= 24 }
        }
    }

    /// Where something is drawn.
    struct Ink {
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double
        /// The darkest pixel's opacity, were it of the bar's ink.
        var opacity: Double
    }

    /// What is drawn within a tab between two rows, which are counted from the bar's top edge; edges are where a
    /// pixel is at least half as dark as the darkest.
    func ink(_ tab: String, rows: Range<Double>) -> Ink? {
        let columns = Int((center(of: tab) - 23) * scale)..<Int((center(of: tab) + 23) * scale)
        let lines = Int(((top + rows.lowerBound) * scale).rounded())..<Int(((top + rows.upperBound) * scale).rounded())
        var darkest = 0
        for y in lines { for x in columns { darkest = max(darkest, 255 - Int(picture.pixel(x, y).red)) } }
        guard darkest > 8 else { return nil }
        var (left, right, first, last) = (columns.upperBound, columns.lowerBound, lines.upperBound, lines.lowerBound)
        for y in lines {
            for x in columns where (255 - Int(picture.pixel(x, y).red)) * 2 >= darkest {
                (left, right, first, last) = (min(left, x), max(right, x + 1), min(first, y), max(last, y + 1))
            }
        }
        return Ink(
            left: Double(left) / scale, right: Double(right) / scale, top: Double(first) / scale - top,
            bottom: Double(last) / scale - top, opacity: Double(darkest) / (255 - Double(Self.ink.red)))
    }
}
