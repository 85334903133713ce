import ShellModel
import Testing

@testable import ConfigParser

@Suite struct ColorTests {
    @Test func moreContrastChangesFaintColors() throws {
        func look(_ text: String) throws -> Look { try read(text).setup.look.applying(Preferences()) }
        let seed = try look("look = \"swift-kit\"\ncontrast = \"seed\"")
        #expect(seed.light[.title] == RGBA(0, alpha: 0.35) && seed.light[.icon] == RGBA(0, alpha: 0.4))
        #expect(seed.dark[.title] == RGBA(0xFFFFFF, alpha: 0.4))
        let standard = try look("look = \"swift-kit\"")
        let more = try look("look = \"swift-kit\"\ncontrast = \"more\"")
        #expect(standard.contrast == .standard && more.contrast == .more)
        #expect(standard.light[.title] == RGBA(0, alpha: 0.55) && standard.light[.icon] == RGBA(0, alpha: 0.55))
        #expect(standard.dark[.title] == RGBA(0xFFFFFF, alpha: 0.6))
        #expect(more.light[.title].alpha > 0.6)
        #expect(try look("look = \"swift-kit\"\ncontrast = \"normal\"") == standard)
        // The configured colours stay unchanged, for another preference in the running shell.
        #expect(try read("look = \"swift-kit\"\ncontrast = \"more\"").setup.look.light == seed.light)
        // The default look has one opacity for both appearances.
        #expect(try look("").icon.opacity == 0.3)
        #expect(try look("contrast = \"more\"").icon.opacity > 0.5)
    }

    @Test func motionIsAWordOrTheTransitions() throws {
        #expect(try read("motion = \"reduced\"").setup.look.reducesMotion)
        #expect(try !read("motion = \"standard\"").setup.look.reducesMotion)
        #expect(try read("motion.select = \"none\"").setup.look.motion[.select].duration == 0)
        #expect(try read("transparency = \"reduced\"").setup.look.transparency == .reduced)
    }

    /// The look's own colours come before CSS's, in one order.
    @Test func suggestedNamesAreInOrder() {
        let tokens = ColorToken.allCases.map(\.rawValue)
        #expect(ColorExpression.names == tokens + CSSColors.all.keys.sorted())
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

    /// `accent` is both appearances'; an appearance may have its own.
    @Test func accentOfBothAppearances() throws {
        let both = try read("look = \"swift-kit\"\naccent = \"#102030\"").setup.look
        #expect(Appearance.allCases.map { both[palette: $0][.selectedIcon] } == [RGBA(0x102030), RGBA(0x102030)])
        let own = try read("accent = \"#102030\"\n[dark]\naccent = \"#405060\"\nbadge = \"accent\"").setup.look
        #expect(own.light[.accent] == RGBA(0x102030))
        #expect(own.dark[.accent] == RGBA(0x405060) && own.dark[.badge] == RGBA(0x405060))
        #expect(errors("accent = 3").map { $0.contains("accent: expected a colour") } == [true])
    }
}
