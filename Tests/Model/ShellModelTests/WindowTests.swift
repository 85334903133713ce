import ShellModel
import Testing

@Suite struct WindowTests {
    private func state(
        _ badge: WindowBinding.BadgePolicy = .none, restoring memory: PersistentState = PersistentState()
    )
        throws -> ShellState
    {
        var tab = Sample.tab("w")
        tab.window = WindowBinding(appIDs: ["org.example.W"], badge: badge)
        return ShellState(
            try ShellConfiguration(tabs: [Sample.tab("a"), tab, Sample.tab("b")], look: Look()), restoring: memory,
            now: 5)
    }

    private let window = WindowState(title: "t")

    @Test func windowAppearsAndDisappears() throws {
        let before = try state()
        #expect(before.hasWindowTabs)
        #expect(try !Sample.state().hasWindowTabs)
        let there = try before.after(.setWindow("w", window, over: nil), at: 6)
        #expect(there.windows == ["w": window])
        #expect(there.selection == before.selection)
        #expect(try there.reduce(.setWindow("w", window, over: nil), at: 7).effects == [])
        #expect(try there.after(.setWindow("w", nil, over: nil), at: 8).windows == [:])
        #expect(throws: CommandError.noWindow("a")) { try before.reduce(.setWindow("a", window, over: nil), at: 6) }
        #expect(throws: CommandError.self) { try before.reduce(.setWindow("x", window, over: nil), at: 6) }
    }

    @Test func activatedWindowSelectsItsTabUnlessSelectionChanged() throws {
        let before = try state()
        let after = try before.after(.setWindow("w", window, over: "a"), at: 6)
        #expect(after.selection?.tab == "w" && after.selection?.acceptedAt == 6)
        #expect(try before.after(.setWindow("w", window, over: "b"), at: 6).selection?.tab == "a")
        #expect(try before.after(.setWindow("w", nil, over: "a"), at: 6).selection?.tab == "a")
        // It is not a reselection.
        let again = try after.after(.setWindow("w", window, over: "w"), at: 7)
        #expect(again.reselect == .none && again.selection == after.selection)
        // The window is known before its tab is in front.
        #expect(try before.topics(of: .setWindow("w", window, over: "a"), at: 6) == [.windows, .selection])
    }

    @Test(arguments: [true, false])
    func selectingBringsThePageInFrontOfWindows(hasWindowTabs: Bool) throws {
        let before = try hasWindowTabs ? state() : Sample.state()
        let tab = try #require(before.selection?.tab)
        let other = try #require(before.tabs.first { $0.role == .page && $0.id != tab }?.id)
        #expect(before.selection?.isCovered == nil)
        #expect(before.arePagesAboveWindows == hasWindowTabs)
        // Nothing is known of windows.
        #expect(try before.after(.select(other), at: 6).selection?.isCovered == nil)

        let covered = try before.after(.setCovered(true, over: tab), at: 6)
        #expect(!covered.arePagesAboveWindows)
        #expect(try covered.topics(of: .setCovered(nil, over: tab), at: 7) == [.selection])
        // Another tab has been selected meanwhile.
        #expect(try covered.topics(of: .setCovered(nil, over: other), at: 7) == [])
        // Also by the already selected tab; it is not a reselection.
        for id in [tab, other] {
            let raised = try covered.after(.select(id), at: 7)
            #expect(raised.selection?.tab == id && raised.selection?.isCovered == false)
            #expect(raised.arePagesAboveWindows && raised.reselect == .none)
        }
        #expect(try covered.after(.open(tab, []), at: 7).arePagesAboveWindows)
        #expect(try covered.after(.select(tab), .select(tab), at: 7).reselect.count == 1)
    }

    @Test func urgentWindowSetsBadge() throws {
        let urgent = WindowState(isUrgent: true)
        #expect(try state().after(.setWindow("w", urgent, over: nil), at: 6).badges == [:])
        let marked = try state(.urgent).after(.setWindow("w", urgent, over: nil), at: 6)
        #expect(marked.badges == ["w": .dot])
        #expect(try marked.after(.setWindow("w", window, over: nil), at: 7).badges == [:])
        #expect(try marked.after(.setWindow("w", nil, over: nil), at: 7).badges == [:])
        // A badge that a client has set stays.
        let counted = try marked.after(.badge("w", .count(3)), .setWindow("w", window, over: nil), at: 7)
        #expect(counted.badges == ["w": .count(3)])
        let kept = try counted.after(.setWindow("w", urgent, over: nil), at: 8)
        #expect(kept.badges == ["w": .count(3)])
        // A badge from a window is not saved.
        #expect(marked.persistentState.badges == [:])
        #expect(counted.persistentState.badges == ["w": .count(3)])
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
