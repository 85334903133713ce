// SPDX-License-Identifier: MIT

import Testing

@testable import ConfigReader

@Suite struct KeyLocatorTests {
    private let text = """
        # bar.height = 1
        look = "x" # look
        bar.height = 95
        "quoted key".'it''s' = 1
        text = \"\"\"
        bar.hairline = 3
        \\\"\"\"
        "" [title]
        \"\"\"
        raw = '''
        [icon]
        ''\'''
        list = [ # first
            "a]", [1,
              2], # third ]
            { inner = 1, deep.er = [
               7 ] },
        ]
        [bar.inner]
        a = "=[" ; b
        [ spaced . "key" ]
        one = 'two'
        [[tabs]]
        id = "home"
        [[tabs]]
        icon = "x"
        badge = { count = 1, x.y = 2 }
        [tabs.more]
        z = 1
        [[tabs.list]]
        q = 1
        """

    @Test(arguments: [
        ("look", 2), ("bar", 3), ("bar.height", 3), ("text", 5), ("raw", 10), ("list", 13), ("bar.inner", 19),
        ("bar.inner.a", 20), ("spaced.key.one", 22), ("tabs", 23),
    ])
    func names(_ path: String, _ line: Int) {
        let path = ConfigPath(steps: path.split(separator: ".").map { .key(String($0)) })
        #expect(KeyLocator(text).line(of: path) == line)
    }

    @Test func elements() {
        let locator = KeyLocator(text)
        let list = ConfigPath.root + "list"
        #expect(locator.line(of: list + 0) == 14)
        #expect(locator.line(of: list + 1) == 14)
        #expect(locator.line(of: list + 1 + 1) == 15)
        #expect(locator.line(of: list + 2) == 16)
        #expect(locator.line(of: list + 2 + "deep" + "er") == 16)
        #expect(locator.line(of: list + 2 + "deep" + "er" + 0) == 17)
        let tabs = ConfigPath.root + "tabs"
        #expect(locator.line(of: tabs + 0) == 23)
        #expect(locator.line(of: tabs + 0 + "id") == 24)
        #expect(locator.line(of: tabs + 1) == 25)
        #expect(locator.line(of: tabs + 1 + "icon") == 26)
        #expect(locator.line(of: tabs + 1 + "badge" + "x" + "y") == 27)
        #expect(locator.line(of: tabs + 1 + "more" + "z") == 29)
        #expect(locator.line(of: tabs + 1 + "list" + 0 + "q") == 31)
        #expect(locator.line(of: ConfigPath.root + "quoted key" + "it") == 4)
    }

    /// What does not stand in the text is where that is which should have it.
    @Test func theNearestAround() {
        let locator = KeyLocator(text)
        #expect(locator.line(of: .root + "tabs" + 0 + "icon") == 23)
        #expect(locator.line(of: .root + "nowhere") == nil)
        #expect(locator.line(of: .root + "icon") == nil)
        #expect(locator.line(of: .root + "title") == nil)
        #expect(locator.line(of: .root + "bar" + "hairline") == 3)
    }

    @Test func lineEndsAndByteOrderMark() {
        let locator = KeyLocator("\u{FEFF}a = 1\r\n\r\nb = \"x\"\r\n[c]\r\nd = 1")
        #expect(locator.line(of: .root + "a") == 1)
        #expect(locator.line(of: .root + "b") == 3)
        #expect(locator.line(of: .root + "c" + "d") == 5)
    }

    /// It is never given what is not TOML, and must come to an end with that, too.
    @Test(arguments: [
        "", "[", "[[", "a", "a=", "a=[", "a={", "\"", "'''", "\"\"\"\\", "=", "]", "}", "a=[{[{", "..", "a.", "[a.",
        "\\", "a=\"\\", "[[a]]\n[a]\n[[a.b]]\n[[a", "a=[=]", "a={=}", "a={]}", "a=[}]", ",", "a=,",
    ])
    func nonsense(_ text: String) {
        #expect(KeyLocator(text).line(of: .root + "b" + "c") == nil)
    }

    @Test func paths() {
        #expect((ConfigPath.root + "tabs" + 2 + "icon").description == "tabs[2].icon")
        #expect((ConfigPath.root + "a b" + "").description == "\"a b\".\"\"")
    }

    @Test(arguments: [
        "true", "false", "0", "-0", "+1", "1_000", "0xDEAD_beef", "0o17", "0b1_0", "1.5", "-1e3", "6.02E+23", "1e0_1",
        "inf",
        "-nan", "1979-05-27", "07:32:00", "07:32:00.123456", "1979-05-27T07:32:00Z", "1979-05-27t07:32:00.5-07:00",
        "1979-05-27 07:32:00",
    ])
    func bareValues(_ text: String) throws {
        #expect(BareValue.isWellFormed(Array(text.utf8)[...]))
        _ = try SourceText.parse("a = \(text) # \nb = [\(text),\(text)]\nc = {d=\(text)}")
    }

    @Test(arguments: [
        "True", "yes", "opaque", "1.", ".5", "1.e3", "01", "-01", "+0x1", "0x", "1__0", "_1", "1_", "0b2", "1e", "Inf",
        "--1",
        "1979-05", "1979-05-27T", "07:32", "07:32:0", "07:32:00.", "07:32:00Z", "1979-05-27T07:32:00+7", "197-05-27",
        "é",
    ])
    func noValues(_ text: String) {
        #expect(!BareValue.isWellFormed(Array(text.utf8)[...]))
        #expect(errors("a = \(text)").first?.hasPrefix("config.toml:1: this is not TOML: ") == true)
    }
}
