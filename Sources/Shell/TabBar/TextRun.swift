/// A line of text with its font. Equal runs have the same mask.
public struct TextRun: Hashable, Sendable {
    public var string: String
    /// The font families; the first that is installed is used.
    public var families: [String]
    /// 100…900.
    public var weight: Int
    /// Font size, logical px.
    public var size: Double
    /// The width, in logical px, at which the text ends with an ellipsis; nil for any width.
    public var maximumWidth: Double?

    /// An estimate of the width until the text is measured: letters are a little more than half as wide as high.
    public var estimatedWidth: Double {
        min(Double(string.count) * size * 0.56, maximumWidth ?? .infinity)
    }

    func width(_ measure: TextMeasure) -> Double { measure(self) ?? estimatedWidth }

    /// The height of a capital letter: 0.716 of the font's size, ± 0.015 in the fonts that bars use.
    var capHeight: Double { 0.716 * size }
}

/// Returns the width of a text in logical px; nil while it is unknown.
public typealias TextMeasure = (TextRun) -> Double?

/// The horizontal alignment of a text in its box. Vertically its capitals are centred.
public enum TextAnchor: Sendable {
    case leading, center, trailing
}
