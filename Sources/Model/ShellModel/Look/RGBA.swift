public import Geometry

/// An sRGB colour in 32 bits, 0xRRGGBBAA, not premultiplied.
public struct RGBA: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Higher bits than 0xRRGGBB are ignored, and an alpha of NaN is 0.
    public init(_ rgb: UInt32, alpha: Double = 1) {
        rawValue = rgb << 8 | (alpha.isNaN ? 0 : UInt32((min(max(alpha, 0), 1) * 255).rounded()))
    }

    /// 0xRRGGBB.
    public var rgb: UInt32 { rawValue >> 8 }
    /// 0…1.
    public var alpha: Double { Double(rawValue & 0xFF) / 255 }

    /// Returns the colour with its opacity multiplied by a factor.
    public func opacity(_ factor: Double) -> RGBA { RGBA(rgb, alpha: alpha * factor) }

    /// Parses `#RGB`, `#RRGGBB` or `#RRGGBBAA`; nil for any other text.
    public init?(text: String) {
        let text = text.utf8.count == 4 ? "#" + text.dropFirst().map { "\($0)\($0)" }.joined() : text
        guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7 || text.utf8.count == 9,
            text.utf8.dropFirst().allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        rawValue = text.utf8.count == 7 ? value << 8 | 0xFF : value
    }

    /// `#RRGGBB`, followed by the alpha if the colour is not opaque.
    public var text: String {
        let isOpaque = rawValue & 0xFF == 0xFF
        let digits = String(isOpaque ? rgb : rawValue, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: (isOpaque ? 6 : 8) - digits.utf8.count) + digits
    }
}

extension Color {
    /// A colour of a look.
    public init(_ value: RGBA) {
        self.init(rgb: value.rgb, alpha: value.alpha)
    }
}
