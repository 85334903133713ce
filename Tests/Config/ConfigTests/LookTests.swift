@testable import ShellModel
import TOML
import ShellConfig
import Testing

@testable import ConfigParser

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

    // TabBarTests measures the bar's drawing of each look.

    @Test func stressMonitor() throws {
        let look = try read(nil).setup.look
        #expect(2 * look.row.margin + 3 * look.row.target + 2 * look.row.spacing == 428)
        #expect(look.indicator.top == look.icon.selectedTop + look.icon.size + 4)
        #expect(look.motion[.indicator] == look.motion[.select] && look.haptics.trigger == .tap)
        #expect(look.shadow == ShadowStyle(opacity: 0.1, sigma: 10, offsetY: -5))
        #expect(look.dark[.background] == RGBA(0x302E44) && look.dark[.icon] == RGBA(0xFFFFFF))
    }

    @Test func aspireBudget() throws {
        let setup = try read(nil, look: "aspire-budget").setup
        #expect(setup.look.row.tabs == 4)
        #expect(setup.tabs.map(\.id.rawValue) == ["dashboard", "transactions", "add", "accounts", "settings"])
        #expect(setup.tabs.map(\.isProminent) == [false, false, true, false, false])
        #expect(setup.tabs[2].role == .action && setup.tabs[2].action == "add-transaction")
        let (light, dark) = (setup.look.light, setup.look.dark)
        #expect(light[.icon] != dark[.icon] && light[.selectedIcon] != dark[.selectedIcon])
    }

    @Test func lucidpal() throws {
        let configuration = try read(nil, look: "lucidpal")
        let (setup, look) = (configuration.setup, configuration.setup.look)
        #expect(setup.tabs.map(\.id.rawValue) == ["agent", "chat", "notes", "record", "habits", "settings"])
        for tab in setup.tabs {
            #expect(tab.filledIcon == "\(tab.icon).fill" && !tab.title.isEmpty && tab.entrance == .immediate)
        }
        #expect(look.row.tabs == 0 && look.haptics.trigger == .selection)
        #expect(setup.tabs.last?.accepts(route: ["models"]) == true)
        let one =
            "look = \"lucidpal\"\ninherit_tabs = true\n[[tabs]]\nid = \"photos\"\ntitle = \"Photos\"\nicon = \"photo\""
        #expect(try read(one).setup.tabs.count == 7)
    }

    @Test func swiftKit() throws {
        let setup = try read(nil, look: "swift-kit").setup
        let look = setup.look
        #expect(setup.tabs.map(\.id.rawValue) == ["home", "search", "create", "activity", "profile"])
        #expect(setup.tabs[2].isProminent && setup.tabs[2].role == .compose)
        #expect(look.page.bottomInset == look.bar.height && look.motion[.release] == look.motion[.press])
        #expect(look.motion[.page] == Transition(duration: 150_000_000, curve: .easeInOut))
        #expect(look.bar.material == .translucent && look.bar.hairline > 0)
        #expect(look.menu.icon == 16 && look.menu.spacing == 12 && look.menu.labelGap == 10)
        for (palette, alpha) in [(look.light, 0.09), (look.dark, 0.18)] {
            #expect(palette[.background].alpha == 0 && palette[.backgroundEnd].alpha == 0)
            #expect(abs(palette[.hairline].alpha - alpha) < 0.005 && palette[.dim] == RGBA(0, alpha: 0.4))
        }
        #expect(look.dark[.icon] == RGBA(0xFFFFFF, alpha: 0.5) && look.dark[.title] == RGBA(0xFFFFFF, alpha: 0.4))
        #expect(setup.tabs[0].accessibilityHint == "Double-tap to switch to Home")
        #expect(look.speech.selectedHint == "Selected" && look.speech.badgeSingular == "1 notification")
        #expect(look.speech.badgePlural == "{count} notifications")
    }

    /// A bar in another colour has pages in it, unless their text is not legible there, or they have their own.
    @Test(
        arguments: [
            ("[dark]\nbackground = \"teal\"", 0x008080), ("[dark]\nbackground = \"#00808080\"", 0),
            ("[dark]\nbackground = \"white\"", 0), ("[dark]\nbackground = \"teal\"\npage = \"navy\"", 0x000080),
        ] as [(String, UInt32)])
    func backgroundReachesThePages(lines: String, page: UInt32) throws {
        #expect(try read("look = \"lucidpal\"\n\(lines)").setup.look.dark[.page] == RGBA(page))
    }

    @Test func betterFit() throws {
        let setup = try read(nil, look: "better-fit").setup
        #expect(setup.tabs.map(\.id.rawValue) == ["workout", "plan", "recovery", "search"])
        #expect(setup.tabs.map(\.role) == [.page, .page, .page, .search])
        #expect(setup.look.minimized.policy == .onScrollDown && setup.look.bar.reserve == .bar)
        let unfolding = "look = \"better-fit\"\nminimize.policy = \"never\""
        #expect(try read(unfolding).setup.look.minimized.policy == .never)
    }
}
