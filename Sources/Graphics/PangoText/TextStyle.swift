// SPDX-License-Identifier: MIT

public import Geometry

/// How a piece of text looks; lengths are logical pixels.
public struct TextStyle: Hashable, Sendable {
    /// How heavy the letters are, on the scale from 100 to 900 that fonts use.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// What fonts call it.
        public let rawValue: Int

        /// A weight that has no name here.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let light = Weight(rawValue: 300)
        public static let regular = Weight(rawValue: 400)
        public static let medium = Weight(rawValue: 500)
        public static let semibold = Weight(rawValue: 600)
        public static let bold = Weight(rawValue: 700)
    }

    /// Where lines stand within the text's width.
    public enum Alignment: Sendable {
        case leading
        case center
        case trailing
    }

    /// Font families, the preferred one first.
    public var families = ["Inter", "Cantarell", "Noto Sans", "DejaVu Sans"]
    /// Of the font, in logical pixels.
    public var size: Double
    /// How heavy the letters are.
    public var weight: Weight
    /// Of the letters.
    public var color: Color
    /// Where lines stand.
    public var alignment = Alignment.leading
    /// Where lines are broken; nil for one line of any width.
    public var maxWidth: Double?
    /// How many lines there may be before the rest becomes an ellipsis; nil for any number.
    public var maxLines: Int?
    /// The distance of lines as a factor of the font's own; nil for that one.
    public var lineSpacing: Double?
    /// Added between letters.
    public var tracking = 0.0
    /// Whether all digits have one width, where the font offers that.
    public var tabularFigures = false

    /// A style of one line, without limits.
    public init(size: Double, weight: Weight = .regular, color: Color) {
        self.size = size
        self.weight = weight
        self.color = color
    }
}
