import IconTheme
import ShellModel
import ShellConfig
import Testing

@testable import ConfigParser

/// The keys `url` and `browsers`.
@Suite struct WebPageTests {
    private func tab(_ lines: String, id: String = "wiki") -> String {
        "[[tabs]]\nid = \"\(id)\"\ntitle = \"Wiki\"\nicon = \"notes\"\n\(lines)\n"
    }

    @Test func pageIsAWindowOfABrowser() throws {
        let configuration = try read(tab("url = \"https://example.org/a\"\nwindow_title = \"spoken\""))
        let page = WebPage(tab: "wiki", address: try WebAddress("https://example.org/a"))
        #expect(configuration.programs[.page("wiki")] == page.arguments)
        #expect(
            configuration.setup.tabs.last?.window
                == WindowBinding(
                    appIDs: ["chrome-example.org__a-Default", "org.tabshell.Web.tab-wiki"], title: .spoken))
    }

    @Test func browsersAreThoseOfTheConfiguration() throws {
        let configuration = try read("browsers = [\"/opt/cog\", \"firefox\"]\n" + tab("url = \"https://example.org/\""))
        #expect(configuration.programs[.page("wiki")]?.last == "/opt/cog,firefox")
        #expect(configuration.setup.tabs.last?.window?.appIDs == ["org.tabshell.Web.tab-wiki"])
    }

    @Test func filesAndCommandsAreShown() throws {
        func program(_ lines: String) throws -> [String]? { try read(tab(lines)).programs[.page("wiki")] }
        #expect(try program("file = \"~/notes.md\"") == ["tabshell-page", "--file", "~/notes.md"])
        #expect(try program("file = \"/a/b.md\"") == ["tabshell-page", "--file", "/a/b.md"])
        #expect(try program("command = \"df -h\"") == ["tabshell-page", "--command", "df -h"])
        let repeated = try program("command = \"df -h\"\nevery = 10")
        #expect(repeated == ["tabshell-page", "--command", "df -h", "--every", "10"])
        #expect(try read(tab("command = \"df -h\"")).setup.tabs.last?.window == nil)
    }

    /// A document beside the configuration.
    @Test func fileIsRelativeToTheConfiguration() throws {
        let reader = ConfigurationReader { (name, _, _) throws(IconError) in name }
        let text = ConfigurationText(file: "/c/tabshell/config.toml", text: tab("file = \"notes.md\""))
        let configuration = try reader.read(user: text)
        #expect(configuration.programs[.page("wiki")]?.last == "/c/tabshell/notes.md")
    }

    @Test func addressTakesThePlaceOfTheLooksProgram() throws {
        let configuration = try read("[[tabs]]\nid = \"home\"\nurl = \"https://example.org/\"")
        #expect(configuration.setup.tabs.map(\.id) == ["home", "flash", "growth"])
        #expect(configuration.programs[.page("home")]?.first == "tabshell-page")
        #expect(configuration.setup.tabs.first?.window != nil)
    }
}

@Suite struct WindowTests {
    private func tab(_ lines: String) -> String {
        "[[tabs]]\nid = \"edit\"\ntitle = \"Edit\"\nicon = \"notes\"\n\(lines)\n"
    }

    @Test func windowIsPage() throws {
        let plain = try read(tab("app_id = \"org.example.Edit\""))
        #expect(plain.setup.tabs.last?.window == WindowBinding(appIDs: ["org.example.Edit"]))
        #expect(plain.setup.programs.last == .page("edit"))
        // Without exec, the daemon does not start the window.
        #expect(plain.programs[.page("edit")] == nil)
        let full = try read(
            tab("app_id = \"e\"\nexec = [\"edit\", \"-n\"]\nwindow_title = \"spoken\"\nwindow_badge = \"title\""))
        #expect(full.setup.tabs.last?.window == WindowBinding(appIDs: ["e"], title: .spoken, badge: .title))
        #expect(full.programs[.page("edit")] == ["edit", "-n"])
    }

    @Test func windowFillsUnlessItIsNotTo() throws {
        #expect(try read(tab("app_id = \"e\"")).setup.tabs.last?.window?.fills == true)
        let left = try read(tab("app_id = \"e\"\nfill = false"))
        #expect(left.setup.tabs.last?.window == WindowBinding(appIDs: ["e"], fills: false))
    }

    @Test func windowHasSeveralAppIDs() throws {
        let several = try read(tab("app_id = [\"org.example.Edit\", \"edit-*\"]"))
        #expect(several.setup.tabs.last?.window == WindowBinding(appIDs: ["org.example.Edit", "edit-*"]))
    }

    @Test func programOfLookIsNotUsedForWindow() throws {
        let configuration = try read("[[tabs]]\nid = \"home\"\napp_id = \"org.example.Home\"")
        #expect(configuration.setup.tabs.first?.window?.appIDs == ["org.example.Home"])
        #expect(configuration.programs[.page("home")] == nil)
    }
}

/// Addresses of web pages, and the command lines and app-ids of browsers.
@Suite struct BrowserTests {
    @Test func namesOfPrograms() {
        #expect(Browser(program: "chromium") == .chromium)
        #expect(Browser(program: "/opt/google/chrome/google-chrome") == .chromium)
        #expect(Browser(program: "cog") == .cog)
        #expect(Browser(program: "/usr/bin/firefox-esr") == .firefox)
        for name in ["", "/", "epiphany", "chromium/", "Chromium"] where name != "chromium/" {
            #expect(Browser(program: name) == nil)
        }
        #expect(WebPage.defaultBrowsers.allSatisfy { Browser(program: $0) != nil })
    }

    @Test func commandLines() throws {
        let address = try WebAddress("https://example.org/a?b")
        func arguments(_ browser: Browser) -> [String] { browser.arguments(address, tab: "w.1_a", profile: "/p") }
        #expect(
            arguments(.chromium) == [
                "--app=https://example.org/a?b", "--user-data-dir=/p", "--ozone-platform=wayland", "--no-first-run",
                "--no-default-browser-check",
            ])
        #expect(
            arguments(.cog) == [
                "--platform=wl", "--gapplication-app-id=org.tabshell.Web.tab-w_d1__a",
                "--cookie-jar=sqlite:/p/cookies.sqlite",
                "https://example.org/a?b",
            ])
        #expect(
            arguments(.firefox) == [
                "--name", "org.tabshell.Web.tab-w_d1__a", "--profile", "/p", "--new-instance", "--new-window",
                "https://example.org/a?b",
            ])
        #expect(Browser.cog.environment(profile: "/p") == ["XDG_DATA_HOME": "/p/data", "XDG_CACHE_HOME": "/p/cache"])
        #expect(Browser.firefox.files.map(\.name) == ["user.js", "chrome/userChrome.css"])
    }

    @Test func chromiumAppIDIsOfOnePage() throws {
        let pattern = Browser.chromium.appID(try WebAddress("https://example.org/a"), tab: "x")
        #expect(pattern.isLiteral)
        for other in ["chrome-example.org__b-Default", "chrome-example.org__a-Profile 1", "chromium", ""] {
            #expect(!pattern.matches(other))
        }
    }

    @Test func argumentsOfTheLauncher() throws {
        let page = WebPage(
            tab: "wiki", address: try WebAddress("https://example.org/"), browsers: ["cog", "/opt/firefox"])
        #expect(WebPage(arguments: page.arguments) == page)
        #expect(page.appIDs == ["org.tabshell.Web.tab-wiki"])
        #expect(page.missingBrowser == "web pages need Cog or Firefox. Install one: sudo apt install cog")
        let any = WebPage(tab: "wiki", address: page.address).missingBrowser
        #expect(any == "web pages need Chromium, Firefox or Cog. Install one: sudo apt install cog")
        for arguments in [
            [], ["tabshell-page", "--tab", "wiki"], Array(page.arguments.dropLast()),
            ["x"] + page.arguments.dropFirst(),
        ] {
            #expect(WebPage(arguments: arguments) == nil)
        }
    }
}
