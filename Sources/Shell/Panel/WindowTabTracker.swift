// SPDX-License-Identifier: MIT
import SurfaceKit
import ShellModel
import TabshellIPC

/// The relation between the windows of other programs, the tabs whose pages they are, and the selection. It performs
/// nothing itself: it returns the steps to perform.
struct WindowTabTracker {
    enum Step: Equatable {
        /// Report the state of a tab's window to the daemon, and the tab over which it was raised by its own program.
        case report(TabID, WindowState?, over: TabID?)
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

    private var pages: [Page] = []
    private var selected: TabID?
    /// The windows, in the order in which they last had the focus.
    private var windows: [ToplevelInfo] = []
    /// The app-ids of urgent windows.
    private var urgent: Set<String> = []
    /// The states reported to the daemon.
    private var reported: [TabID: WindowState?] = [:]
    /// True once all windows that existed at the start are known.
    private var isReady = false
    private var arbiter = FocusArbiter()
    /// The tabs that were deselected before their window opened.
    private var departed: Set<TabID> = []
    /// The window that gets the focus when a page gives up the keyboard for a window that is still to open.
    private var fallback: UInt64?
    /// The windows to be made fullscreen again when their tab is selected again.
    private var shrunk: Set<UInt64> = []

    /// True if the window in front is a tab's page and fullscreen.
    var isFullscreen: Bool { selected.flatMap(front)?.isFullscreen ?? false }

    /// The time at which ``check(at:)`` is to be called, CLOCK_MONOTONIC in ns; nil for never.
    var deadline: UInt64? { isReady ? arbiter.deadline : nil }

    /// Applies the tabs and the selection.
    mutating func update(_ state: ShellState, at now: UInt64) -> [Step] {
        pages = state.tabs.compactMap { tab in tab.window.map { Page(id: tab.id, window: $0) } }
        reported = reported.filter { id, _ in pages.contains { $0.id == id } }
        var steps = reports()
        guard let tab = state.selection?.tab, tab != selected else { return steps }
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
        arbiter.update(isInFront: isSelectedInFront)
        return steps
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
            fallback = nil
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
        switch arbiter.check(at: now) {
        case .none: return []
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

    private mutating func activate(_ window: ToplevelInfo) -> [Step] {
        arbiter.requested()
        return [.activate(window.id), .sync]
    }

    /// Returns the reports that the daemon does not have yet.
    private mutating func reports(over tab: TabID? = nil, by comer: TabID? = nil) -> [Step] {
        guard isReady else { return [] }
        return pages.compactMap { page in
            let state = state(of: page)
            let isKnown = reported[page.id] == .some(state)
            guard !isKnown || page.id == comer else { return nil }
            reported.updateValue(state, forKey: page.id)
            return .report(page.id, state, over: page.id == comer ? tab : nil)
        }
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
