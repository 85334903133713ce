// SPDX-License-Identifier: MIT

package import Geometry

/// The contrast between the bar's parts and their background.
public enum Contrast: String, Sendable, CaseIterable {
    /// That of the look's colours.
    case normal
    /// At least that of WCAG 2.2, 1.4.3 and 1.4.11.
    case more
}

extension Look {
    /// The minimum contrast of text, by WCAG 2.2, success criterion 1.4.3.
    package static let minimumTextContrast = 4.5
    /// The minimum contrast of an icon, by success criterion 1.4.11.
    package static let minimumIconContrast = 3.0

    /// Changes colours that are too faint: they become less transparent, then darker or lighter, as far as it takes.
    package mutating func raiseContrast() {
        for appearance in Appearance.allCases { raiseContrast(in: appearance) }
        // Both appearances have one opacity.
        while icon.opacity < 1, Appearance.allCases.contains(where: { hasFaintIcons(in: $0) }) {
            icon.opacity = min(icon.opacity + 0.05, 1)
        }
    }

    /// The opaque colours behind the tabs in an appearance: the container's upper and lower edge over the page.
    package func grounds(in appearance: Appearance) -> [Color] {
        let palette = self[palette: appearance]
        var page = Color(palette[.page])
        page.alpha = 1
        return [.background, .backgroundEnd].map { Color(palette[$0]).drawn(on: page) }
    }

    private func hasFaintIcons(in appearance: Appearance) -> Bool {
        let color = Color(self[palette: appearance][.icon]).opacity(icon.opacity)
        return grounds(in: appearance).contains { color.contrast(with: $0) < Self.minimumIconContrast }
    }

    private mutating func raiseContrast(in appearance: Appearance) {
        let grounds = grounds(in: appearance)
        var palette = self[palette: appearance]
        func raise(_ tokens: [ColorToken], to minimum: Double, on grounds: [Color]) {
            for token in tokens {
                palette[token] = Color(palette[token]).raised(to: minimum, on: grounds).rgba
            }
        }
        raise([.title, .selectedTitle], to: Self.minimumTextContrast, on: grounds)
        raise([.icon, .selectedIcon, .indicator], to: Self.minimumIconContrast, on: grounds)
        raise([.badgeText], to: Self.minimumTextContrast, on: [Color(palette[.badge])])
        let button = [ColorToken.button, .buttonEnd].map { Color(palette[$0]).drawn(on: grounds[0]) }
        raise([.buttonIcon], to: Self.minimumIconContrast, on: button)
        raise([.menuIcon], to: Self.minimumIconContrast, on: [Color(palette[.menu])])
        // The labels of a menu are on the dimmed page, which can be darker.
        var page = Color(palette[.page])
        page.alpha = 1
        while palette[.dim].alpha < 0.8,
            Color(palette[.menuLabel]).contrast(with: Color(palette[.dim]).drawn(on: page)) < Self.minimumTextContrast
        {
            palette[.dim] = RGBA(palette[.dim].rgb, alpha: palette[.dim].alpha + 0.05)
        }
        self[palette: appearance] = palette
    }
}
