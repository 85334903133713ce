// SPDX-License-Identifier: MIT

import SurfaceKit
import ShellModel
import Testing

@testable import Panel

@Suite struct WindowTabTrackerTests {
    private typealias Step = WindowTabTracker.Step

    /// A state with two windows, a page and a selection.
    private func state(
        _ selected: TabID, title: WindowBinding.TitlePolicy = .none,
        badge: WindowBinding.BadgePolicy = .none
    ) throws -> ShellState {
        let tabs = (["home", "one", "two"] as [TabID]).map { id in
            Tab(
                id: id, title: id.rawValue, icon: "", accessibilityLabel: "", accessibilityHint: "",
                window: id == "home" ? nil : WindowBinding(appID: "app.\(id)", title: title, badge: badge))
        }
        return ShellState(
            try ShellConfiguration(tabs: tabs, look: Look()), restoring: PersistentState(selected: selected), now: 1)
    }

    private func window(
        _ id: UInt64, _ tab: TabID, title: String = "", isActivated: Bool = false, wasActivated: Bool = false
    ) -> ToplevelInfo {
        var facts = ToplevelInfo(id: id)
        facts.appID = "app.\(tab)"
        facts.title = title
        facts.isActivated = isActivated
        facts.wasActivated = wasActivated
        return facts
    }

    private func ready(_ state: ShellState, _ windows: ToplevelInfo...) -> WindowTabTracker {
        var tabs = WindowTabTracker()
        _ = tabs.update(state)
        for window in windows { _ = tabs.changed(window) }
        for case .sync in tabs.ready() { tabs.syncFinished() }
        return tabs
    }

    @Test func initialWindowsAreReportedOnce() throws {
        var tabs = WindowTabTracker()
        #expect(tabs.update(try state("home")) == [])
        // It had the focus before the list was complete.
        #expect(tabs.changed(window(1, "one", isActivated: true, wasActivated: true)) == [])
        #expect(tabs.ready() == [.report("one", WindowState(), over: nil), .report("two", nil, over: nil)])
        #expect(tabs.update(try state("home")) == [])
        tabs.clearReports()
        #expect(tabs.update(try state("home")).count == 2)
    }

    @Test func selectingATabActivatesItsWindow() throws {
        var tabs = ready(try state("home"), window(1, "one"), window(2, "one"), window(3, "two"))
        // The window that last had the focus.
        _ = tabs.changed(window(1, "one", isActivated: true))
        _ = tabs.changed(window(1, "one"))
        #expect(tabs.update(try state("one")) == [.activate(1), .sync])
        #expect(tabs.update(try state("one")) == [])
        // A window that already has the focus is not activated again; a missing one cannot be.
        _ = tabs.changed(window(1, "one", isActivated: true))
        #expect(tabs.update(try state("home")) == [])
        #expect(tabs.update(try state("one")) == [])
        _ = tabs.closed(3)
        #expect(tabs.update(try state("two")) == [])
        // The window opens and is activated.
        #expect(
            tabs.changed(window(4, "two")) == [.report("two", WindowState(), over: nil), .activate(4), .sync])
    }

    @Test func initiallySelectedTabsWindowIsActivated() throws {
        var tabs = WindowTabTracker()
        _ = tabs.update(try state("one"))
        _ = tabs.changed(window(1, "one"))
        #expect(tabs.ready().suffix(2) == [.activate(1), .sync])
    }

    @Test func activatedWindowSelectsItsTab() throws {
        var tabs = ready(try state("home"), window(1, "one"), window(2, "two"))
        #expect(
            tabs.changed(window(1, "one", wasActivated: true)) == [.report("one", WindowState(), over: "home")])
        // Its tab is selected now; activation by the shell itself is not reported.
        #expect(tabs.update(try state("one")) == [.activate(1), .sync])
        #expect(tabs.changed(window(1, "one", isActivated: true, wasActivated: true)) == [])
        // Neither are changes of focus until the sync.
        #expect(tabs.changed(window(2, "two", isActivated: true, wasActivated: true)) == [])
        tabs.syncFinished()
        #expect(
            tabs.changed(window(2, "two", isActivated: true, wasActivated: true))
                == [.report("two", WindowState(), over: "one")])
        // A window that is no tab's page is ignored.
        var stranger = ToplevelInfo(id: 9)
        stranger.isActivated = true
        stranger.wasActivated = true
        #expect(tabs.changed(stranger) == [])
    }

    @Test func closingAWindowDoesNotReplaceThePage() throws {
        var tabs = ready(try state("home"), window(1, "one", isActivated: true), window(2, "two"))
        #expect(tabs.closed(1) == [.report("one", nil, over: nil), .sync])
        #expect(tabs.changed(window(2, "two", isActivated: true, wasActivated: true)) == [])
        tabs.syncFinished()
        _ = tabs.changed(window(2, "two"))
        #expect(tabs.changed(window(2, "two", isActivated: true, wasActivated: true)).count == 1)
    }

    @Test func closingTheFrontWindowSelectsTheNext() throws {
        var tabs = ready(try state("one"), window(1, "one", isActivated: true), window(2, "two"))
        #expect(tabs.closed(1) == [.report("one", nil, over: nil)])
        #expect(
            tabs.changed(window(2, "two", isActivated: true, wasActivated: true))
                == [.report("two", WindowState(), over: "one")])
    }

    @Test func windowOfADeselectedTabDoesNotTakeOver() throws {
        var tabs = ready(try state("one"))
        _ = tabs.update(try state("home"))
        #expect(
            tabs.changed(window(1, "one", isActivated: true, wasActivated: true))
                == [.report("one", WindowState(), over: nil)])
        // The next activation is the user's.
        _ = tabs.changed(window(1, "one"))
        #expect(
            tabs.changed(window(1, "one", isActivated: true, wasActivated: true))
                == [.report("one", WindowState(), over: "home")])
    }

    @Test func focusFallbackDoesNotSelectATab() throws {
        var tabs = ready(try state("home"), window(1, "one"))
        _ = tabs.update(try state("two"))
        #expect(tabs.changed(window(1, "one", isActivated: true, wasActivated: true)) == [])
        _ = tabs.changed(window(1, "one"))
        // The fallback is used once.
        #expect(
            tabs.changed(window(1, "one", isActivated: true, wasActivated: true))
                == [.report("one", WindowState(), over: "two")])

        var quick = ready(try state("home"), window(1, "one"))
        _ = quick.update(try state("two"))
        #expect(quick.changed(window(2, "two")).contains(.activate(2)))
        quick.syncFinished()
        #expect(quick.changed(window(1, "one", isActivated: true, wasActivated: true)).count == 1)
    }

    @Test func titleAndUrgencyAreReportedOnRequest() throws {
        var plain = ready(try state("home"), window(1, "one", title: "a"))
        #expect(plain.changed(window(1, "one", title: "b")) == [])
        #expect(plain.setUrgent(["app.one"]) == [])

        var tabs = ready(try state("home", title: .spoken, badge: .urgent), window(1, "one", title: "a"))
        #expect(
            tabs.changed(window(1, "one", title: "b"))
                == [.report("one", WindowState(title: "b"), over: nil)])
        #expect(
            tabs.setUrgent(["app.one", "other"])
                == [.report("one", WindowState(title: "b", isUrgent: true), over: nil)])
        #expect(tabs.setUrgent([]) == [.report("one", WindowState(title: "b"), over: nil)])
        // The longest title that the socket allows, in whole characters.
        let long = String(repeating: "é", count: 3000)
        guard case .report(_, let state, _)? = tabs.changed(window(1, "one", title: long)).first else {
            Issue.record("nothing was reported")
            return
        }
        #expect(state?.title.utf8.count == 4096)
    }

    @Test func addedAndRemovedTabsAreReported() throws {
        var tabs = ready(try state("home"), window(1, "one"))
        let bare = ShellState(
            try ShellConfiguration(
                tabs: [Tab(id: "home", title: "", icon: "", accessibilityLabel: "", accessibilityHint: "")], look: Look()), now: 1)
        #expect(tabs.update(bare) == [])
        #expect(
            tabs.update(try state("home"))
                == [.report("one", WindowState(), over: nil), .report("two", nil, over: nil)])
    }

    @Test func windowMaySetItsAppIDLate() throws {
        var tabs = ready(try state("one"))
        var facts = ToplevelInfo(id: 1)
        #expect(tabs.changed(facts) == [])
        facts.appID = "app.one"
        #expect(tabs.changed(facts) == [.report("one", WindowState(), over: nil), .activate(1), .sync])
    }

    @Test func fullscreenWindowYieldsToAPage() throws {
        var full = window(1, "one", isActivated: true)
        full.isFullscreen = true
        var tabs = ready(try state("one"), full)
        #expect(tabs.isFullscreen)
        // A fullscreen window would cover the page. It becomes fullscreen again when it is in front again.
        #expect(tabs.update(try state("home")) == [.setFullscreen(1, false)])
        #expect(!tabs.isFullscreen)
        _ = tabs.changed(window(1, "one"))
        #expect(tabs.update(try state("one")) == [.activate(1), .sync, .setFullscreen(1, true)])
        #expect(tabs.update(try state("home")) == [])
    }
}
