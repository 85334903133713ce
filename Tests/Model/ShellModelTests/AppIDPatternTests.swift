// SPDX-License-Identifier: MIT
import ShellModel
import Testing

@Suite struct AppIDPatternTests {
    @Test(arguments: [
        ("foot", "foot", true), ("foot", "Foot", false), ("foot", "footclient", false), ("foot*", "foot", true),
        ("foot*", "footclient", true), ("*foot", "org.foot", true), ("*foot", "org.foots", false),
        ("f??t", "foot", true),
        ("f??t", "fot", false), ("f?t", "fét", true), ("*", "x", true), ("*", "", false), ("", "", false),
        ("chrome-*-Default", "chrome-app.example__-Default", true), ("chrome-*-Default", "chrome--Profile_1", false),
        ("*a*b", "xaxxabxb", true), ("*a*bc", "aabab", false), ("**", "ab", true), ("a?*", "a", false),
        ("org.*", "orgx", false), ("a[b]", "ab", false), ("?", "\\", true),
    ])
    func pattern(_ pattern: String, _ appID: String, matches: Bool) {
        #expect(AppIDPattern(pattern).matches(appID) == matches)
    }

    @Test func literalHasNoWildcard() {
        #expect(AppIDPattern("org.example.One").isLiteral)
        #expect(!AppIDPattern("foot*").isLiteral && !AppIDPattern("f?ot").isLiteral)
        #expect((["foot", "foot-*"] as [AppIDPattern]).listed == "\"foot\" or \"foot-*\"")
    }
}
