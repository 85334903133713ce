package import Geometry
private import Glibc

extension Color {
    package func drawn(on ground: Color) -> Color {
        func mixed(_ own: Double, _ other: Double) -> Double { own * alpha + other * (1 - alpha) }
        return Color(red: mixed(red, ground.red), green: mixed(green, ground.green), blue: mixed(blue, ground.blue))
    }

    /// The contrast ratio, 1…21, between an opaque ground and this colour drawn on it (WCAG 2.2).
    package func contrast(with ground: Color) -> Double {
        let luminances = [drawn(on: ground).luminance, ground.luminance]
        return ((luminances.max() ?? 0) + 0.05) / ((luminances.min() ?? 0) + 0.05)
    }

    /// The colour itself where its contrast with each of some opaque colours suffices, and so does black or white text on
    /// it; else the same colour less transparent, with at least the alpha `least`; else mixed with black or white.
    package func raised(
        to minimum: Double, on grounds: [Color], carrying text: Double = 1, from least: Double = 0
    ) -> Color {
        func suffices(_ color: Color) -> Bool {
            grounds.allSatisfy { color.contrast(with: $0) >= minimum }
                && [Color.black, .white].contains { $0.contrast(with: color) >= text }
        }
        guard !suffices(self) else { return self }
        func contrast(of color: Color) -> Double { grounds.map { color.contrast(with: $0) }.min() ?? 0 }
        let extreme = contrast(of: .black) > contrast(of: .white) ? Color.black : .white
        let steps = stride(from: 0.05, through: 1, by: 0.05)
        let opaque = Color(red: red, green: green, blue: blue)
        let colors =
            steps.map { Color(red: red, green: green, blue: blue, alpha: max(alpha, least, $0)) }
            + steps.map { opaque.premultipliedBlend(with: extreme, fraction: $0) }
        // As they are stored, in 32 bits.
        return colors.lazy.map { Color($0.rgba) }.first(where: suffices) ?? extreme
    }

    var rgba: RGBA {
        func byte(_ component: Double) -> UInt32 { UInt32((min(max(component, 0), 1) * 255).rounded()) }
        return RGBA(byte(red) << 16 | byte(green) << 8 | byte(blue), alpha: alpha)
    }

    /// The relative luminance, 0…1, without regard to alpha.
    package var luminance: Double {
        func linear(_ component: Double) -> Double {
            component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}

extension RGBA {
    /// True if text in this colour is legible on an opaque ground, by the contrast of WCAG 2.2, level AA.
    package func isLegible(on ground: RGBA) -> Bool { Color(self).contrast(with: Color(ground)) >= 4.5 }
}
