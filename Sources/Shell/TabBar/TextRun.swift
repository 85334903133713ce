// SPDX-License-Identifier: MIT

/// A line of text as it is set. Two that are equal look the same, whatever their colour.
public struct TextRun: Hashable, Sendable {
    public var string: String
    /// The first family that is installed is taken.
    public var families: [String]
    /// 100…900.
    public var weight: Int
    /// Of the font, logical px.
    public var size: Double
    /// A text that is wider ends in an ellipsis, logical px; nil for any width.
    public var maximumWidth: Double?

    public init(
        _ string: String, families: [String], weight: Int, size: Double, maximumWidth: Double? = nil
    ) {
        self.string = string
        self.families = families
        self.weight = weight
        self.size = size
        self.maximumWidth = maximumWidth
    }

    /// About how wide it is, for as long as nobody has measured it: letters are a little more than half as wide as high.
    public var estimatedWidth: Double {
        min(Double(string.count) * size * 0.56, maximumWidth ?? .infinity)
    }

    /// The height of a capital letter: 0.716 of the font's size, give or take 0.015 in the fonts that bars use.
    var capHeight: Double { 0.716 * size }
}

/// How wide a text is, logical px; nil while nobody knows.
public typealias TextMeasure = (TextRun) -> Double?

/// Where a text stands in its box. Downwards it is always centred by its capitals.
public enum TextAnchor: Sendable {
    case leading
    case center
    case trailing
}
