/// A colour in sRGB, not premultiplied; every component is 0…1.
public struct Color: Equatable, Hashable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var alpha: Double

    public static let white = Color(red: 1, green: 1, blue: 1)
    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// A colour from 24 bits, as in `0x302E44`.
    public init(rgb: UInt32, alpha: Double = 1) {
        self.init(
            red: Double((rgb >> 16) & 0xFF) / 255,
            green: Double((rgb >> 8) & 0xFF) / 255,
            blue: Double(rgb & 0xFF) / 255,
            alpha: alpha)
    }

    /// Returns the colour with its alpha multiplied by a factor.
    public func opacity(_ factor: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * factor)
    }

    /// The colour at a fraction of the way to another one, interpolated premultiplied, as when one picture fades over the
    /// other; exactly either colour at the ends.
    public func premultipliedBlend(with other: Color, fraction: Double) -> Color {
        if fraction <= 0 || self == other { return self }
        if fraction >= 1 { return other }
        let alpha = self.alpha + (other.alpha - self.alpha) * fraction
        guard alpha > 0 else { return .clear }
        // The more transparent colour contributes less.
        let weight = other.alpha * fraction / alpha
        return Color(
            red: red + (other.red - red) * weight, green: green + (other.green - green) * weight,
            blue: blue + (other.blue - blue) * weight, alpha: alpha)
    }
}
