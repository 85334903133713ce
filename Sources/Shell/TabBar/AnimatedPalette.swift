import Geometry
import ShellModel

/// A look's colours between light and dark.
struct AnimatedPalette: Equatable, Sendable {
    let light: Palette
    let dark: Palette
    /// 0 is light, 1 is dark.
    let darkFraction: Double

    init(_ look: Look, darkFraction: Double) {
        (light, dark, self.darkFraction) = (look.light, look.dark, darkFraction)
    }

    subscript(token: ColorToken) -> Color {
        if darkFraction <= 0 { return Color(light[token]) }
        if darkFraction >= 1 { return Color(dark[token]) }
        return Color(light[token]).premultipliedBlend(with: Color(dark[token]), fraction: darkFraction)
    }
}
