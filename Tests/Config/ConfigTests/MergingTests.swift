import Icons
import ShellModel
import ShellConfig
import Testing

@testable import ConfigParser

@Suite struct MergingTests {
    @Test func requestedLookOverridesLookOfFile() throws {
        let configuration = try read("look = \"swift-kit\"\nbar.bottom_margin = 8", look: "better-fit")
        #expect(configuration.setup.look.name == "better-fit")
        #expect(configuration.setup.look.bar.bottomMargin == 8)
        #expect(configuration.setup.tabs.map(\.id.rawValue) == ["workout", "plan", "recovery", "search"])
    }

    private static let tabs = """
        [[tabs]]
        id = "flash"
        title = "Lightning"
        exec = "my-page"
        [[tabs]]
        id = "notes"
        title = "Notes"
        icon = "notes"
        """

    /// The tabs of a file are all that its author wants.
    @Test func tabsOfAFileTakeThePlaceOfTheLooks() throws {
        #expect(try read(Self.tabs).setup.tabs.map(\.id.rawValue) == ["flash", "notes"])
        let ordered = "order = [\"notes\", \"growth\"]\n" + Self.tabs
        #expect(try read(ordered).setup.tabs.map(\.id.rawValue) == ["notes", "growth"])
        #expect(
            try read(
                "look = \"lucidpal\"\n"
                    + Self.tabs.replacing("flash", with: "chat").replacing("id = \"notes\"", with: "id = \"mine\"")
            ).setup.tabs.count == 2)
    }

    @Test func knownTabChangesAndNewTabIsLast() throws {
        let configuration = try read("inherit_tabs = true\n" + Self.tabs)
        let tabs = configuration.setup.tabs
        #expect(tabs.map(\.id.rawValue) == ["home", "flash", "growth", "notes"])
        #expect(tabs[1].title == "Lightning")
        #expect(tabs[1].icon == "flash.fill" && tabs[1].filledIcon == nil)
        #expect(tabs[3].icon == "notes" && tabs[3].filledIcon == "notes.fill")
        #expect(tabs[1].entrance == .crossFadeFromTrailing)
        #expect(tabs[3].accessibilityLabel == "Notes")
        #expect(tabs[3].accessibilityHint == "Double tap to switch to Notes tab")
        #expect(configuration.programs[.page("flash")] == ["my-page"])
        #expect(configuration.programs[.page("notes")] == ["tabshell-page", "--tab", "notes"])
        #expect(configuration.programs[.page("home")] == ["tabshell-home"])
    }

    @Test func menuVariantOfSwiftKit() throws {
        let text = try #require(Reference.sections.first { $0.code.contains("new-photo") }).code
        let configuration = try read(text)
        let plain = try read(nil, look: "swift-kit")
        let create = try #require(configuration.setup.tabs.first { $0.id == "create" })
        #expect(create.role == .action)
        #expect(create.menu == ["new-post", "new-photo", "new-document"])
        #expect(create.isProminent)
        #expect(create.accessibilityHint == "Double-tap to create something new")
        #expect(configuration.programs[.page("create")] == nil)
        #expect(plain.programs[.page("create")] == ["tabshell-page", "--tab", "create"])
        #expect(configuration.setup.look.button.diameter == 56)
        #expect(configuration.setup.look.motion[.button] == Transition(duration: 350_000_000, bounce: 0.3))
        #expect(configuration.setup.look.menu == plain.setup.look.menu)
    }

    /// The look's own file has the variant in a comment.
    @Test func menuVariantMatchesComment() throws {
        let code = try #require(Reference.sections.first { $0.code.contains("new-photo") }).code
        let comment = code.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "#" : "#     \($0)" }.joined(separator: "\n")
        #expect(try #require(BuiltInLooks.text(of: "swift-kit")).text.contains(comment))
    }

    @Test func examplesOfReferenceAreValid() throws {
        for section in Reference.sections where !section.code.isEmpty {
            #expect(errors(section.code) == [], "\(section.title)")
        }
    }

    @Test func userLook() throws {
        let looks = [
            "mine":
                "[bar]\nheight = 60\n[light]\naccent = \"#102030\"\n[[tabs]]\nid = \"x\"\ntitle = \"X\"\nicon = \"chat\""
        ]
        let configuration = try read("look = \"mine\"\nbar.hairline = 2", looks: looks)
        #expect(configuration.setup.look.name == "mine")
        #expect(configuration.setup.look.bar.height == 60)
        #expect(configuration.setup.look.bar.hairline == 2)
        #expect(configuration.setup.look.icon == Look().icon)
        #expect(configuration.setup.look.light[.selectedIcon] == RGBA(0x102030))
        #expect(configuration.setup.tabs.map(\.id.rawValue) == ["x"])
    }

    @Test func lookExtendsLook() throws {
        let looks = ["mine": "look = \"better-fit\"\nbar.height = 70\norder = [\"plan\", \"search\"]"]
        let configuration = try read("look = \"mine\"", looks: looks)
        #expect(configuration.setup.look.name == "mine")
        #expect(configuration.setup.look.bar.cornerRadius == 32)
        #expect(configuration.setup.look.bar.height == 70)
        #expect(configuration.setup.tabs.map(\.id.rawValue) == ["plan", "search"])
    }

    @Test func newRoleDropsKeysOfOldRole() throws {
        let text = """
            look = "aspire-budget"
            [[tabs]]
            id = "add"
            role = "compose"
            """
        let configuration = try read(text)
        let tab = try #require(configuration.setup.tabs.first { $0.id == "add" })
        #expect(tab.role == .compose)
        #expect(tab.action == nil)
        #expect(configuration.programs[.page("add")] == ["tabshell-page", "--tab", "add"])
    }

    @Test func newIconDropsOldFilledIcon() throws {
        let configuration = try read("look = \"lucidpal\"\n[[tabs]]\nid = \"agent\"\nicon = \"photo\"")
        #expect(configuration.setup.tabs[0].icon == "photo")
        #expect(configuration.setup.tabs[0].filledIcon == "photo.fill")
    }

    @Test func programsAndActions() throws {
        let configuration = try read(
            """
            appearance = "dark"
            inherit_tabs = true
            panel = ["my-panel", "--flag", ""]
            [[actions]]
            id = "go"
            title = "Go"
            icon = "share"
            exec = ["foot", "-e", "top"]
            [[tabs]]
            id = "do"
            title = "Do"
            icon = "plus"
            role = "action"
            action = "go"
            """)
        #expect(configuration.appearance == .dark)
        #expect(configuration.programs[.panel] == ["my-panel", "--flag", ""])
        #expect(configuration.actionPrograms == ["go": ["foot", "-e", "top"]])
        #expect(configuration.setup.actions == [Action(id: "go", title: "Go", icon: "share")])
        #expect(try received(configuration) == configuration)
    }

    @Test func iconStyleGoesWithItsIcon() throws {
        let colored = "[[tabs]]\nid = \"home\"\ntitle = \"Home\"\nicon = \"mail\"\nicon_style = \"color\"\n"
        #expect(try read(colored).setup.tabs[0].iconRendering == .color)
        #expect(try read("").setup.tabs[0].iconRendering == nil)
        let look = ["mine": colored]
        let other = "look = \"mine\"\n[[tabs]]\nid = \"home\"\nicon = \"globe\""
        #expect(try read("look = \"mine\"", looks: look).setup.tabs[0].iconRendering == .color)
        #expect(try read(other, looks: look).setup.tabs[0].iconRendering == nil)
        let action = "[[actions]]\nid = \"a\"\ntitle = \"A\"\nicon = \"star\"\nicon_style = \"mask\""
        #expect(try read(action).setup.actions[0].iconRendering == .mask)
    }

    @Test func iconsAreRelativeToFile() throws {
        let reader = ConfigurationReader { name, theme, folder in
            Icons.names.contains(name) ? name : "\(theme ?? "none")|\(folder ?? "none")|\(name)"
        }
        let text = "icon_theme = \"Papirus\"\n[[tabs]]\nid = \"home\"\nicon = \"my.svg\""
        let user = ConfigurationText(file: "/home/me/config.toml", text: text)
        #expect(try reader.read(user: user).setup.tabs[0].icon == "Papirus|/home/me|my.svg")
    }
}

/// The table `accessibility`.
@Suite struct AccessibilityKeyTests {
    @Test func bridgeIsOffByDefault() throws {
        for text in [nil, "", "[accessibility]", "accessibility.bridge = false"] {
            let configuration = try read(text)
            #expect(configuration.programs[.bridge] == nil)
            #expect(!configuration.setup.programs.contains(.bridge))
        }
        #expect(!Configuration.default.setup.programs.contains(.bridge))
    }

    @Test func bridgeIsAProgramAfterThePages() throws {
        let configuration = try read("[accessibility]\nbridge = true")
        #expect(configuration.programs[.bridge] == ["tabshell-atspi"])
        #expect(configuration.setup.programs == [.panel, .page("home"), .page("flash"), .page("growth"), .bridge])
        #expect(configuration.setup.tabs == Configuration.default.setup.tabs)
        #expect(try received(configuration) == configuration)
    }

    @Test func userOverridesALook() throws {
        let looks = ["mine": "look = \"stress-monitor\"\naccessibility.bridge = true"]
        #expect(try read("look = \"mine\"", looks: looks).setup.hasBridge)
        #expect(try read("look = \"mine\"\naccessibility = {}", looks: looks).setup.hasBridge)
        #expect(try !read("look = \"mine\"\naccessibility.bridge = false", looks: looks).setup.hasBridge)
    }
}
