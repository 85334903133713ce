// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// A look's colours on their way between light and dark.
struct AnimatedPalette: Equatable, Sendable {
    let light: Palette
    let dark: Palette
    /// 0 is light, 1 is dark.
    let darkness: Double

    init(_ look: Look, darkness: Double) {
        light = look.light
        dark = look.dark
        self.darkness = darkness
    }

    subscript(token: ColorToken) -> Color {
        if darkness <= 0 { return Color(light[token]) }
        if darkness >= 1 { return Color(dark[token]) }
        return Color(light[token]).blended(with: Color(dark[token]), darkness)
    }
}

extension Color {
    /// A colour of the state.
    public init(_ value: RGBA) {
        self = Color(rgb: value.rgb).opacity(value.alpha)
    }

    /// The colour on its way to another one, as if one picture faded over the other; exactly either at the ends.
    func blended(with other: Color, _ share: Double) -> Color {
        if share <= 0 || self == other { return self }
        if share >= 1 { return other }
        let alpha = self.alpha + (other.alpha - self.alpha) * share
        guard alpha > 0 else { return .clear }
        // What is transparent has no colour to give.
        let weight = other.alpha * share / alpha
        return Color(
            red: red + (other.red - red) * weight, green: green + (other.green - green) * weight,
            blue: blue + (other.blue - blue) * weight, alpha: alpha)
    }
}
