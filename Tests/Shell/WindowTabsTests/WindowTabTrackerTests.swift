import ShellModel
import Testing

@testable import WindowTabs

@Suite struct WindowTabTrackerTests {
    @Test func openingIsTheTimeOfWindowsThatAppearLater() throws {
        var tabs = ready(try state("home"), named(1, "a"))
        tabs.now = 7_000_000_000
        tabs.change(named(1, "a"), named(2, "b"))
        tabs.now += 1
        tabs.change(named(2, "b", .held))
        #expect(tabs.tracker.opening(of: 1) == nil && tabs.tracker.opening(of: 2) == 7_000_000_000)
        _ = tabs.closed(2)
        #expect(tabs.tracker.opening(of: 2) == nil)
    }

    @Test func initialWindowsAreReportedOnce() throws {
        var tabs = TrackerDriver()
        #expect(tabs.update(try state("home")) == [])
        // It had the focus before the list was complete.
        #expect(tabs.changed(window(1, "one", .got)) == [])
        #expect(tabs.ready() == [.report("one", WindowState(), over: nil), .report("two", nil, over: nil)])
        #expect(tabs.update(try state("home")) == [])
        _ = tabs.tracker.handle(.daemonLost, at: 1)
        #expect(tabs.update(try state("home")).count == 2)
    }

    /// Pages that are windows themselves are left to the compositor.
    @Test func windowsAreNotFollowedInAWindow() throws {
        var windowed = WindowTabTracker(hasOwnWindows: true)
        _ = windowed.update(try stateWithoutWindowTabs(), at: 1)
        _ = windowed.ready(at: 1)
        #expect(windowed.changed(window(9, "none", .got), at: 2) == [])
        #expect(windowed.deadline == nil)
    }

    /// As after a splash screen, or a restart.
    @Test func closedWindowLeavesItsTabSelected() throws {
        var tracker = WindowTabTracker()
        _ = tracker.update(try state("one"), at: 1)
        for facts in [window(2, "two"), window(3, "one"), window(1, "one", .held)] { _ = tracker.changed(facts, at: 1) }
        _ = tracker.ready(at: 1)
        // Another window of the tab follows, whichever the compositor chooses.
        #expect(tracker.closed(1, at: 0) == [.activate(3), .sync])
        _ = tracker.changed(window(2, "two", .got), at: 2)
        _ = tracker.changed(window(2, "two"), at: 2)
        _ = tracker.changed(window(3, "one", .got), at: 2)
        tracker.syncFinished(at: 4)
        #expect(tracker.closed(3, at: 0) == [.report("one", nil, over: nil), .sync])
        _ = tracker.changed(window(2, "two", .got), at: 3)
        tracker.syncFinished(at: 4)
        while let deadline = tracker.deadline { #expect(tracker.check(at: deadline) == []) }
        // The next one of it has the focus again.
        #expect(
            tracker.changed(window(4, "one"), at: 4) == [
                .report("one", WindowState(), over: nil), .activate(4), .sync,
            ])
    }

    @Test func titleAndUrgencyAreReportedOnRequest() throws {
        var plain = ready(try state("home"), window(1, "one", title: "a"))
        #expect(plain.changed(window(1, "one", title: "b")) == [])
        #expect(plain.tracker.setUrgent(["app.one"], at: 1) == [])

        var tabs = ready(try state("home", title: .spoken, badge: .urgent), window(1, "one", title: "a"))
        #expect(
            tabs.changed(window(1, "one", title: "b"))
                == [.report("one", WindowState(title: "b"), over: nil)])
        #expect(
            tabs.tracker.setUrgent(["app.one", "other"], at: 1)
                == [.report("one", WindowState(title: "b", isUrgent: true), over: nil)])
        #expect(tabs.tracker.setUrgent([], at: 1) == [.report("one", WindowState(title: "b"), over: nil)])
        // The longest title that the socket allows, in whole characters.
        let long = String(repeating: "é", count: 3000)
        guard case .report(_, let state, _, _)? = tabs.changed(window(1, "one", title: long)).first else {
            Issue.record("nothing was reported")
            return
        }
        #expect(state?.title.utf8.count == 4096)
    }

    /// The windows of another adapter replace the earlier ones; the daemon has the same reports.
    @Test func adaptersAlternate() throws {
        var tabs = ready(try state("one"), window(1, "one", .held), window(2, "two"))
        _ = tabs.tracker.handle(.workspaces(true), at: 1)
        let others = [window(8, "two"), window(7, "one", .held)]
        #expect(tabs.tracker.replace(others, areOthers: true, at: 2) == [])
        #expect(tabs.tracker.owners == [7: "one", 8: "two"] && tabs.tracker.opening(of: 7) == nil)
        // The next list lacks one, and has another one.
        let steps = tabs.tracker.replace([window(9, "one"), window(7, "one", .held)], areOthers: false, at: 3)
        #expect(steps == [.report("two", nil, over: nil)] && tabs.tracker.opening(of: 9) == 3)
    }

    /// A late or changed app-id makes a window the page of a tab, or of none. The lines are app-ids of the window, and
    /// for each the tab that it belongs to, while the selected tab waits for it and later.
    @Test(
        arguments: [
            ["": nil, "app.one": "one"], ["soffice": nil, "app.one": "one"], ["app.one": "one", "away": nil],
            ["app.one": "one", "app.two": "two"], ["app.two": "two", "app.one": "one", "": nil],
            ["": nil, "one-server": nil, "app.one": "one"],
        ] as [KeyValuePairs<String, TabID?>])
    func identityMayChange(_ names: KeyValuePairs<String, TabID?>) throws {
        for selected in ["one", "home"] as [TabID] {
            var tabs = ready(try state(selected))
            var owner: TabID?
            for (name, tab) in names {
                let steps = tabs.changed(named(1, name))
                #expect(tabs.tracker.owners[1] == tab, "\(name)")
                guard owner != tab else { continue }
                if let owner { #expect(steps.contains(.report(owner, nil, over: nil))) }
                if let tab { #expect(steps.contains(.report(tab, WindowState(), over: nil))) }
                #expect(steps.contains(.activate(1)) == (tab == selected))
                owner = tab
            }
            #expect(
                tabs.tracker.isWaiting == (selected == "one" && owner != "one" && !names.contains { $0.1 == "one" }))
        }
    }

    @Test(arguments: [
        ("foot-server", "foot2", true), ("org.example.Edit", "edit", true), ("firefox_firefox", "Firefox", true),
        ("foot", "footer", false), ("a1", "a2", false), ("", "", false), ("org.example.Two", "org.example.One", false),
        ("7zip", "7zip", false),
    ])
    func renamedAppID(_ appID: String, expected: String, isLike: Bool) {
        #expect(RenamedAppID.matches(appID, expected: expected) == isLike)
    }
}
