import ShellModel
import Testing

@Suite struct WindowTests {
    private func state(_ badge: WindowBinding.BadgePolicy) throws -> ShellState {
        var tab = Sample.tab("w")
        tab.window = WindowBinding(appIDs: ["org.example.W"], badge: badge)
        return ShellState(
            try ShellConfiguration(tabs: [Sample.tab("a"), tab, Sample.tab("b")], look: Look()), now: 5)
    }

    @Test(
        arguments: [
            ("(3) Inbox", 3), ("(0) Inbox", nil), ("Inbox (3)", nil), ("(x) Inbox", nil), ("()", nil), ("(12", nil),
            ("(999999)", 999_999), ("(1000000)", nil), ("(٣) Inbox", nil), ("(-3)", nil), ("", nil),
        ] as [(String, Int?)])
    func titleCountBecomesBadge(title: String, count: Int?) throws {
        #expect(WindowState(title: title).titleCount == count)
        let state = try state(.title).after(.setWindow("w", WindowState(title: title), over: nil), at: 6)
        #expect(state.badges == (count.map { ["w": .count($0)] } ?? [:]))
    }

    @Test func newConfigurationKeepsMatchingWindows() throws {
        let there = try state(.urgent).after(.setWindow("w", WindowState(isUrgent: true), over: nil), at: 6)
        func configured(_ window: WindowBinding?) throws -> ShellState {
            var tab = Sample.tab("w")
            tab.window = window
            return try there.after(
                .configure(try ShellConfiguration(tabs: [Sample.tab("a"), tab], look: Look())), at: 7)
        }
        let plain = try configured(WindowBinding(appIDs: ["org.example.W"]))
        #expect(plain.windows.keys.map(\.rawValue) == ["w"])
        // Its badge is removed.
        #expect(plain.badges == [:])
        #expect(try configured(WindowBinding(appIDs: ["org.example.W", "w*"])).windows == [:])
        let other = try configured(WindowBinding(appIDs: ["org.example.Other"], badge: .urgent))
        #expect(other.windows == [:] && other.badges == [:])
        #expect(try configured(nil).windows == [:])
    }
}

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
