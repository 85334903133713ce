// SPDX-License-Identifier: MIT

internal import CPango
public import Geometry

/// A part of a text, and how it differs from the text's style; what is nil or false is as the style says.
public struct TextSpan: Hashable, Sendable {
    public var text: String
    public var weight: TextStyle.Weight?
    public var isItalic = false
    public var isStruck = false
    public var isUnderlined = false
    /// Font families, the preferred one first.
    public var families: [String]?
    /// The size of its letters as a factor of the style's.
    public var sizeFactor: Double?
    public var color: Color?
    /// What is behind its letters, from line to line.
    public var background: Color?

    /// A part that is as the style says.
    public init(_ text: String) {
        self.text = text
    }

    /// The differences in Pango's terms; whoever takes them owns them.
    func attributes(in style: TextStyle) -> [UnsafeMutablePointer<PangoAttribute>] {
        var made: [UnsafeMutablePointer<PangoAttribute>?] = []
        if let weight {
            made.append(pango_attr_weight_new(PangoWeight(rawValue: UInt32(min(max(weight.rawValue, 100), 1000)))))
        }
        if isItalic { made.append(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
        if isStruck { made.append(pango_attr_strikethrough_new(1)) }
        if isUnderlined { made.append(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
        if let families { made.append(pango_attr_family_new(families.joined(separator: ","))) }
        if let sizeFactor {
            let size = min(max(style.size * sizeFactor, 0), 10_000) * Double(PANGO_SCALE)
            made.append(pango_attr_size_new_absolute(Int32(size)))
        }
        if let color {
            made.append(pango_attr_foreground_new(color.redBits, color.greenBits, color.blueBits))
            made.append(pango_attr_foreground_alpha_new(color.alphaBits))
        }
        if let background {
            made.append(pango_attr_background_new(background.redBits, background.greenBits, background.blueBits))
            made.append(pango_attr_background_alpha_new(background.alphaBits))
        }
        return made.compactMap { $0 }
    }
}

extension Color {
    fileprivate var redBits: UInt16 { Self.bits(red) }
    fileprivate var greenBits: UInt16 { Self.bits(green) }
    fileprivate var blueBits: UInt16 { Self.bits(blue) }
    /// Never 0: Pango takes that for "not given".
    fileprivate var alphaBits: UInt16 { max(Self.bits(alpha), 1) }

    private static func bits(_ share: Double) -> UInt16 { UInt16(min(max(share, 0), 1) * 65_535) }
}
