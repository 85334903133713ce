// SPDX-License-Identifier: MIT

import ShellModel
import TabConfig
import Testing

/// Addresses of web pages, and the command lines and app-ids of browsers.
@Suite struct BrowserTests {
    @Test(arguments: [
        ("https://example.org", "example.org", "/"), ("HTTP://Example.ORG:8080/a/b?c=d#e", "example.org", "/a/b"),
        ("http://127.0.0.1:1?x", "127.0.0.1", "/"), ("https://[::1]:443/a", "[::1]", "/a"),
        ("file:///home/me/a%20b.html", "", "/home/me/a%20b.html"),
    ])
    func address(_ text: String, host: String, path: String) throws {
        let address = try WebAddress(text)
        #expect(address.text == text)
        #expect(address.host == host)
        #expect(address.path == path)
    }

    @Test(arguments: [
        ("", "expected https"), ("example.org", "expected https"), ("ftp://example.org/", "expected https"),
        ("javascript:alert(1)", "expected https"), ("--help", "expected https"), ("data://x", "expected https"),
        ("http:example.org", "expected https"), ("https://", "no valid host"), ("https:///a", "no valid host"),
        ("https://a b/", "percent-encoded"), ("https://exämple.org/", "percent-encoded"),
        ("https://example.org/\"", "percent-encoded"), ("https://a:b@example.org/", "a name and a password"),
        ("https://example.org:0/", "a port"), ("https://example.org:65536/", "a port"), ("https://a:x/", "a port"),
        ("https://[::1/", "no valid host"), ("https://[]/", "no valid host"), ("https://a*/", "no valid host"),
        ("file://host/a", "three slashes"), ("file:///", "three slashes"), ("file:a", "expected https"),
    ])
    func invalidAddress(_ text: String, reason: String) {
        let error = #expect(throws: WebAddressError.self) { try WebAddress(text) }
        #expect(error?.reason.contains(reason) == true)
    }

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

    /// The names are those that Chromium 156 gives.
    @Test(arguments: [
        ("http://127.0.0.1:8123/a/b.html?x=1", "chrome-127.0.0.1__a_b.html-Default"),
        ("https://example.org", "chrome-example.org__-Default"),
        ("https://Example.org/~me/", "chrome-example.org___me_-Default"),
        ("file:///home/me/x.html", "chrome-__home_me_x.html-Default"),
        ("https://example.org/a%20b", "chrome-example.org__a%20b-Default"),
        ("https://example.org/a/../b", "chrome-example.org__b-Default"),
    ])
    func chromiumAppID(_ address: String, appID: String) throws {
        #expect(Browser.chromium.appID(try WebAddress(address), tab: "x").matches(appID))
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
        #expect(page.missingBrowser == "no browser is installed; searched for: cog, /opt/firefox")
        for arguments in [
            [], ["tabshell-page", "--tab", "wiki"], Array(page.arguments.dropLast()),
            ["x"] + page.arguments.dropFirst(),
        ] {
            #expect(WebPage(arguments: arguments) == nil)
        }
    }
}
