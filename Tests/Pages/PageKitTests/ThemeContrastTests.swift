import Geometry
import PageKit
import ShellModel
import Testing

/// The contrast of the pages' own colors with the cards and the page, if the user prefers more of it.
@Suite struct ThemeContrastTests {
    private func contexts(_ appearance: Appearance) -> [PageContext] {
        [RGBA(0x302E44), RGBA(0x007AFF), RGBA(0xFFE14D), RGBA(0x808080)].flatMap { accent in
            TabRole.allCases.map { role in
                var look = Look()
                (look.light[.accent], look.dark[.accent]) = (accent, accent)
                let palette = look.applying(Preferences(contrast: .more))[palette: appearance]
                return PageContext(
                    size: Size(width: 428, height: 800), appearance: appearance, palette: palette, role: role,
                    contrast: .more)
            }
        }
    }

    @Test(arguments: Appearance.allCases) func moreContrastHoldsForTextsAndGraphics(appearance: Appearance) {
        for context in contexts(appearance) {
            for theme in [Theme(context), Theme(ownColors: context)] {
                let texts = [
                    theme.ink, theme.secondary, theme.tertiary, theme.accentText, theme.alertText,
                    theme.legible(Color(rgb: 0xF4B45C)),
                ]
                let graphics = [theme.accent, theme.accentEnd, theme.hairline, theme.visible(Theme.alert)]
                for ground in [theme.card, theme.cardPressed] {
                    for text in texts { #expect(text.contrast(with: ground) >= 7, "\(text) on \(ground)") }
                    for color in graphics { #expect(color.contrast(with: ground) >= 4.5, "\(color) on \(ground)") }
                }
                for text in [theme.ink, theme.secondary] { #expect(text.contrast(with: context.background) >= 7) }
                #expect(theme.onAccent.contrast(with: theme.accent) >= 7)
                #expect(theme.buttonText.contrast(with: theme.button) >= 7)
            }
        }
    }

    /// On cards, on a pressed one, on the page and on a sheet.
    @Test(arguments: Appearance.allCases, TabRole.allCases)
    func standardContrastHoldsForTexts(appearance: Appearance, role: TabRole) {
        let context = PageContext(size: Size(width: 428, height: 800), appearance: appearance, role: role)
        for theme in [Theme(context), Theme(ownColors: context)] {
            for text in [theme.ink, theme.secondary, theme.tertiary] {
                for ground in [theme.card, theme.cardPressed, context.background] {
                    #expect(text.contrast(with: ground) >= 4.5, "\(text) on \(ground): \(text.contrast(with: ground))")
                }
            }
            #expect(theme.disabled == theme.ink.opacity(0.35))
            #expect(theme.disabled.contrast(with: theme.card) > 1.9)
        }
    }

    /// Sheets have cards that differ from them.
    @Test func sheetsAreGreyWithWhiteCards() {
        let context = PageContext(size: Size(width: 428, height: 800), role: .search)
        #expect(context.background == Color(rgb: 0xF2F2F7) && Theme(context).card == .white)
    }

    @Test(arguments: Appearance.allCases) func standardContrastKeepsTheColors(appearance: Appearance) {
        let context = PageContext(size: Size(width: 428, height: 800), appearance: appearance)
        let theme = Theme(ownColors: context)
        #expect(theme.legible(Theme.alert) == Theme.alert && theme.visible(Theme.alert) == Theme.alert)
        #expect(theme.secondary == (appearance == .dark ? Theme.dark : .light).secondary)
    }
}
