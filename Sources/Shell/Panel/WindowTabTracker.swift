// SPDX-License-Identifier: MIT
import SurfaceKit
import ShellModel
import TabshellIPC

/// What the windows of other programs mean for the tabs whose pages they are, and the selection for the windows. It does
/// nothing itself: it says what is to be done.
struct WindowTabTracker {
    enum Step: Equatable {
        /// Tell the daemon what is seen of a tab's window, and over which tab it has come forward by itself.
        case report(TabID, WindowState?, over: TabID?)
        /// Bring a window forward.
        case activate(UInt64)
        /// Have a window fill its output, or no longer: one that does lies above the pages.
        case setFullscreen(UInt64, Bool)
        /// Say when the compositor has done what it was asked for: ``settled()``.
        case settle
    }

    private struct Page: Equatable {
        var id: TabID
        var window: WindowBinding
    }

    private var pages: [Page] = []
    private var selected: TabID?
    /// The one that had the focus last stands last.
    private var windows: [ToplevelInfo] = []
    /// The app-ids of windows that ask for attention.
    private var urgent: Set<String> = []
    /// What the daemon knows.
    private var reported: [TabID: WindowState?] = [:]
    /// Whether all windows are known that were there at the start.
    private var isReady = false
    /// How many answers of the compositor are awaited. Until they come, the focus goes where it was sent, and where it
    /// falls because a window has gone; no one means anything by that.
    private var unsettled = 0
    /// The tabs that were left while their window was still on its way.
    private var left: Set<TabID> = []
    /// The window that the focus falls back to when a page lets go of the keyboard for a window that is still to come.
    private var fallback: UInt64?
    /// The windows that fill their output again when their tab is selected again.
    private var shrunk: Set<UInt64> = []

    /// Whether the window in front is a tab's page and fills the whole output.
    var isFullscreen: Bool { selected.flatMap(front)?.isFullscreen ?? false }

    /// Takes up the tabs, and which one is in front.
    mutating func update(_ state: ShellState) -> [Step] {
        pages = state.tabs.compactMap { tab in tab.window.map { Page(id: tab.id, window: $0) } }
        reported = reported.filter { id, _ in pages.contains { $0.id == id } }
        var steps = reports()
        guard let tab = state.selection?.tab, tab != selected else { return steps }
        if let previous = selected, isPage(previous), front(previous) == nil { left.insert(previous) }
        left.remove(tab)
        if let previous = selected, let window = front(previous), window.isFullscreen {
            shrunk.insert(window.id)
            steps.append(.setFullscreen(window.id, false))
        }
        selected = tab
        if let window = front(tab) {
            fallback = nil
            if !window.isActivated { steps += activate(window) }
            if shrunk.remove(window.id) != nil { steps.append(.setFullscreen(window.id, true)) }
        } else {
            fallback = isPage(tab) ? windows.last?.id : nil
        }
        return steps
    }

    /// Takes up a window that is new or has changed.
    mutating func changed(_ window: ToplevelInfo) -> [Step] {
        let index = windows.firstIndex { $0.id == window.id }
        let before = index.flatMap { page(of: windows[$0]) }
        let isFallback = window.hasComeForward && window.id == fallback
        if isFallback { fallback = nil }
        let isNew = before?.id != page(of: window)?.id
        if let index, !window.isActivated, !window.hasComeForward {
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
        guard window.hasComeForward, isReady, unsettled == 0, !isFallback, !(isNew && left.remove(page.id) != nil)
        else {
            return reports()
        }
        return reports(over: selected, by: page.id)
    }

    /// Takes up that a window has gone. While a page lies over the windows, the one that is next then is not in front.
    mutating func closed(_ id: UInt64) -> [Step] {
        windows.removeAll { $0.id == id }
        shrunk.remove(id)
        guard let selected, !isPage(selected) else { return reports() }
        unsettled += 1
        return reports() + [.settle]
    }

    /// Takes up which programs' windows ask for attention.
    mutating func setUrgent(_ appIDs: Set<String>) -> [Step] {
        urgent = appIDs
        return reports()
    }

    /// All windows are known that there are.
    mutating func ready() -> [Step] {
        isReady = true
        guard let window = selected.flatMap(front), !window.isActivated else { return reports() }
        return reports() + activate(window)
    }

    mutating func settled() {
        unsettled -= 1
    }

    /// The daemon has gone, and with it what it knew.
    mutating func forgetReports() {
        reported = [:]
    }

    private mutating func activate(_ window: ToplevelInfo) -> [Step] {
        unsettled += 1
        return [.activate(window.id), .settle]
    }

    /// What the daemon does not know yet.
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
        // A title that nobody wants wakes nobody.
        let isWanted = page.window.title != .none || page.window.badge == .title
        return WindowState(
            title: isWanted ? window.title.limited(to: Limits.maximumWindowTitleBytes) : "",
            isUrgent: page.window.badge == .urgent && urgent.contains(page.window.appID))
    }

    private func isPage(_ tab: TabID) -> Bool { pages.contains { $0.id == tab } }

    private func page(of window: ToplevelInfo) -> Page? { pages.first { $0.window.appID == window.appID } }

    /// The window of a tab that had the focus last.
    private func front(_ tab: TabID) -> ToplevelInfo? {
        guard let page = pages.first(where: { $0.id == tab }) else { return nil }
        return windows.last { $0.appID == page.window.appID }
    }
}

extension String {
    /// As many of its first characters as have room in so many bytes.
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
