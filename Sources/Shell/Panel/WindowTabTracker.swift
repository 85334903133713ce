// SPDX-License-Identifier: MIT
import SurfaceKit
import ShellModel
import TabshellIPC

/// The relation between the windows of other programs, the tabs whose pages they are, and the selection. It performs
/// nothing itself: it returns the steps to perform.
struct WindowTabTracker {
    enum Step: Equatable {
        /// Report the state of a tab's window to the daemon, the tab over which it was raised by its own program, and why
        /// there is no window.
        case report(TabID, WindowState?, over: TabID?, note: String? = nil)
        /// Raise a window and give it the focus.
        case activate(UInt64)
        /// Make a window fullscreen, or undo it: a fullscreen window lies above the pages.
        case setFullscreen(UInt64, Bool)
        /// Call ``syncFinished()`` when the compositor has handled all earlier requests.
        case sync
    }

    private struct Page: Equatable {
        var id: TabID
        var window: WindowBinding
    }

    private struct Report: Equatable {
        var window: WindowState?
        var note: String?
    }

    /// The time within which the window of a selected tab opens, ns. Then the app-ids that there are explain why it has
    /// not.
    static let openingTimeout: UInt64 = 5_000_000_000
    /// The number of app-ids in that explanation, and their length in bytes of UTF-8.
    private static let maximumAppIDs = 8
    private static let maximumAppIDBytes = 64

    private var pages: [Page] = []
    private var selected: TabID?
    /// The windows, in the order in which they last had the focus.
    private var windows: [ToplevelInfo] = []
    /// The app-ids of urgent windows.
    private var urgent: Set<String> = []
    /// The reports that the daemon has.
    private var reported: [TabID: Report] = [:]
    /// True once all windows that existed at the start are known.
    private var isReady = false
    private var arbiter = FocusArbiter()
    /// The tabs that were deselected before their window opened.
    private var departed: Set<TabID> = []
    /// The window that gets the focus when a page gives up the keyboard for a window that is still to open.
    private var fallback: UInt64?
    /// The end of the wait for the window of the selected tab to open.
    private var openingDeadline: UInt64?
    /// True if that window has not opened in time.
    private var isOverdue = false
    /// The number of presses on the tab that was selected already.
    private var reselections: UInt64 = 0
    /// The windows of the selected tab in the order in which presses on it activate them, and the one in front.
    private var cycle: (windows: [UInt64], current: Int) = ([], 0)
    /// The windows to be made fullscreen again when their tab is selected again.
    private var shrunk: Set<UInt64> = []

    /// True if the window in front is a tab's page and fullscreen.
    var isFullscreen: Bool { selected.flatMap(front)?.isFullscreen ?? false }

    /// The time at which ``check(at:)`` is to be called, CLOCK_MONOTONIC in ns; nil for never.
    var deadline: UInt64? {
        isReady ? [arbiter.deadline, openingDeadline].compactMap(\.self).min() : nil
    }

    /// Applies the tabs and the selection.
    mutating func update(_ state: ShellState, at now: UInt64) -> [Step] {
        pages = state.tabs.compactMap { tab in tab.window.map { Page(id: tab.id, window: $0) } }
        reported = reported.filter { id, _ in pages.contains { $0.id == id } }
        let isReselected = state.reselect.count > reselections && state.reselect.tab == selected
        reselections = state.reselect.count
        guard let tab = state.selection?.tab, tab != selected else {
            return reports() + (isReselected ? activateNext() : [])
        }
        var steps: [Step] = []
        if let previous = selected, isPage(previous), front(previous) == nil { departed.insert(previous) }
        departed.remove(tab)
        if let previous = selected, let window = front(previous), window.isFullscreen {
            shrunk.insert(window.id)
            steps.append(.setFullscreen(window.id, false))
        }
        selected = tab
        arbiter.selected(!isPage(tab) ? .page : front(tab) == nil ? .missingWindow : .window, at: now)
        if let window = front(tab) {
            fallback = nil
            if !window.isActivated { steps += activate(window) }
            if shrunk.remove(window.id) != nil { steps.append(.setFullscreen(window.id, true)) }
        } else {
            fallback = isPage(tab) ? windows.last?.id : nil
        }
        openingDeadline = isPage(tab) && front(tab) == nil ? now + Self.openingTimeout : nil
        isOverdue = false
        arbiter.update(isInFront: isSelectedInFront)
        return reports() + steps
    }

    /// Applies a new or changed window.
    mutating func changed(_ window: ToplevelInfo, at now: UInt64) -> [Step] {
        defer { arbiter.update(isInFront: isSelectedInFront) }
        let index = windows.firstIndex { $0.id == window.id }
        let before = index.flatMap { page(of: windows[$0]) }
        let hadFocus = index.map { windows[$0].isActivated } ?? false
        let isFallback = window.wasActivated && window.id == fallback
        if isFallback { fallback = nil }
        let isNew = before?.id != page(of: window)?.id
        if let index, !window.isActivated, !window.wasActivated {
            windows[index] = window
        } else {
            if let index { windows.remove(at: index) }
            windows.append(window)
        }
        guard let page = page(of: window) else { return reports() }
        if page.id == selected {
            (fallback, openingDeadline, isOverdue) = (nil, nil, false)
            return reports() + (isNew && isReady && !window.isActivated ? activate(window) : [])
        }
        if window.wasActivated, isReady, !isFallback, !(isNew && departed.remove(page.id) != nil) {
            arbiter.focused(page.id, isHeld: window.isActivated, at: now)
        } else if hadFocus, !window.isActivated {
            arbiter.unfocused(page.id, at: now)
        }
        return reports()
    }

    /// Decides about an earlier change of focus.
    mutating func check(at now: UInt64) -> [Step] {
        guard isReady else { return [] }
        if let openingDeadline, now >= openingDeadline { (self.openingDeadline, isOverdue) = (nil, true) }
        switch arbiter.check(at: now) {
        case .none: return reports()
        case .select(let tab): return reports(over: selected, by: tab)
        case .activate:
            guard let window = selected.flatMap(front), !window.isActivated else { return [] }
            return activate(window)
        }
    }

    /// Removes a closed window. While a page covers the windows, the next window that gets the focus is not in front.
    mutating func closed(_ id: UInt64) -> [Step] {
        windows.removeAll { $0.id == id }
        shrunk.remove(id)
        guard let selected, !isPage(selected) else { return reports() }
        arbiter.requested()
        return reports() + [.sync]
    }

    /// Applies the app-ids of urgent windows.
    mutating func setUrgent(_ appIDs: Set<String>) -> [Step] {
        urgent = appIDs
        return reports()
    }

    /// Marks the initial list of windows as complete.
    mutating func ready() -> [Step] {
        isReady = true
        guard let window = selected.flatMap(front), !window.isActivated else { return reports() }
        return reports() + activate(window)
    }

    mutating func syncFinished() {
        arbiter.answered(isInFront: isSelectedInFront)
    }

    /// Discards all reports after the daemon's connection is lost.
    mutating func clearReports() {
        reported = [:]
    }

    /// Activates the next one of several windows of the selected tab, first the one that had the focus before.
    private mutating func activateNext() -> [Step] {
        guard let front = selected.flatMap(front) else { return [] }
        let all = windows.filter { $0.appID == front.appID }.map(\.id)
        guard all.count > 1 else { return [] }
        if Set(cycle.windows) != Set(all) || cycle.windows[cycle.current] != front.id {
            cycle = (all.reversed(), 0)
        }
        cycle.current = (cycle.current + 1) % cycle.windows.count
        let next = cycle.windows[cycle.current]
        return windows.first { $0.id == next }.map { activate($0) } ?? []
    }

    private mutating func activate(_ window: ToplevelInfo) -> [Step] {
        arbiter.requested()
        return [.activate(window.id), .sync]
    }

    /// Returns the reports that the daemon does not have yet.
    private mutating func reports(over tab: TabID? = nil, by comer: TabID? = nil) -> [Step] {
        guard isReady else { return [] }
        return pages.compactMap { page in
            let report = Report(window: state(of: page), note: note(on: page))
            guard reported[page.id] != report || page.id == comer else { return nil }
            reported[page.id] = report
            return .report(page.id, report.window, over: page.id == comer ? tab : nil, note: report.note)
        }
    }

    /// The explanation for a tab whose window should be open by now: probably it has another app-id.
    private func note(on page: Page) -> String? {
        guard isOverdue, page.id == selected else { return nil }
        var others: [String] = []
        for window in windows.reversed() where !window.appID.isEmpty && self.page(of: window) == nil {
            let appID = "\"\(window.appID.limited(to: Self.maximumAppIDBytes))\""
            if !others.contains(appID) { others.append(appID) }
        }
        let list =
            others.isEmpty
            ? "no window without a tab is open"
            : "windows without a tab have \(others.prefix(Self.maximumAppIDs).joined(separator: ", "))"
        return "no window has the app-id \"\(page.window.appID)\"; \(list)"
    }

    private func state(of page: Page) -> WindowState? {
        guard let window = front(page.id) else { return nil }
        // A title that no tab uses is left out, so that its changes wake no client.
        let isWanted = page.window.title != .none || page.window.badge == .title
        return WindowState(
            title: isWanted ? window.title.limited(to: Limits.maximumWindowTitleBytes) : "",
            isUrgent: page.window.badge == .urgent && urgent.contains(page.window.appID))
    }

    /// True if the selected tab's window has the focus, or no window has it because of the selected page.
    private var isSelectedInFront: Bool {
        guard let selected else { return false }
        return isPage(selected) ? front(selected)?.isActivated == true : !windows.contains { $0.isActivated }
    }

    private func isPage(_ tab: TabID) -> Bool { pages.contains { $0.id == tab } }

    private func page(of window: ToplevelInfo) -> Page? { pages.first { $0.window.appID == window.appID } }

    /// The window of a tab that last had the focus.
    private func front(_ tab: TabID) -> ToplevelInfo? {
        guard let page = pages.first(where: { $0.id == tab }) else { return nil }
        return windows.last { $0.appID == page.window.appID }
    }
}

extension String {
    /// The longest prefix of whole characters within a number of bytes of UTF-8.
    fileprivate func limited(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var length = 0
        return String(
            prefix { character in
                length += character.utf8.count
                return length <= bytes
            })
    }
}
