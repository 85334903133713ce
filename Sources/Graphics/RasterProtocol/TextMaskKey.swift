// SPDX-License-Identifier: MIT

/// A line of text as it is to be rasterised: what it says and how it is set. Two of the same key are the same mask.
public struct TextMaskKey: Hashable, Sendable {
    /// The longest string, in bytes of UTF-8; what is beyond it is cut off.
    public static let maximumString = 2048
    /// The longest list of families, in bytes of UTF-8; what is beyond it is cut off.
    public static let maximumFamilies = 512
    /// The sizes of a font that can be had, in buffer pixels.
    public static let sizes = 1.0...512.0
    /// The weights that can be had.
    public static let weights = 100...900

    /// Font families, separated by commas; the first that is installed is used. None at all means the system's own.
    public let families: String
    /// How heavy the letters are: 400 is regular, 700 is bold.
    public let weight: Int
    /// Of the font, in buffer pixels.
    public let size: Double
    /// In buffer pixels; a text that is wider ends in an ellipsis. Nil for the widest that a mask can be.
    public let maximumWidth: Double?
    /// What is written, on one line.
    public let string: String

    /// A text. Line ends and control characters become spaces; whether the numbers make sense is found out by whoever
    /// reads the request.
    public init(_ string: String, families: String, weight: Int, size: Double, maximumWidth: Double? = nil) {
        self.string = Self.line(string, limit: Self.maximumString)
        self.families = Self.line(families, limit: Self.maximumFamilies)
        self.weight = weight
        // Not a number is not equal to itself: such a key would be looked for, and never be found.
        self.size = size.isFinite ? size : 0
        self.maximumWidth = maximumWidth.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A text on one line and within a limit of bytes. A character that is cut through is left out.
    static func line(_ text: String, limit: Int) -> String {
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

    /// Whether a character has no place in a line: the C0 and C1 controls, and the two separators.
    static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }
}
