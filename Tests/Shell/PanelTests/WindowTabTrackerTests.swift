// SPDX-License-Identifier: MIT

import SurfaceKit
import ShellModel
import Testing

@testable import Panel

@Suite("Windows as tabs")
struct WindowTabsTests {
    private typealias Step = WindowTabTracker.Step

    /// Two windows and a page, and the selection.
    private func state(
        _ selected: TabID, title: WindowBinding.WindowTitlePolicy = .none,
        badge: WindowBinding.WindowBadgePolicy = .none
    ) throws -> ShellState {
        let tabs = (["home", "one", "two"] as [TabID]).map { id in
            Tab(
                id: id, title: id.rawValue, icon: "", spokenLabel: "", spokenHint: "",
                window: id == "home" ? nil : WindowBinding(appID: "app.\(id)", title: title, badge: badge))
        }
        return ShellState(
            try ShellConfiguration(tabs: tabs, look: Look()), memory: PersistentState(selected: selected), now: 1)
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

    @Test("nothing is told before all is known; then everything, once")
    func beginning() throws {
        var tabs = WindowTabTracker()
        #expect(tabs.update(try state("home")) == [])
        // It had the focus before anybody looked.
        #expect(tabs.changed(window(1, "one", isActivated: true, wasActivated: true)) == [])
        #expect(tabs.ready() == [.report("one", WindowState(), over: nil), .report("two", nil, over: nil)])
        #expect(tabs.update(try state("home")) == [])
        tabs.clearReports()
        #expect(tabs.update(try state("home")).count == 2)
    }

    @Test("the window of the selected tab is brought forward")
    func selecting() throws {
        var tabs = ready(try state("home"), window(1, "one"), window(2, "one"), window(3, "two"))
        // The one that had the focus last.
        _ = tabs.changed(window(1, "one", isActivated: true))
        _ = tabs.changed(window(1, "one"))
        #expect(tabs.update(try state("one")) == [.activate(1), .sync])
        #expect(tabs.update(try state("one")) == [])
        // One that has the focus already is left alone, and so is what is not there.
        _ = tabs.changed(window(1, "one", isActivated: true))
        #expect(tabs.update(try state("home")) == [])
        #expect(tabs.update(try state("one")) == [])
        _ = tabs.closed(3)
        #expect(tabs.update(try state("two")) == [])
        // It comes, and comes forward.
        #expect(
            tabs.changed(window(4, "two")) == [.report("two", WindowState(), over: nil), .activate(4), .sync])
    }

    @Test("the selected tab's window is brought forward at the start, too")
    func selectedAtTheStart() throws {
        var tabs = WindowTabTracker()
        _ = tabs.update(try state("one"))
        _ = tabs.changed(window(1, "one"))
        #expect(tabs.ready().suffix(2) == [.activate(1), .sync])
    }

    @Test("a window that comes forward selects its tab, also if it may not stay there")
    func comingForward() throws {
        var tabs = ready(try state("home"), window(1, "one"), window(2, "two"))
        #expect(
            tabs.changed(window(1, "one", wasActivated: true)) == [.report("one", WindowState(), over: "home")])
        // Its tab is selected now; what the shell itself has done says nothing.
        #expect(tabs.update(try state("one")) == [.activate(1), .sync])
        #expect(tabs.changed(window(1, "one", isActivated: true, wasActivated: true)) == [])
        // Nor does what happens on the way there.
        #expect(tabs.changed(window(2, "two", isActivated: true, wasActivated: true)) == [])
        tabs.syncFinished()
        #expect(
            tabs.changed(window(2, "two", isActivated: true, wasActivated: true))
                == [.report("two", WindowState(), over: "one")])
        // A window that is no tab's is none of our business.
        var stranger = ToplevelInfo(id: 9)
        stranger.isActivated = true
        stranger.wasActivated = true
        #expect(tabs.changed(stranger) == [])
    }

    @Test("a window that is next because another one has gone does not take the page's place")
    func closing() throws {
        var tabs = ready(try state("home"), window(1, "one", isActivated: true), window(2, "two"))
        #expect(tabs.closed(1) == [.report("one", nil, over: nil), .sync])
        #expect(tabs.changed(window(2, "two", isActivated: true, wasActivated: true)) == [])
        tabs.syncFinished()
        _ = tabs.changed(window(2, "two"))
        #expect(tabs.changed(window(2, "two", isActivated: true, wasActivated: true)).count == 1)
    }

    @Test("but where a window was in front, the next one is")
    func closingTheOneInFront() throws {
        var tabs = ready(try state("one"), window(1, "one", isActivated: true), window(2, "two"))
        #expect(tabs.closed(1) == [.report("one", nil, over: nil)])
        #expect(
            tabs.changed(window(2, "two", isActivated: true, wasActivated: true))
                == [.report("two", WindowState(), over: "one")])
    }

    @Test("who has left before the window came is not called back")
    func leaving() throws {
        var tabs = ready(try state("one"))
        _ = tabs.update(try state("home"))
        #expect(
            tabs.changed(window(1, "one", isActivated: true, wasActivated: true))
                == [.report("one", WindowState(), over: nil)])
        // What comes after that means it.
        _ = tabs.changed(window(1, "one"))
        #expect(
            tabs.changed(window(1, "one", isActivated: true, wasActivated: true))
                == [.report("one", WindowState(), over: "home")])
    }

    @Test("while a window is still to come, the one that the focus falls back to is not meant")
    func waiting() throws {
        var tabs = ready(try state("home"), window(1, "one"))
        _ = tabs.update(try state("two"))
        #expect(tabs.changed(window(1, "one", isActivated: true, wasActivated: true)) == [])
        _ = tabs.changed(window(1, "one"))
        // It falls once.
        #expect(
            tabs.changed(window(1, "one", isActivated: true, wasActivated: true))
                == [.report("one", WindowState(), over: "two")])

        var quick = ready(try state("home"), window(1, "one"))
        _ = quick.update(try state("two"))
        #expect(quick.changed(window(2, "two")).contains(.activate(2)))
        quick.syncFinished()
        #expect(quick.changed(window(1, "one", isActivated: true, wasActivated: true)).count == 1)
    }

    @Test("titles and urgency are told where they are wanted")
    func facts() throws {
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
        // As long a title as the socket takes, in whole characters.
        let long = String(repeating: "é", count: 3000)
        guard case .report(_, let state, _)? = tabs.changed(window(1, "one", title: long)).first else {
            Issue.record("nothing was told")
            return
        }
        #expect(state?.title.utf8.count == 4096)
    }

    @Test("a tab that is new, or gone")
    func tabsChange() throws {
        var tabs = ready(try state("home"), window(1, "one"))
        let bare = ShellState(
            try ShellConfiguration(
                tabs: [Tab(id: "home", title: "", icon: "", spokenLabel: "", spokenHint: "")], look: Look()), now: 1)
        #expect(tabs.update(bare) == [])
        #expect(
            tabs.update(try state("home"))
                == [.report("one", WindowState(), over: nil), .report("two", nil, over: nil)])
    }

    @Test("a program that says only later what it is called")
    func lateName() throws {
        var tabs = ready(try state("one"))
        var facts = ToplevelInfo(id: 1)
        #expect(tabs.changed(facts) == [])
        facts.appID = "app.one"
        #expect(tabs.changed(facts) == [.report("one", WindowState(), over: nil), .activate(1), .sync])
    }

    @Test("a page that fills the output")
    func fullscreen() throws {
        var full = window(1, "one", isActivated: true)
        full.isFullscreen = true
        var tabs = ready(try state("one"), full)
        #expect(tabs.isFullscreen)
        // It would lie above the page, too. It fills the output again when it is in front again.
        #expect(tabs.update(try state("home")) == [.setFullscreen(1, false)])
        #expect(!tabs.isFullscreen)
        _ = tabs.changed(window(1, "one"))
        #expect(tabs.update(try state("one")) == [.activate(1), .sync, .setFullscreen(1, true)])
        #expect(tabs.update(try state("home")) == [])
    }
}
