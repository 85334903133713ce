// SPDX-License-Identifier: MIT

import ShellModel
import TOML
import TabConfig
import Testing

@testable import ConfigReader

/// The five looks have the values of their designs.
@Suite struct LookTests {
    @Test func defaultFileMatchesDefaultConfiguration() throws {
        let file = try read(nil)
        #expect(file.setup.look == Configuration.default.setup.look)
        #expect(file.setup.tabs == Configuration.default.setup.tabs)
        #expect(file == Configuration.default)
        #expect(try read("", look: "stress-monitor") == Configuration.default)
    }

    /// No look depends on the values of another.
    @Test(arguments: ConfigurationLoader.builtInLooks)
    func lookHasAllKeys(_ look: String) throws {
        let values = try #require(BuiltInLooks.text(of: look)).parse()
        for key in Look.keys {
            var value: TOMLValue? = .table(values)
            for name in key.path.split(separator: ".") {
                guard case .table(let members)? = value else { break }
                value = members[String(name)]?.value
            }
            #expect(value != nil, "\(look) lacks \(key.path)")
        }
    }

    @Test(arguments: ConfigurationLoader.builtInLooks)
    func configurationSurvivesMessage(_ look: String) throws {
        let configuration = try read(nil, look: look)
        #expect(try received(configuration) == configuration)
        #expect(configuration.setup.look.name == look)
    }

    /// Touch targets are at least 44 px.
    @Test(arguments: ConfigurationLoader.builtInLooks)
    func targetsAreLargeEnough(_ look: String) throws {
        let setup = try read(nil, look: look).setup
        #expect(setup.look.row.minimum >= 44)
        #expect(setup.look.row.height >= 44)
        #expect(setup.look.button.diameter >= 44)
        #expect(setup.look.menu.disc >= 44)
        #expect(setup.look.minimized.height >= 44)
        #expect(setup.look.row.top + setup.look.row.height <= setup.look.bar.height)
    }

    @Test func stressMonitor() throws {
        let look = try read(nil).setup.look
        #expect(look.bar.height == 119)
        #expect(look.row.target == 46 && look.row.height == 46 && look.row.minimum == 44)
        #expect(look.row.spacing == 80 && look.row.margin == 65)
        #expect(2 * look.row.margin + 3 * look.row.target + 2 * look.row.spacing == 428)
        #expect(look.row.top == 19)
        #expect(look.icon.size == 24 && look.icon.opacity == 0.3)
        #expect(look.icon.selectedTop == 24 && look.icon.top == 30)
        #expect(look.indicator.shape == .ellipse)
        #expect(look.indicator.width == 20 && look.indicator.height == 8)
        #expect(look.indicator.top == look.icon.selectedTop + look.icon.size + 4)
        #expect(look.shadow == ShadowStyle(opacity: 0.1, sigma: 10, offsetY: -5))
        #expect(look.motion[.select] == Transition(duration: 200_000_000, curve: .easeInOut))
        #expect(look.motion[.indicator] == look.motion[.select])
        #expect(look.haptics.trigger == .tap)
        #expect(look.light[.background] == RGBA(0xFFFFFF))
        #expect(look.dark[.background] == RGBA(0x302E44) && look.dark[.icon] == RGBA(0xFFFFFF))
    }

    @Test func aspireBudget() throws {
        let setup = try read(nil, look: "aspire-budget").setup
        let look = setup.look
        #expect(look.bar.cornerRadius == 16 && look.bar.height == 95 && look.shadow.sigma == 16)
        #expect(look.light[.background] == RGBA(0xFFFFFF) && look.dark[.background] == RGBA(0x302E44))
        #expect(look.row.layout == .equal && look.row.tabs == 4 && look.row.buttonSlot == 70 && look.row.margin == 0)
        #expect(setup.tabs.map(\.id.rawValue) == ["dashboard", "transactions", "add", "accounts", "settings"])
        #expect(setup.tabs.map(\.isProminent) == [false, false, true, false, false])
        #expect(look.icon.size == 30)
        #expect(look.title.isShown && look.title.size == 14 && look.title.height == 10)
        #expect(look.title.weight == 700 && look.title.selectedWeight == 700 && look.title.families.first == "Nunito")
        for palette in [look.light, look.dark] {
            #expect(palette[.title] == palette[.icon] && palette[.selectedTitle] == palette[.selectedIcon])
            #expect(palette[.icon] != palette[.selectedIcon])
            #expect(palette[.buttonRing] == RGBA(0xFFFFFF) && palette[.buttonIcon] == RGBA(0xFFFFFF))
            #expect(palette[.button] == Self.color(0.176, 0.784, 0.590))
            #expect(palette[.buttonEnd] == Self.color(0.495, 0.945, 0.571))
        }
        #expect(look.light[.icon] != look.dark[.icon] && look.light[.selectedIcon] != look.dark[.selectedIcon])
        #expect(look.icon.opacity == 1)
        #expect(look.button.diameter == 70 && look.button.diameter - 2 * look.button.ring == 60)
        #expect(look.button.gradient == .rising && look.button.icon == 30)
        #expect(look.button.centerY == look.bar.height / 2 - 35)
        #expect(setup.tabs[2].role == .action && setup.tabs[2].action == "add-transaction")
        // Icon and title stand in the container, one under the other.
        #expect(look.icon.top + look.icon.size < look.title.top && look.title.top + look.title.height < look.bar.height)
    }

    @Test func lucidpal() throws {
        let configuration = try read(nil, look: "lucidpal")
        let (setup, look) = (configuration.setup, configuration.setup.look)
        #expect(setup.tabs.map(\.id.rawValue) == ["agent", "chat", "notes", "record", "habits", "settings"])
        for tab in setup.tabs {
            #expect(tab.filledIcon == "\(tab.icon).fill" && !tab.title.isEmpty && tab.entrance == .immediate)
        }
        #expect(look.row.layout == .equal && look.row.minimum == 44 && look.row.tabs == 0)
        #expect(look.page.bottomInset == 80)
        #expect(look.haptics.trigger == .selection)
        #expect(!configuration.scenes.isEmpty)
        #expect(setup.tabs.last?.accepts(route: ["models"]) == true)
        let one = "look = \"lucidpal\"\n[[tabs]]\nid = \"photos\"\ntitle = \"Photos\"\nicon = \"photo\""
        #expect(try read(one).setup.tabs.count == 7)
    }

    @Test func swiftKit() throws {
        let setup = try read(nil, look: "swift-kit").setup
        let look = setup.look
        #expect(setup.tabs.map(\.id.rawValue) == ["home", "search", "create", "activity", "profile"])
        #expect(setup.tabs[2].isProminent && setup.tabs[2].role == .compose)
        #expect(look.row.layout == .equal && look.row.margin == 8 && look.row.buttonSlot == 0)
        // From above: a box of 24 with the icon in its middle, 4, the title, 4, the indicator.
        // These 47 are in the middle of a row as high as the button, 52.
        #expect(look.row.top == 12 && look.row.height == 52 && look.bar.height == 92)
        let box = 12 + (52 - 47) / 2.0
        #expect(look.icon.top == box + (24 - look.icon.size) / 2 && look.icon.size == 22)
        #expect(look.icon.selectedTop == look.icon.top && look.icon.selectedScale == 1.1)
        #expect(look.title.top == box + 24 + 4 && look.title.isShown && look.title.size == 10)
        #expect(look.title.weight == 400 && look.title.selectedWeight == 600)
        #expect(look.indicator.top == look.title.top + look.title.height + 4)
        #expect(look.bar.height == look.row.top + look.row.height + 28)
        #expect(look.indicator.shape == .capsule && look.indicator.slides)
        #expect(look.indicator.width == 20 && look.indicator.height == 3)
        #expect(look.motion[.select] == Transition(duration: 350_000_000, bounce: 0.3))
        #expect(look.motion[.indicator] == look.motion[.select])
        #expect(look.press.scale == 0.85)
        #expect(look.motion[.press] == Transition(duration: 200_000_000, bounce: 0))
        #expect(look.motion[.release] == look.motion[.press])
        #expect(look.badge.size == 10 && look.badge.weight == 700 && look.badge.maximum == 99)
        #expect(look.badge.paddingX == 5 && look.badge.paddingY == 1)
        #expect(look.badge.offsetX == 10 && look.badge.offsetY == -6)
        #expect(look.button.diameter == 52 && look.button.gradient == .falling && look.button.icon == 22)
        #expect(look.button.shadow == ShadowStyle(opacity: 1, sigma: 8, offsetY: 4))
        let middle = (look.indicator.top + look.indicator.height + box) / 2
        #expect(look.button.centerY == middle - 16)
        #expect(look.button.openRotation == 45)
        #expect(look.motion[.button] == Transition(duration: 300_000_000, bounce: 0.4))
        #expect(look.menu.disc == 44 && look.menu.startScale == 0.5 && look.menu.stagger == 0.05)
        #expect(look.menu.icon == 16 && look.menu.spacing == 12 && look.menu.labelGap == 10)
        #expect(look.motion[.menuEnter] == Transition(duration: 350_000_000, bounce: 0))
        #expect(look.motion[.menuLeave] == Transition(duration: 150_000_000, curve: .easeIn))
        #expect(look.bar.material == .translucent && look.bar.hairline > 0)
        for (palette, alpha) in [(look.light, 0.09), (look.dark, 0.18)] {
            let accent = palette[.accent]
            #expect(palette[.background].alpha == 0 && palette[.backgroundEnd].alpha == 0)
            #expect(abs(palette[.hairline].alpha - alpha) < 0.005)
            #expect(palette[.menu] == accent && palette[.menuIcon] == RGBA(0xFFFFFF))
            #expect(palette[.selectedIcon] == accent && palette[.selectedTitle] == accent)
            #expect(palette[.indicator] == accent && palette[.button] == accent)
            #expect(palette[.buttonEnd] == accent.opacity(0.8) && palette[.buttonShadow] == accent.opacity(0.4))
            #expect(palette[.dim] == RGBA(0, alpha: 0.4))
            #expect(palette[.badgeText] == RGBA(0xFFFFFF))
        }
        #expect(look.dark[.icon] == RGBA(0xFFFFFF, alpha: 0.5) && look.light[.icon] == RGBA(0, alpha: 0.4))
        #expect(look.dark[.title] == RGBA(0xFFFFFF, alpha: 0.4) && look.light[.title] == RGBA(0, alpha: 0.35))
        #expect(look.motion[.page] == Transition(duration: 150_000_000, curve: .easeInOut))
        #expect(look.page.bottomInset == look.bar.height)
        #expect(
            setup.tabs[0].accessibilityHint == "Double-tap to switch to Home" && look.speech.selectedHint == "Selected")
        #expect(look.speech.badgeSingular == "1 notification" && look.speech.badgePlural == "{count} notifications")
    }

    @Test func betterFit() throws {
        let setup = try read(nil, look: "better-fit").setup
        #expect(setup.tabs.map(\.id.rawValue) == ["workout", "plan", "recovery", "search"])
        #expect(setup.tabs.map(\.role) == [.page, .page, .page, .search])
        #expect(setup.tabs.allSatisfy { !$0.title.isEmpty && !$0.icon.isEmpty } && setup.look.title.isShown)
        #expect(setup.look.minimized.policy == .onScrollDown && setup.look.bar.reserve == .bar)
        #expect(setup.look.minimized.height < setup.look.bar.height && setup.look.minimized.width >= 44)
        for palette in [setup.look.light, setup.look.dark] {
            #expect(palette[.selectedIcon] == palette[.accent] && palette[.selectedTitle] == palette[.accent])
        }
        let unfolding = "look = \"better-fit\"\nminimize.policy = \"never\""
        #expect(try read(unfolding).setup.look.minimized.policy == .never)
    }

    private static func color(_ red: Double, _ green: Double, _ blue: Double) -> RGBA {
        func byte(_ part: Double) -> UInt32 { UInt32((part * 255).rounded()) }
        return RGBA(byte(red) << 16 | byte(green) << 8 | byte(blue))
    }
}
