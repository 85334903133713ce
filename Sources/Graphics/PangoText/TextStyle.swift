public import Geometry
internal import Pango

/// The style of a text; lengths are logical pixels.
public struct TextStyle: Hashable, Sendable {
    /// A font weight, 100…900.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let regular = Weight(rawValue: 400)
        public static let medium = Weight(rawValue: 500)
        public static let semibold = Weight(rawValue: 600)
        public static let bold = Weight(rawValue: 700)
    }

    /// The alignment of lines within the text's width.
    public enum Alignment: Sendable {
        case leading, center, trailing
        /// At the edge where the script of the line begins.
        case natural
    }

    /// Font families, the preferred one first.
    public var families = ["Inter", "Cantarell", "Noto Sans", "DejaVu Sans"]
    public var size: Double
    public var weight: Weight
    public var color: Color
    public var alignment = Alignment.leading
    /// True if each line begins at the left, also one of a right-to-left script.
    public var isLeftToRight = false
    /// The tab stops, from the start of the line; without any, Pango's.
    public var tabStops: [Double] = []
    /// The width for wrapping lines; nil for one line of any width.
    public var maxWidth: Double?
    /// The number of lines after which the text ends with an ellipsis; nil for any number.
    public var maxLines: Int?
    /// The line height as a factor of the font's own; nil for 1.
    public var lineSpacing: Double?
    /// Additional space between letters.
    public var tracking = 0.0
    /// True if all digits have the same width, if the font supports it.
    public var tabularFigures = false

    /// The family of the used, installed font; nil without any font.
    public var installedFamily: String? { PangoTextLayout.installedFamily(of: font) }

    var font: PangoTextLayout.Font {
        .init(families: families.joined(separator: ","), size: size, weight: weight.rawValue)
    }

    public init(size: Double, weight: Weight = .regular, color: Color) {
        self.size = size
        self.weight = weight
        self.color = color
    }
}
