// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import ConfigReader

@Suite struct ColorTests {
    @Test func moreContrastChangesFaintColors() throws {
        let normal = try read("look = \"swift-kit\"").setup.look
        let more = try read("look = \"swift-kit\"\ncontrast = \"more\"").setup.look
        #expect(normal.contrast == .normal && more.contrast == .more)
        #expect(normal.light[.title] == RGBA(0, alpha: 0.35) && more.light[.title].alpha > 0.5)
        #expect(normal.light[.selectedTitle] == more.light[.selectedTitle])
        // The default look has one opacity for both appearances.
        #expect(try read("").setup.look.icon.opacity == 0.3)
        #expect(try read("contrast = \"more\"").setup.look.icon.opacity > 0.5)
        #expect(
            errors("contrast = \"high\"") == ["config.toml:1: contrast: \"high\" is not allowed; one of: normal, more"])
    }

    @Test(arguments: [
        ("#102030", RGBA(0x102030)), ("#10203080", RGBA(rawValue: 0x1020_3080)), ("black", RGBA(0)),
        ("white", RGBA(0xFFFFFF)), ("clear", RGBA(0, alpha: 0)), ("black 40%", RGBA(0, alpha: 0.4)),
        ("white 12.5%", RGBA(0xFFFFFF, alpha: 0.125)), ("badge", RGBA(0xDC2A20)),
        ("badge 50%", RGBA(0xDC2A20, alpha: 0.5)), ("#FF0000 0%", RGBA(0xFF0000, alpha: 0)),
    ])
    func validColor(_ text: String, _ color: RGBA) throws {
        #expect(try read("light.icon = \"\(text)\"").setup.look.light[.icon] == color)
    }

    @Test(arguments: [
        "", " ", "#FFF", "#GGGGGG", "red", "accent 50", "accent 101%", "accent -1%", "accent nan%", "accent 50% 50%",
        "%",
        "50%", "#1020304050",
    ])
    func invalidColor(_ text: String) {
        let message = "\(text.quoted) is not a colour; \(ColorExpression.allowed)"
        let found = errors("light.icon = \"\(text)\"")
        #expect(found.count == 1 && found[0].hasPrefix("config.toml:1: light.icon: \(message)"), "\(found)")
    }

    @Test func misspelledName() {
        #expect(
            errors("dark.icon = \"acent 50%\"") == [
                "config.toml:1: dark.icon: \"acent 50%\" is not a colour; \(ColorExpression.allowed); did you mean \"accent\"?"
            ])
    }

    /// References are resolved after merging, separately for each appearance, and opacities multiply.
    @Test func references() throws {
        let look = try read(
            """
            look = "swift-kit"
            [light]
            accent = "#102030"
            badge = "button_end 50%"
            """
        ).setup.look
        #expect(look.light[.selectedIcon] == RGBA(0x102030))
        #expect(look.light[.buttonEnd] == RGBA(0x102030, alpha: 0.8))
        #expect(look.light[.badge] == RGBA(0x102030, alpha: 0.4))
        #expect(look.light[.buttonShadow] == RGBA(0x102030, alpha: 0.4))
        #expect(look.dark[.selectedIcon] == RGBA(0x0A84FF))
    }

    @Test func cycles() {
        #expect(
            errors("[dark]\nicon = \"icon\"\nbadge = \"icon\"") == [
                "config.toml:2: dark.icon: these colours refer to one another: icon → icon"
            ])
        #expect(
            errors("[light]\nsheet = \"page\"\npage = \"title 50%\"\ntitle = \"sheet\"\nmenu = \"sheet\"") == [
                "config.toml:4: light.title: these colours refer to one another: title → sheet → page → title"
            ])
        // A look's own reference closes the circle.
        #expect(
            errors("[light]\naccent = \"icon\"") == [
                "config.toml:2: light.accent: these colours refer to one another: accent → icon → accent"
            ])
    }
}
