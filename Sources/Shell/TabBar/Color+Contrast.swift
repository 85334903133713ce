// SPDX-License-Identifier: MIT
import Geometry
import Glibc

extension Color {
    /// The minimum contrast of text, by WCAG 2.2, success criterion 1.4.3.
    static let minimumContrast = 4.5

    /// The colour itself where its contrast with an opaque background suffices for text; else the same colour less
    /// transparent; else black or white.
    func readable(on ground: Color) -> Color {
        let opacities = stride(from: alpha, to: 1, by: 0.05) + [1]
        let own = opacities.map { Color(red: red, green: green, blue: blue, alpha: $0) }
        let other: Color = Color.black.contrast(with: ground) > Color.white.contrast(with: ground) ? .black : .white
        return own.first { $0.contrast(with: ground) >= Self.minimumContrast } ?? other
    }

    /// The contrast ratio, 1…21, of the colour drawn on an opaque one with that one.
    func contrast(with ground: Color) -> Double {
        func mixed(_ own: Double, _ other: Double) -> Double { own * alpha + other * (1 - alpha) }
        let drawn = Color(
            red: mixed(red, ground.red), green: mixed(green, ground.green), blue: mixed(blue, ground.blue))
        let luminances = [drawn.luminance, ground.luminance]
        return ((luminances.max() ?? 0) + 0.05) / ((luminances.min() ?? 0) + 0.05)
    }

    /// The relative luminance, 0…1, without regard to alpha.
    private var luminance: Double {
        func linear(_ component: Double) -> Double {
            component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
