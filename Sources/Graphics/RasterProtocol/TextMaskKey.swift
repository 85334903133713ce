/// A line of text to rasterize, with its font: the key of a mask.
public struct TextMaskKey: Hashable, Sendable {
    /// The maximum length of the string, in bytes of UTF-8; longer ones are truncated.
    public static let maximumString = 2048
    /// The maximum length of the list of families, in bytes of UTF-8; longer ones are truncated.
    public static let maximumFamilies = 512
    /// The supported font sizes, in buffer pixels.
    public static let sizes = 1.0...512.0
    /// The supported font weights.
    public static let weights = 100...900

    /// Font families, separated by commas; the first that is installed is used. Empty for the system's default.
    public let families: String
    /// Font weight: 400 is regular, 700 is bold.
    public let weight: Int
    /// Font size, in buffer pixels.
    public let size: Double
    /// The width at which the text ends with an ellipsis, in buffer pixels; nil for the maximum of a mask.
    public let maximumWidth: Double?
    /// The text, on one line.
    public let string: String

    /// Line ends and control characters become spaces. Numbers are validated by the reader of the request.
    public init(_ string: String, families: String, weight: Int, size: Double, maximumWidth: Double? = nil) {
        self.string = Self.line(string, limit: Self.maximumString)
        self.families = Self.line(families, limit: Self.maximumFamilies)
        self.weight = weight
        // NaN does not equal itself: such a key would never be found.
        self.size = size.isFinite ? size : 0
        self.maximumWidth = maximumWidth.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A text as one line of a maximum length in bytes. A character that does not fit completely is left out.
    static func line(_ text: String, limit: Int) -> String {
        if text.utf8.count <= limit, !text.unicodeScalars.contains(where: breaksLine) { return text }
        var line = String.UnicodeScalarView()
        var length = 0
        for scalar in text.unicodeScalars {
            let replacement = breaksLine(scalar) ? " " : scalar
            length += UTF8.width(replacement)
            guard length <= limit else { break }
            line.append(replacement)
        }
        return String(line)
    }

    /// True for characters that a line cannot contain: C0 and C1 controls, and the two separators.
    static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }
}
