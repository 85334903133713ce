// SPDX-License-Identifier: MIT

public import Geometry
internal import Pango

/// The style of a text; lengths are logical pixels.
public struct TextStyle: Hashable, Sendable {
    /// A font weight, 100…900.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// The number that fonts use.
        public let rawValue: Int

        /// A weight without a name.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let light = Weight(rawValue: 300)
        public static let regular = Weight(rawValue: 400)
        public static let medium = Weight(rawValue: 500)
        public static let semibold = Weight(rawValue: 600)
        public static let bold = Weight(rawValue: 700)
    }

    /// The alignment of lines within the text's width.
    public enum Alignment: Sendable {
        case leading, center, trailing
        /// At the edge at which the script of the line begins.
        case natural
    }

    /// Font families, the preferred one first.
    public var families = ["Inter", "Cantarell", "Noto Sans", "DejaVu Sans"]
    /// Font size.
    public var size: Double
    /// Font weight.
    public var weight: Weight
    /// Text colour.
    public var color: Color
    /// Alignment of lines.
    public var alignment = Alignment.leading
    /// The width at which lines are wrapped; nil for one line of any width.
    public var maxWidth: Double?
    /// The number of lines after which the text ends with an ellipsis; nil for any number.
    public var maxLines: Int?
    /// The line height as a factor of the font's own; nil for 1.
    public var lineSpacing: Double?
    /// Additional space between letters.
    public var tracking = 0.0
    /// True if all digits have the same width, where the font supports that.
    public var tabularFigures = false

    /// The family of the installed font that is used; nil if there is no font at all.
    public var installedFamily: String? { PangoTextLayout.installedFamily(of: font) }

    var font: PangoTextLayout.Font {
        .init(families: families.joined(separator: ","), size: size, weight: weight.rawValue)
    }

    /// A style of one line, without limits.
    public init(size: Double, weight: Weight = .regular, color: Color) {
        self.size = size
        self.weight = weight
        self.color = color
    }
}
