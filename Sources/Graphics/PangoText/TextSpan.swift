public import Geometry
internal import Pango

/// A part of a text, and its differences from the text's style; nil or false means the style's property.
public struct TextSpan: Hashable, Sendable {
    public var text: String
    public var weight: TextStyle.Weight?
    public var isItalic = false
    public var isStruck = false
    public var isUnderlined = false
    /// Font families, the preferred one first.
    public var families: [String]?
    /// The font size as a factor of the style's.
    public var sizeFactor: Double?
    public var color: Color?
    /// The colour behind the text, over the full height of its lines.
    public var background: Color?

    /// A part in the text's own style.
    public init(_ text: String) {
        self.text = text
    }

    func attributes(in style: TextStyle) -> [PangoTextLayout.Attribute] {
        var attributes: [PangoTextLayout.Attribute] = []
        if let weight { attributes.append(.weight(weight.rawValue)) }
        if isItalic { attributes.append(.italic) }
        if isStruck { attributes.append(.strikethrough) }
        if isUnderlined { attributes.append(.underline) }
        if let families { attributes.append(.families(families.joined(separator: ","))) }
        if let sizeFactor { attributes.append(.size(style.size * sizeFactor)) }
        if let color { attributes.append(.foreground(color)) }
        if let background { attributes.append(.background(background)) }
        return attributes
    }
}
