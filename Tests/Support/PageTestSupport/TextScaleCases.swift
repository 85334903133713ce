import Canvas
import Geometry
import PageKit

/// The sizes and text scales at which a page must be readable.
public struct TextScaleCase: Sendable, CustomStringConvertible {
    public var width: Double
    public var height: Double
    public var scale: Double

    public var description: String { "\(width) × \(height) at \(scale)" }

    /// Phones and a wide screen, unchanged and high enough for the whole page.
    public static let all = [320.0, 428, 1280].flatMap { width in
        [800.0, 6000].flatMap { height in
            [0.8, 1, 1.3, 2, 3].map { TextScaleCase(width: width, height: height, scale: $0) }
        }
    }

    public var context: PageContext {
        PageContext(
            size: Size(width: width, height: height), textScale: scale,
            insets: PageInsets(top: 24, bottom: 92).limited(to: Size(width: width, height: height)))
    }

    /// The faults of texts: outside the page's width, and overlapping pairs.
    package func faults(_ texts: [DrawnText]) -> [String] {
        let texts = texts.filter { !$0.box.isEmpty }
        var faults = texts.filter { $0.box.x < -0.5 || $0.box.maxX > width + 0.5 }.map { "\($0) leaves the page" }
        faults += texts.filter(\.isCut).map { "\"\($0.text)\" \($0.box) is cut" }
        for (index, text) in texts.enumerated() {
            for other in texts[(index + 1)...] {
                // A glyph may touch the line above.
                guard let both = text.box.intersection(other.box), both.width > 1, both.height > 1.5 else { continue }
                faults.append("\"\(text.text)\" \(text.box) overlaps \"\(other.text)\" \(other.box)")
            }
        }
        return faults
    }
}
