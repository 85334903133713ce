// SPDX-License-Identifier: MIT

internal import Geometry
internal import Glibc
internal import PageKit
internal import ShellModel

extension Theme {
    /// The colours of a page that belongs to whatever look the shell has: its accent, and cards that stand out from its
    /// pages and sheets.
    init(_ context: PageContext) {
        self.init(context.appearance)
        let background = context.background
        if context.appearance == .dark {
            card = background.mixed(with: .white, share: 0.07)
            cardPressed = background.mixed(with: .white, share: 0.13)
        } else if background.luminance > 0.97 {
            card = background.mixed(with: Self.ink, share: 0.045)
            cardPressed = background.mixed(with: Self.ink, share: 0.09)
            shadow = nil
        }
        accent = Color(context.palette[.accent])
        accentEnd = accent.mixed(with: context.appearance == .dark ? .black : Self.ink, share: 0.14)
        accentText = accent.readable(on: card)
    }

    /// The colour of what stands on the accent.
    var onAccent: Color { accent.luminance > 0.55 ? Self.ink : .white }
}

extension Color {
    /// How light it is, 0…1, as the Web Content Accessibility Guidelines define relative luminance.
    var luminance: Double {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// A part of the way to another colour.
    func mixed(with other: Color, share: Double) -> Color {
        Color(
            red: red + (other.red - red) * share, green: green + (other.green - green) * share,
            blue: blue + (other.blue - blue) * share, alpha: alpha + (other.alpha - alpha) * share)
    }

    /// The contrast of text and what is behind it, 1…21, by the same guidelines.
    func contrast(with other: Color) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// The nearest colour towards black or white that can be read on another one.
    func readable(on background: Color) -> Color {
        let end = background.luminance > 0.4 ? Color.black : .white
        for step in 0..<10 {
            let color = mixed(with: end, share: Double(step) / 10)
            if color.contrast(with: background) >= 4.5 { return color }
        }
        return end
    }
}
