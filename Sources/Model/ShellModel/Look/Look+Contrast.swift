package import Geometry

/// The contrast between the bar's parts and their background.
public enum Contrast: String, Sendable, CaseIterable {
    /// The contrast of the look's colours as designed.
    case seed
    /// WCAG 2.2, success criteria 1.4.3 for text and 1.4.11 for graphics.
    case standard
    /// Success criterion 1.4.6 for text; for graphics as much as 1.4.3 wants for text.
    case more

    /// - Parameter rawValue: also `normal`, the name of ``standard`` in configurations of version 0.2.
    public init?(rawValue: String) {
        switch rawValue {
        case "seed": self = .seed
        case "standard", "normal": self = .standard
        case "more": self = .more
        default: return nil
        }
    }

    package var minimumForText: Double { self == .more ? 7 : 4.5 }
    /// The minimum contrast of an icon, of the indicator and of a line between the bar and the page.
    package var minimumForGraphics: Double { self == .more ? 4.5 : 3 }
}

extension Look {
    /// Raises colours too faint for the look's contrast, as far as needed: less transparent, then darker or lighter.
    mutating func raiseContrast() {
        // A look without a line gets one where the bar ends.
        if contrast == .more { bar.hairline = max(bar.hairline, 1) }
        for appearance in Appearance.allCases { raiseContrast(in: appearance) }
        // Both appearances share one opacity.
        while icon.opacity < 1, Appearance.allCases.contains(where: { hasFaintIcons(in: $0) }) {
            icon.opacity = min(icon.opacity + 0.05, 1)
        }
    }

    /// The opaque colours behind the tabs in an appearance: the container's upper and lower edge over the page.
    package func grounds(in appearance: Appearance) -> [Color] {
        let page = opaquePage(in: appearance)
        return [.background, .backgroundEnd].map { Color(self[palette: appearance][$0]).drawn(on: page) }
    }

    private func hasFaintIcons(in appearance: Appearance) -> Bool {
        let color = Color(self[palette: appearance][.icon]).opacity(icon.opacity)
        return grounds(in: appearance).contains { color.contrast(with: $0) < contrast.minimumForGraphics }
    }

    private mutating func raiseContrast(in appearance: Appearance) {
        let (text, graphics) = (contrast.minimumForText, contrast.minimumForGraphics)
        let (grounds, page) = (grounds(in: appearance), opaquePage(in: appearance))
        var palette = self[palette: appearance]
        func raise(_ tokens: [ColorToken], to minimum: Double, on grounds: [Color], from alpha: Double = 0) {
            for token in tokens {
                palette[token] = Color(palette[token]).raised(to: minimum, on: grounds, from: alpha).rgba
            }
        }
        // Faint black and white become as strong as secondary labels.
        let label = appearance == .light ? 0.55 : 0.6
        raise([.title, .selectedTitle], to: text, on: grounds, from: label)
        raise([.icon, .selectedIcon, .indicator], to: graphics, on: grounds, from: label)
        if contrast == .more {
            let shaded = Color(palette[.shadow]).opacity(shadow.opacity).drawn(on: page)
            raise([.hairline], to: graphics, on: grounds + [page, shaded])
            palette[.badge] = Color(palette[.badge]).raised(to: graphics, on: grounds, carrying: text).rgba
        }
        raise([.badgeText], to: text, on: [Color(palette[.badge])])
        let button = [ColorToken.button, .buttonEnd].map { Color(palette[$0]).drawn(on: grounds[0]) }
        raise([.buttonIcon], to: graphics, on: button)
        raise([.menuIcon], to: graphics, on: [Color(palette[.menu])])
        // The labels of a menu are on the dimmed page, which may have any colour or be darker.
        let labels = [page, .black, .white].map {
            Color(palette[.menuLabelGround]).drawn(on: Color(palette[.dim]).drawn(on: $0))
        }
        raise([.menuLabel], to: text, on: labels)
        self[palette: appearance] = palette
    }
}
