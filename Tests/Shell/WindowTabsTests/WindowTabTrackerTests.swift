// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import WindowTabs

@Suite struct WindowTabTrackerTests {
    private typealias Step = WindowTabTracker.Step

    /// A state with two windows, a page and a selection.
    private func state(
        _ selected: TabID, title: WindowBinding.TitlePolicy = .none,
        badge: WindowBinding.BadgePolicy = .none, presses: Int = 0, appIDs: [TabID: [AppIDPattern]] = [:],
        fills: Bool = false
    ) throws -> ShellState {
        let tabs = (["home", "one", "two"] as [TabID]).map { id in
            Tab(
                id: id, title: id.rawValue, icon: "", accessibilityLabel: "", accessibilityHint: "",
                window: id == "home"
                    ? nil : WindowBinding(appIDs: appIDs[id] ?? ["app.\(id)"], title: title, badge: badge, fills: fills)
            )
        }
        var state = ShellState(
            try ShellConfiguration(tabs: tabs, look: Look()), restoring: PersistentState(selected: selected), now: 1)
        for _ in 0..<presses { state = try state.reduce(.select(selected), at: 1).state }
        return state
    }

    /// The focus of a window: none, held, held and just got, or lost again.
    private enum Focus {
        case none, held, got, brief
    }

    /// A window of another program than those of tabs, by its app-id.
    private func named(_ id: Int64, _ appID: String, _ focus: Focus = .none, parent: Int64? = nil) -> WindowFacts {
        var facts = WindowFacts(id: id)
        (facts.appID, facts.parent) = (appID, parent)
        facts.isActivated = focus == .held || focus == .got
        facts.wasActivated = focus == .got || focus == .brief
        return facts
    }

    /// A window of a tab.
    private func window(_ id: Int64, _ tab: TabID, _ focus: Focus = .none, title: String = "") -> WindowFacts {
        var facts = named(id, "app.\(tab)", focus)
        facts.title = title
        return facts
    }

    /// The tracker with a clock, and with a compositor that handles each request at once.
    private struct Driver {
        var tracker = WindowTabTracker()
        var now: UInt64 = 1_000_000_000

        mutating func update(_ state: ShellState) -> [Step] { answered(tracker.update(state, at: now)) }
        mutating func changed(_ window: WindowFacts) -> [Step] { answered(tracker.changed(window, at: now)) }
        /// Changes whose steps are not looked at.
        mutating func change(_ windows: WindowFacts...) { for window in windows { _ = changed(window) } }
        mutating func closed(_ id: Int64) -> [Step] { answered(tracker.closed(id, at: now)) }
        mutating func ready() -> [Step] { answered(tracker.ready(at: now)) }

        /// Lets the time pass until nothing is left to be decided.
        mutating func settle() -> [Step] {
            var steps: [Step] = []
            while let deadline = tracker.deadline {
                now = max(now, deadline)
                steps += answered(tracker.check(at: now))
            }
            return steps
        }

        private mutating func answered(_ steps: [Step]) -> [Step] {
            for step in steps {
                if case .sync = step { tracker.syncFinished(at: now) }
                if case .front(.cover) = step { _ = tracker.handle(.coverHandled, at: now) }
            }
            return steps
        }
    }

    private func ready(_ state: ShellState, _ windows: WindowFacts...) -> Driver {
        var tabs = Driver()
        _ = tabs.update(state)
        for window in windows { _ = tabs.changed(window) }
        _ = tabs.ready()
        _ = tabs.settle()
        return tabs
    }

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
        var tabs = Driver()
        #expect(tabs.update(try state("home")) == [])
        // It had the focus before the list was complete.
        #expect(tabs.changed(window(1, "one", .got)) == [])
        #expect(tabs.ready() == [.report("one", WindowState(), over: nil), .report("two", nil, over: nil)])
        #expect(tabs.update(try state("home")) == [])
        _ = tabs.tracker.handle(.daemonLost, at: 1)
        #expect(tabs.update(try state("home")).count == 2)
    }

    @Test func selectingATabActivatesItsWindow() throws {
        var tabs = ready(try state("home"), window(1, "one"), window(2, "one"), window(3, "two"))
        // The window that last had the focus.
        tabs.change(window(1, "one", .held), window(1, "one"))
        #expect(tabs.update(try state("one")) == [.activate(1), .sync])
        #expect(tabs.update(try state("one")) == [])
        // A window that already has the focus is not activated again; a missing one cannot be.
        _ = tabs.changed(window(1, "one", .held))
        #expect(tabs.update(try state("home")) == [])
        #expect(tabs.update(try state("one")) == [])
        _ = tabs.closed(3)
        #expect(tabs.update(try state("two")) == [])
        // The window opens and is activated.
        #expect(
            tabs.changed(window(4, "two")) == [.report("two", WindowState(), over: nil), .activate(4), .sync])
    }

    @Test func initiallySelectedTabsWindowIsActivated() throws {
        var tabs = Driver()
        _ = tabs.update(try state("one"))
        _ = tabs.changed(window(1, "one"))
        #expect(tabs.ready().suffix(2) == [.activate(1), .sync])
    }

    @Test func userActivatedWindowSelectsItsTab() throws {
        var tabs = ready(try state("home"), window(1, "one"), window(2, "two"))
        // Over a page, the compositor gives the focus by itself: to a window that opens, or after a lock.
        #expect(tabs.changed(window(1, "one", .brief)) == [])
        #expect(tabs.settle() == [])
        #expect(tabs.update(try state("one")) == [.activate(1), .sync])
        #expect(tabs.changed(window(1, "one", .got)) == [])
        #expect(tabs.settle() == [])
        // From a window to another one.
        _ = tabs.changed(window(1, "one"))
        #expect(tabs.changed(window(2, "two", .got)) == [])
        #expect(tabs.settle() == [.report("two", WindowState(), over: "one")])
        // The compositor shows a window that belongs to no tab beside the windows of tabs.
        #expect(tabs.changed(foreign(9, .got)) == [])
        #expect(tabs.settle() == [])
    }

    private func foreign(_ id: Int64, _ focus: Focus = .none) -> WindowFacts { window(id, "none", focus) }

    /// The state after a report.
    private func covered(_ isCovered: Bool?, _ state: ShellState) throws -> ShellState {
        try state.reduce(.setCovered(isCovered, over: state.selection?.tab ?? "none"), at: 2).state
    }

    private func stateWithoutWindowTabs() throws -> ShellState {
        let tab = Tab(id: "home", title: "", icon: "", accessibilityLabel: "", accessibilityHint: "")
        return ShellState(try ShellConfiguration(tabs: [tab], look: Look()), now: 1)
    }

    @Test func windowOfNoTabComesInFrontOfThePageAndGoesBehindIt() throws {
        var tabs = ready(try state("home"), foreign(9))
        // The user turns to it: the page takes the focus back at once.
        #expect(tabs.changed(foreign(9, .brief)) == [])
        #expect(tabs.settle() == [.front(.cover(true, over: "home"))])
        #expect(tabs.update(try covered(true, try state("home"))) == [.activate(9), .sync])
        _ = tabs.changed(foreign(9, .got))
        #expect(tabs.settle() == [])
        // The page is selected again and takes the focus.
        #expect(tabs.update(try covered(false, try state("home"))) == [])
        _ = tabs.changed(foreign(9))
        #expect(tabs.settle() == [])
        // From the covered page to a tab's window.
        _ = tabs.changed(foreign(9, .brief))
        #expect(tabs.settle() == [.front(.cover(true, over: "home"))])
        _ = tabs.update(try covered(true, try state("home")))
        _ = tabs.changed(foreign(9, .got))
        _ = tabs.settle()
        tabs.change(foreign(9), window(1, "one", .got))
        #expect(tabs.settle() == [.report("one", WindowState(), over: "home")])
    }

    /// A compositor gives the focus to no window while a page has the keyboard exclusively.
    @Test func newWindowComesInFrontOfAPageWithoutTheFocus() throws {
        var tabs = ready(try state("one"), window(1, "one", .held))
        _ = tabs.update(try state("home"))
        // Its app-id may come later.
        #expect(tabs.changed(named(9, "")) == [])
        #expect(tabs.changed(foreign(9)) == [.front(.cover(true, over: "home"))])
        #expect(tabs.update(try covered(true, try state("home"))) == [.activate(9), .sync])
        // A dialog of a tab's window, and the window of another tab, wait behind the page.
        _ = tabs.update(try covered(false, try state("home")))
        #expect(tabs.changed(named(10, "dialog", parent: 1)) == [])
        #expect(tabs.changed(window(2, "two")) == [.report("two", WindowState(), over: nil)])
        #expect(tabs.settle() == [])
    }

    @Test func closingTheLastWindowOfNoTabUncoversThePage() throws {
        var tabs = ready(try state("home"), window(1, "one"), foreign(8), foreign(9))
        _ = tabs.update(try covered(true, try state("home")))
        _ = tabs.changed(foreign(9, .got))
        _ = tabs.settle()
        // The other one follows, whichever the compositor chooses.
        #expect(tabs.closed(9) == [.activate(8), .sync])
        _ = tabs.changed(foreign(8, .got))
        #expect(tabs.closed(8) == [.front(.cover(nil, over: "home")), .sync])
        #expect(tabs.settle() == [])
    }

    @Test func withoutWindowTabsTheFirstWindowCoversThePage() throws {
        let bare = try stateWithoutWindowTabs()
        var tabs = ready(bare)
        #expect(tabs.changed(foreign(9, .got)) == [.front(.cover(true, over: "home"))])
        #expect(tabs.update(try covered(true, bare)) == [])
        // The page is selected.
        #expect(tabs.update(try covered(false, bare)) == [])
        _ = tabs.changed(foreign(9))
        #expect(tabs.settle() == [])
        _ = tabs.changed(foreign(9, .brief))
        #expect(tabs.settle() == [.front(.cover(true, over: "home"))])
        #expect(tabs.update(try covered(true, bare)) == [.activate(9), .sync])
        #expect(tabs.closed(9) == [.front(.cover(nil, over: "home"))])

        // Pages that are windows themselves are left to the compositor.
        var windowed = WindowTabTracker(hasOwnWindows: true)
        _ = windowed.update(bare, at: 1)
        _ = windowed.ready(at: 1)
        #expect(windowed.changed(foreign(9, .got), at: 2) == [])
        #expect(windowed.deadline == nil)
    }

    @Test func windowThatDoesNotComeIsActivatedOnceMore() throws {
        var tabs = ready(try state("home"), window(2, "two"), window(1, "one"))
        #expect(tabs.update(try state("two")) == [.activate(2), .sync])
        _ = tabs.changed(window(1, "one", .got))
        #expect(tabs.settle() == [.activate(2), .sync])
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

    @Test func windowOfADeselectedTabDoesNotTakeOver() throws {
        var tabs = ready(try state("one"))
        _ = tabs.update(try state("home"))
        #expect(tabs.settle() == [])
        #expect(
            tabs.changed(window(1, "one", .brief)) == [.report("one", WindowState(), over: nil)])
        #expect(tabs.settle() == [])
    }

    @Test func focusFallbackDoesNotSelectATab() throws {
        var tabs = ready(try state("home"), window(1, "one"))
        _ = tabs.update(try state("two"))
        _ = tabs.settle()
        #expect(tabs.changed(window(1, "one", .got)) == [])
        #expect(tabs.settle() == [])
        _ = tabs.changed(window(1, "one"))
        // The fallback is used once.
        _ = tabs.changed(window(1, "one", .got))
        #expect(tabs.settle() == [.report("one", WindowState(), over: "two")])

        var quick = ready(try state("home"), window(1, "one"))
        _ = quick.update(try state("two"))
        #expect(quick.changed(window(2, "two")).contains(.activate(2)))
        quick.change(window(2, "two", .got), window(2, "two"), window(1, "one", .got))
        #expect(quick.settle().count == 1)
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

    @Test func addedAndRemovedTabsAreReported() throws {
        var tabs = ready(try state("home"), window(1, "one"))
        // The window of a tab is no tab's now.
        #expect(tabs.update(try stateWithoutWindowTabs()) == [.front(.cover(true, over: "home")), .activate(1), .sync])
        #expect(
            tabs.update(try state("home"))
                == [.report("one", WindowState(), over: nil), .report("two", nil, over: nil)])
        #expect(tabs.settle() == [])
    }

    @Test func pressesOnATabAlternateItsWindows() throws {
        var tabs = ready(try state("one"), window(1, "one"), window(2, "one"), window(3, "two"), window(4, "one"))
        func focus(_ id: Int64) {
            for other: Int64 in [1, 2, 4] {
                if other != id { _ = tabs.changed(window(other, "one")) }
            }
            _ = tabs.changed(window(id, "one", .got))
        }
        focus(2)
        focus(4)
        // The one before comes first; then all others.
        for (press, id) in [(1, 2), (2, 1), (3, 4), (4, 2)] as [(Int, Int64)] {
            #expect(tabs.update(try state("one", presses: press)) == [.activate(id), .sync])
            #expect(tabs.update(try state("one", presses: press)) == [])
            focus(id)
            #expect(tabs.settle() == [])
        }
        // Another window came to the front meanwhile.
        focus(1)
        #expect(tabs.update(try state("one", presses: 5)) == [.activate(2), .sync])
        // A tab with one window has nothing to alternate with; the press brings it to the front.
        _ = tabs.update(try state("two", presses: 5))
        #expect(tabs.update(try state("two", presses: 6)) == [.activate(3), .sync])
        _ = tabs.changed(window(3, "two", .got))
        #expect(tabs.update(try state("two", presses: 7)) == [])
    }

    @Test func missingWindowIsExplainedByTheAppIDsThatThereAre() throws {
        var tabs = ready(try state("home"), window(2, "two"))
        _ = tabs.changed(named(7, "app-server"))
        #expect(tabs.update(try state("one")) == [])
        #expect(
            tabs.settle() == [
                .report(
                    "one", nil, over: nil,
                    note: "no window has the app-id \"app.one\"; windows without a tab have \"app-server\"")
            ])
        // The explanation goes when the window comes, and does not return when the user closes it.
        #expect(tabs.changed(window(1, "one")).first == .report("one", WindowState(), over: nil))
        #expect(tabs.closed(1) == [.report("one", nil, over: nil), .sync])
        #expect(tabs.settle() == [])
    }

    /// A state in which the program of a tab runs.
    private func running(_ pid: Int32?) throws -> ShellState {
        var state = try state("one")
        state.programs = [ProgramStatus(program: .page("one"), phase: .starting, pid: pid)]
        return state
    }

    /// A program that is started again has the whole time anew.
    @Test func windowIsWaitedForAgainAfterARestart() throws {
        var tabs = ready(try state("home"))
        _ = tabs.update(try running(7))
        let missing = "no window has the app-id \"app.one\"; no window without a tab is open"
        #expect(tabs.settle() == [.report("one", nil, over: nil, note: missing)])
        #expect(tabs.update(try running(8)) == [.report("one", nil, over: nil)])
        #expect(tabs.settle() == [.report("one", nil, over: nil, note: missing)])
        #expect(tabs.update(try running(8)) == [])
    }

    /// A program that goes on without a window, as one with an icon in a tray does, leaves no empty page.
    @Test func closedWindowOfARunningProgramIsMissed() throws {
        var tabs = ready(try running(7), window(1, "one"))
        #expect(tabs.closed(1) == [.report("one", nil, over: nil), .sync])
        let missing = "no window has the app-id \"app.one\"; no window without a tab is open"
        #expect(tabs.settle() == [.report("one", nil, over: nil, note: missing)])
        // Then it ends.
        #expect(tabs.update(try running(nil)) == [.report("one", nil, over: nil)])
        // One that ends at once was closed by its user.
        _ = tabs.update(try running(8))
        tabs.change(window(2, "one", .got))
        _ = tabs.closed(2)
        _ = tabs.update(try running(nil))
        #expect(tabs.settle() == [])
    }

    @Test func childBelongsToTheTabOfItsParent() throws {
        var tabs = ready(try state("two"), window(1, "one"), window(2, "two", .held))
        #expect(tabs.changed(named(3, "portal", parent: 1)) == [])
        // A child of a child that gets the focus selects the tab.
        tabs.change(window(2, "two"), named(4, "app.two", .got, parent: 3))
        #expect(tabs.settle() == [.report("one", WindowState(), over: "two")])
        // It is the one that is activated with the tab.
        _ = tabs.update(try state("one"))
        _ = tabs.update(try state("two"))
        _ = tabs.changed(named(4, "app.two", parent: 3))
        #expect(tabs.update(try state("one")) == [.activate(4), .sync])
        #expect(tabs.closed(4) == [.activate(3), .sync])
        // A circle ends.
        tabs.change(named(5, "x", parent: 6), named(6, "y", parent: 5))
    }

    @Test func parentThatComesAfterTheFocusSelectsTheTab() throws {
        var tabs = ready(try state("two"), window(1, "one"), window(2, "two", .held))
        tabs.change(window(2, "two"), named(3, "portal", .got), named(3, "portal", .held, parent: 1))
        #expect(tabs.settle() == [.report("one", WindowState(), over: "two")])
    }

    @Test func pressDoesNotLeaveADialog() throws {
        var tabs = ready(try state("one"), window(1, "one"), named(2, "app.one", parent: 1))
        _ = tabs.changed(named(2, "app.one", .got, parent: 1))
        #expect(tabs.update(try state("one", presses: 1)) == [])
        // With another window, a press alternates between it and the dialog.
        tabs.change(window(3, "one"), window(3, "one", .got), named(2, "app.one", parent: 1))
        #expect(tabs.update(try state("one", presses: 2)) == [.activate(2), .sync])
        tabs.change(window(3, "one"), named(2, "app.one", .got, parent: 1))
        #expect(tabs.update(try state("one", presses: 3)) == [.activate(3), .sync])
    }

    @Test func windowOfTheWaitingTabIsNotThatOfAnEarlierPattern() throws {
        let appIDs: [TabID: [AppIDPattern]] = ["one": ["foot*"], "two": ["foot-*"]]
        var tabs = ready(try state("home", appIDs: appIDs))
        _ = tabs.update(try state("one", appIDs: appIDs))
        #expect(tabs.changed(named(1, "foot-server", .got)).contains(.report("one", WindowState(), over: nil)))
        _ = tabs.update(try state("two", appIDs: appIDs))
        #expect(tabs.changed(named(2, "foot-server", .got)).contains(.report("two", WindowState(), over: nil)))
        #expect(tabs.closed(1).contains(.report("one", nil, over: nil)))
    }

    @Test func windowsFillWhenTheyOpenAndWhenTheirTabIsSelected() throws {
        func told(_ id: Int64, _ tab: TabID, isMaximized: Bool) -> WindowFacts {
            var info = window(id, tab)
            info.isMaximized = isMaximized
            return info
        }
        var tabs = Driver()
        _ = tabs.update(try state("home", fills: true))
        tabs.change(window(1, "one"), told(2, "two", isMaximized: true))
        #expect(tabs.ready().contains(.setMaximized(1, true)))
        _ = tabs.changed(told(1, "one", isMaximized: true))
        _ = tabs.settle()
        #expect(tabs.changed(named(3, "app.one", parent: 1)) == [])
        // The user undoes it, and that stays until the tab is selected.
        #expect(tabs.changed(window(1, "one")) == [])
        #expect(tabs.update(try state("one", fills: true)).contains(.setMaximized(1, true)))
        _ = tabs.changed(told(1, "one", isMaximized: true))
        // Only what was done here is undone.
        #expect(tabs.update(try state("one")) == [.setMaximized(1, false)])
        #expect(tabs.update(try state("one", fills: true)) == [])
        #expect(tabs.update(try state("home", fills: true)) == [])
        _ = tabs.changed(told(1, "one", isMaximized: false))
        #expect(tabs.update(try state("one", fills: true)).contains(.setMaximized(1, true)))
        #expect(tabs.tracker.release() == [.setMaximized(1, false)])
    }

    /// Mir does not tell of which window another one is a dialog.
    @Test func onlyTheFirstWindowFillsWhereDialogsAreNotKnown() throws {
        var tabs = Driver()
        tabs.tracker.knowsChildren = false
        _ = tabs.update(try state("one", fills: true))
        tabs.change(window(1, "one", .got))
        #expect(tabs.ready().contains(.setMaximized(1, true)))
        #expect(tabs.changed(window(2, "one", .got)) == [])
        _ = tabs.update(try state("home", fills: true))
        #expect(!tabs.update(try state("one", fills: true)).contains(.setMaximized(2, true)))
        // The first one was a splash.
        _ = tabs.closed(1)
        #expect(tabs.changed(window(2, "one", .held)) == [.setMaximized(2, true)])
    }

    /// The compositor's workspaces decide what is in front: no focus selects, covers or activates.
    @Test func focusDecidesNothingWhereTabsHaveWorkspaces() throws {
        var tabs = Driver()
        _ = tabs.tracker.handle(.workspaces(true), at: 1)
        _ = tabs.update(try state("one"))
        tabs.change(window(1, "one", .held), window(2, "two"))
        _ = tabs.tracker.ready(at: 1)
        tabs.change(window(1, "one"), window(2, "two", .got))
        tabs.change(window(2, "two"), named(7, "free", .got))
        #expect(tabs.settle() == [] && tabs.tracker.deadline == nil)
        #expect(tabs.closed(7) == [])
        for tab in ["two", "home"] as [TabID] {
            #expect(tabs.update(try state(tab)) == [.front(.layout(tab, .selection))])
        }
        // A press on the tab again activates its next window.
        tabs.change(window(1, "one", .got), window(3, "one"))
        _ = tabs.update(try state("one"))
        #expect(tabs.update(try state("one", presses: 1)).contains(.activate(3)))
    }

    /// The windows of another adapter take the place of those before; the daemon has the same reports.
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

    /// An app-id that comes late or changes makes a window the page of a tab, or of none. The lines are app-ids of the window, and
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

    /// A window that renames itself leaves its tab without one, which is explained.
    @Test func renamedWindowIsMissed() throws {
        var tabs = ready(try running(7), window(1, "one", .held))
        #expect(tabs.changed(named(1, "away", .held)) == [.report("one", nil, over: nil)])
        #expect(tabs.tracker.isWaiting)
        let missing = "no window has the app-id \"app.one\"; windows without a tab have \"away\""
        #expect(tabs.settle() == [.report("one", nil, over: nil, note: missing)])
        #expect(tabs.changed(window(1, "one", .held)) == [.report("one", WindowState(), over: nil)])
    }

    @Test func tabHasTheWindowsThatItsPatternsMatch() throws {
        let appIDs: [TabID: [AppIDPattern]] = ["one": ["foot*", "x"], "two": ["footclient", "f*"]]
        var tabs = ready(try state("home", appIDs: appIDs), named(1, "foot"), named(2, "footclient"), named(3, "x"))
        // The last window of the tab's that had the focus, of whatever app-id. The other tab names footclient itself.
        #expect(tabs.update(try state("one", appIDs: appIDs)) == [.activate(3), .sync])
        _ = tabs.changed(named(3, "x", .got))
        #expect(tabs.update(try state("one", presses: 1, appIDs: appIDs)) == [.activate(1), .sync])
        #expect(tabs.update(try state("two", appIDs: appIDs)) == [.activate(2), .sync])
        #expect(tabs.closed(2) == [.report("two", nil, over: nil), .sync])
        _ = tabs.update(try state("home", appIDs: appIDs))
        _ = tabs.update(try state("two", appIDs: appIDs))
        #expect(
            tabs.settle() == [
                .report(
                    "two", nil, over: nil,
                    note: "no window has the app-id \"footclient\" or \"f*\"; no window without a tab is open")
            ])
    }

    @Test func windowIsReportedAgainWhenTheAppIDsChange() throws {
        var tabs = ready(try state("home"), window(1, "one"))
        let steps = tabs.update(try state("home", appIDs: ["one": ["app.one", "other"]]))
        #expect(steps == [.report("one", WindowState(), over: nil)])
    }

    @Test func newWindowWithARenamedAppIDIsTheOneThatIsWaitedFor() throws {
        // The user's own window, which was open before, is not taken.
        var tabs = ready(try state("home"), named(7, "org.example.One-viewer", .got))
        _ = tabs.update(try state("one"))
        _ = tabs.changed(named(7, "org.example.One-viewer", .got))
        #expect(tabs.tracker.deadline != nil)
        #expect(
            tabs.changed(named(8, "two-server", .got)).allSatisfy { $0 != .report("one", WindowState(), over: nil) })
        // Its app-id comes late.
        _ = tabs.changed(named(9, ""))
        #expect(tabs.changed(named(9, "one-server", .got)).contains(.report("one", WindowState(), over: nil)))
        #expect(tabs.settle().isEmpty)
        // It remains the tab's.
        _ = tabs.update(try state("home"))
        _ = tabs.changed(named(9, "one-server"))
        #expect(tabs.update(try state("one")).contains(.activate(9)))
        #expect(tabs.closed(9).contains(.report("one", nil, over: nil)))
    }

    @Test(arguments: [
        ("foot-server", "foot2", true), ("org.example.Edit", "edit", true), ("firefox_firefox", "Firefox", true),
        ("foot", "footer", false), ("a1", "a2", false), ("", "", false), ("org.example.Two", "org.example.One", false),
        ("7zip", "7zip", false),
    ])
    func renamedAppID(_ appID: String, expected: String, isLike: Bool) {
        #expect(RenamedAppID.matches(appID, expected: expected) == isLike)
    }

    @Test func fullscreenWindowYieldsToAPage() throws {
        var full = window(1, "one", .held)
        full.isFullscreen = true
        var tabs = ready(try state("one"), full)
        #expect(tabs.tracker.isFullscreen)
        // A fullscreen window would cover the page. It becomes fullscreen again when it is in front again.
        #expect(tabs.update(try state("home")) == [.setFullscreen(1, false)])
        #expect(!tabs.tracker.isFullscreen)
        _ = tabs.changed(window(1, "one"))
        #expect(tabs.update(try state("one")) == [.activate(1), .sync])
        #expect(tabs.changed(window(1, "one", .got)) == [.setFullscreen(1, true)])
        #expect(tabs.update(try state("home")) == [])
    }
}
