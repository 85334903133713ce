// SPDX-License-Identifier: MIT

import IconTheme
import ShellModel
import TabConfig
import Testing

@testable import ConfigReader

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

    @Test(
        arguments: [
            (
                "url = \"ftp://a/\"",
                "\"ftp://a/\" is not the address of a web page: expected https://…, http://… or file:///…", 5, "url"
            ),
            ("url = 1", "expected a text, not the number 1", 5, "url"),
            (
                "url = \"https://a/\"\nexec = \"x\"",
                "this tab has a url already; expected one of url, file, command, or exec and app_id", 6, "exec"
            ),
            (
                "app_id = \"x\"\nurl = \"https://a/\"",
                "this tab has a url already; expected one of url, file, command, or exec and app_id", 5, "app_id"
            ),
            (
                "url = \"https://a/\"\ncommand = \"df\"",
                "this tab has a url already; expected one of url, file, command, or exec and app_id", 6, "command"
            ),
            ("file = \"\"", "this text may not be empty", 5, "file"),
            ("file = \"a\"\nevery = 5", "only a command is repeated; add command = \"…\"", 6, "every"),
            ("command = \"df\"\nevery = 0", "0 is out of range; allowed: 0.5 to 86400", 6, "every"),
            (
                "exec = \"my page --file 'a b'\"",
                "a program and its arguments are a list: [\"my\", \"page\", \"--file\", \"a b\"]", 5, "exec"
            ),
            (
                "url = \"https://a/\"\nrole = \"compose\"",
                "only a tab of the role \"page\" has a window, and this one is of the role \"compose\"", 5, "url"
            ),
        ] as [(String, String, Int, String)])
    func invalidPage(_ lines: String, _ message: String, _ line: Int, _ key: String) {
        #expect(
            errors("inherit_tabs = true\n" + tab(lines)) == [
                "config.toml:\(line + 1): tabs[\"wiki\"].\(key): \(message)"
            ])
    }

    @Test func longAddressIsRefused() {
        let address = "https://a/" + String(repeating: "b", count: 1015)
        #expect(
            errors(tab("url = \"\(address)\"")) == [
                "config.toml:5: tabs[\"wiki\"].url: this text has 1025 bytes; allowed are 1024"
            ])
    }

    @Test func twoTabsOfOneAddressAreRefused() {
        let text = tab("url = \"https://a/\"") + tab("url = \"https://a/\"", id: "other")
        #expect(
            errors(text) == [
                "config.toml:10: tabs[\"other\"].url: the window \"chrome-a__-Default\" is the tab \"wiki\" already"
            ])
    }

    @Test(
        arguments: [
            ("[]", "browsers: this list may not be empty"),
            ("\"cog\"", "browsers: expected a list of browsers, not the text \"cog\""),
            (
                "[\"firefix\"]",
                "browsers[0]: \"firefix\" is not a browser that can show a page as a tab; expected the name or the absolute path of one "
                    + "of: chromium, chromium-browser, google-chrome, google-chrome-stable, cog, firefox, firefox-esr; "
                    + "did you mean \"firefox\"?"
            ),
            (
                "[\"cog\", \"bin/cog\"]",
                "browsers[1]: \"bin/cog\" is not a browser that can show a page as a tab; expected the name or the absolute path of one "
                    + "of: chromium, chromium-browser, google-chrome, google-chrome-stable, cog, firefox, firefox-esr"
            ),
        ])
    func invalidBrowsers(_ value: String, _ message: String) {
        #expect(errors("browsers = \(value)") == ["config.toml:1: \(message)"])
    }
}
