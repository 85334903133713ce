// SPDX-License-Identifier: MIT
import Localization
import SurfaceKit
import ShellModel
import TabshellIPC

/// The relation between the windows of other programs, the tabs whose pages they are, and the selection. It performs
/// nothing itself: it returns the steps to perform.
///
/// In front is the selected tab, or a window that belongs to no tab and covers the page of that tab.
package struct WindowTabTracker {
    package enum Step: Equatable {
        /// Report the state of a tab's window to the daemon, the tab over which it was raised by its own program, and why
        /// there is no window.
        case report(TabID, WindowState?, over: TabID?, note: String? = nil)
        /// Report to the daemon that a window that belongs to no tab covers the page of the selected tab, that it no longer does,
        /// or that there is none (nil).
        case cover(Bool?, over: TabID)
        /// Raise a window and give it the focus.
        case activate(UInt64)
        /// Make a window fullscreen, or undo it: a fullscreen window lies above the pages.
        case setFullscreen(UInt64, Bool)
        /// Maximize a window, or undo it.
        case setMaximized(UInt64, Bool)
        /// Call ``syncFinished()`` when the compositor has handled all earlier requests.
        case sync
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
    /// The number of parents of a window that are looked up.
    private static let maximumGenerations = 8

    private var pages: [WindowPage] = []
    private var selected: TabID?
    /// The owner of the window in front, or the tab whose page is.
    private var front: WindowOwner?
    /// The daemon's value.
    private var isCovered: Bool?
    /// True if the pages are windows themselves: then they cannot be told from other windows.
    private let hasOwnWindows: Bool
    /// The windows, in the order in which they last had the focus.
    private var windows: [ToplevelInfo] = []
    /// The times at which windows have appeared, but for those that were there at the start.
    private var openings: [UInt64: UInt64] = [:]
    private var urgent: Set<String> = []
    /// The reports that the daemon has.
    private var reported: [TabID: Report] = [:]
    /// True once all windows that existed at the start are known.
    private var isReady = false
    private var arbiter = FocusArbiter()
    /// The tabs that have waited for a window, by the window that opened then and that matches.
    private var awaited: [UInt64: TabID] = [:]
    /// The tabs of the windows whose app-ids the compositor has renamed, by those app-ids.
    private var renamed: [String: TabID] = [:]
    private var maximizer = WindowMaximizer()
    /// True if each tab has a workspace of its own: then the compositor's workspaces decide what is in front, and no focus does.
    package var hasWorkspaces = false
    /// True if the compositor reports the parents of windows.
    package var knowsChildren = true
    /// The tabs that were deselected before their window opened.
    private var deselectedBeforeOpening: Set<TabID> = []
    /// The window that gets the focus when a page gives up the keyboard for a window that is still to open.
    private var fallback: UInt64?
    /// The end of the wait for the window of the selected tab to open.
    private var openingDeadline: UInt64?
    /// True if that window has not opened in time.
    private var isOverdue = false
    /// True if that would be another window: the tab's program has closed one, and goes on.
    private var hasClosed = false
    private var process: Int32?
    /// The number of presses on the tab that was selected already.
    private var reselections: UInt64 = 0
    /// The windows of the selected tab in the order in which presses on it activate them, and the one in front.
    private var cycle: (windows: [UInt64], current: Int) = ([], 0)
    /// The windows to be made fullscreen again when their tab is selected again.
    private var leftFullscreen: Set<UInt64> = []

    package init(hasOwnWindows: Bool = false) {
        self.hasOwnWindows = hasOwnWindows
    }

    /// The windows that belong to no tab, the one that had the focus last first.
    package var foreignWindows: [ToplevelInfo] { windows.reversed().filter { owner(of: $0) == .noTab } }

    /// The time at which a window appeared; nil if it was there at the start.
    package func opening(of window: UInt64) -> UInt64? { openings[window] }

    /// True if the window in front is a tab's page and fullscreen.
    package var isFullscreen: Bool { front != .noTab && frontWindow?.isFullscreen ?? false }

    /// The time at which ``check(at:)`` is due, CLOCK_MONOTONIC in ns; nil for never.
    package var deadline: UInt64? {
        isReady ? [hasWorkspaces ? nil : arbiter.deadline, openingDeadline].compactMap(\.self).min() : nil
    }

    package mutating func update(_ state: ShellState, at now: UInt64) -> [Step] {
        let known = pages
        pages = [WindowPage](state.tabs)
        // The daemon forgets the window of a tab whose app-ids change.
        reported = reported.filter { id, _ in
            pages.contains { page in
                page.id == id && known.contains { $0.id == id && $0.window.appIDs == page.window.appIDs }
            }
        }
        awaited = awaited.filter { _, tab in pages.contains { $0.id == tab } }
        renamed = renamed.filter { _, tab in pages.contains { $0.id == tab } }
        let isReselected = state.reselect.count > reselections && state.reselect.tab == selected
        reselections = state.reselect.count
        isCovered = state.selection?.isCovered
        guard let tab = state.selection?.tab else { return reports() + fill() }
        if let previous = selected, tab != previous, isPage(previous), window(of: .tab(previous)) == nil {
            deselectedBeforeOpening.insert(previous)
        }
        deselectedBeforeOpening.remove(tab)
        selected = tab
        let isInFront = hasWorkspaces ? isCovered != true : isPage(tab) || state.arePagesAboveWindows
        let owner: WindowOwner = isInFront ? .tab(tab) : .noTab
        let isBrought = owner != front
        // A window is waited for anew when the program is started again.
        let process = state.status(of: .page(tab))?.pid
        if let process, process != self.process, isOverdue {
            (openingDeadline, isOverdue) = (now + Self.openingTimeout, false)
        }
        // It has closed its window because it was to end.
        if process == nil, hasClosed { endWait() }
        self.process = process
        let steps = isBrought ? bring(owner, at: now) : isReselected ? activateNext() : []
        return reports() + steps + fill(isBrought || isReselected ? tab : nil)
    }

    /// Brings the window of an owner to the front, or the page of a tab.
    private mutating func bring(_ owner: WindowOwner, at now: UInt64) -> [Step] {
        var steps: [Step] = []
        if let window = frontWindow, window.isFullscreen, !hasWorkspaces {
            leftFullscreen.insert(window.id)
            steps.append(.setFullscreen(window.id, false))
        }
        // At the start the compositor has already chosen among the windows that belong to no tab.
        let isActive = owner != .noTab || front != nil
        front = owner
        let window = frontWindow
        arbiter.selected(isPageInFront ? .page : window != nil && isActive ? .window : .missingWindow, at: now)
        if let window {
            if !window.isActivated, isActive { steps += activate(window) }
        }
        steps += returnFullscreen()
        let isMissing = isTabsWindowInFront && window == nil
        fallback = isMissing ? windows.last?.id : nil
        endWait()
        if isMissing { openingDeadline = now + Self.openingTimeout }
        arbiter.update(isInFront: isSelectedInFront)
        return steps
    }

    /// Makes the window in front fullscreen again once it has the focus: phoc forgets it of one that is still behind a page.
    private mutating func returnFullscreen() -> [Step] {
        guard let window = frontWindow, window.isActivated, leftFullscreen.remove(window.id) != nil else { return [] }
        return [.setFullscreen(window.id, true)]
    }

    package mutating func changed(_ window: ToplevelInfo, at now: UInt64) -> [Step] {
        defer { arbiter.update(isInFront: isSelectedInFront) }
        let index = windows.firstIndex { $0.id == window.id }
        if isReady, index == nil { openings[window.id] = now }
        let before = index.map { self.owner(of: windows[$0]) }
        let hadFocus = index.map { windows[$0].isActivated } ?? false
        let isOpening = isReady && !window.appID.isEmpty && index.map { windows[$0].appID.isEmpty } ?? true
        if isReady, index.map({ windows[$0].appID.isEmpty }) ?? true { adopt(window) }
        let isFallback = window.wasActivated && window.id == fallback
        if isFallback { fallback = nil }
        let owner = self.owner(of: window)
        let isNew = before != owner
        // Its app-id or its parent came after the focus.
        let hasFocus = window.wasActivated || before != nil && isNew && window.isActivated
        if let index, !window.isActivated, !window.wasActivated {
            windows[index] = window
        } else {
            if let index { windows.remove(at: index) }
            windows.append(window)
        }
        switch owner {
        case .noTab where hasOwnWindows || front != .noTab && !isPageInFront: break
        case front:
            fallback = nil
            endWait()
            if owner != .noTab, isNew, isReady, !window.isActivated { return reports() + fill() + activate(window) }
        case .tab(let tab) where isNew && window.wasActivated && isReady && deselectedBeforeOpening.remove(tab) != nil:
            break
        case .noTab where isOpening && !hasWorkspaces && !pages.isEmpty:
            // The page has the keyboard, so that the compositor gives it to no window that opens.
            return reports() + fill() + cover()
        case .tab, .noTab:
            if hasFocus, isReady, !isFallback {
                arbiter.focused(owner, isHeld: window.isActivated, at: now)
            } else if hadFocus, !window.isActivated {
                arbiter.unfocused(owner, at: now)
            }
        }
        return reports() + fill() + returnFullscreen()
    }

    /// Takes a new window for the one that the selected tab waits for, if its app-id matches, or is like the expected one:
    /// several tabs may be windows that have the same app-id.
    private mutating func adopt(_ window: ToplevelInfo) {
        guard openingDeadline != nil, case .tab(let tab) = front, window.parent == nil,
            let page = pages.first(where: { $0.id == tab })
        else { return }
        if page.window.matches(window.appID) {
            let isTaken = pages.contains { $0.window.appIDs.contains(AppIDPattern(window.appID)) }
            if !isTaken { awaited[window.id] = tab }
        } else if pages.owner(of: window.appID) == nil,
            page.window.appIDs.contains(where: { RenamedAppID.matches(window.appID, expected: $0.text) })
        {
            awaited[window.id] = tab
            renamed[window.appID] = renamed[window.appID] ?? tab
        }
    }

    /// Maximizes the windows that have opened, and those of a tab that is being selected. Children stay as they are, and all
    /// windows where the pages are windows, too. Where no window is known as a child, only the first of a tab is maximized: the
    /// others may be dialogs.
    private mutating func fill(_ tab: TabID? = nil) -> [Step] {
        guard isReady, !hasOwnWindows else { return [] }
        let candidates = windows.filter { $0.parent == nil }.map { window in
            let owner = owner(of: window)
            let page = pages.first { .tab($0.id) == owner }
            let isFirst = knowsChildren || !windows.contains { $0.id < window.id && self.owner(of: $0) == owner }
            return WindowMaximizer.Candidate(
                window: window, fills: isFirst && page?.window.fills ?? false,
                isSelected: page != nil && page?.id == tab)
        }
        return maximizer.update(candidates).map { .setMaximized($0.window, $0.isMaximized) }
    }

    /// Returns the steps after which all windows are as they were before they filled the area.
    package mutating func release() -> [Step] {
        pages = []
        return fill()
    }

    /// Decides about an earlier change of focus.
    package mutating func check(at now: UInt64) -> [Step] {
        guard isReady else { return [] }
        if let openingDeadline, now >= openingDeadline { (self.openingDeadline, isOverdue) = (nil, true) }
        guard !hasWorkspaces else { return reports() }
        switch arbiter.check(at: now) {
        case .none: return reports()
        case .select(let tab): return reports(over: selected, by: tab)
        case .cover: return cover()
        case .activate:
            guard let window = frontWindow, !window.isActivated else { return [] }
            return activate(window)
        }
    }

    /// Lets the window of no tab that had the focus last cover the page.
    private mutating func cover() -> [Step] {
        isCovered = true
        return selected.map { [.cover(true, over: $0)] } ?? []
    }

    private mutating func endWait() {
        (openingDeadline, isOverdue, hasClosed) = (nil, false, false)
    }

    /// Removes a closed window. Nobody has chosen the one that the compositor gives the focus to then.
    package mutating func closed(_ id: UInt64, at now: UInt64) -> [Step] {
        let wasFront = frontWindow?.id == id
        windows.removeAll { $0.id == id }
        // The program may open another one, or go on without any.
        if wasFront, isTabsWindowInFront, frontWindow == nil, process != nil {
            (openingDeadline, hasClosed) = (now + Self.openingTimeout, true)
        }
        awaited[id] = nil
        openings[id] = nil
        leftFullscreen.remove(id)
        guard !hasWorkspaces else { return reports() }
        guard !wasFront || !pages.isEmpty else { return reports() }
        if wasFront, let window = frontWindow, !window.isActivated { return reports() + activate(window) }
        arbiter.requested()
        return reports() + [.sync]
    }

    package mutating func setUrgent(_ appIDs: Set<String>) -> [Step] {
        urgent = appIDs
        return reports()
    }

    /// Marks the initial list of windows as complete.
    package mutating func ready() -> [Step] {
        isReady = true
        let steps = fill(selected)
        guard isTabsWindowInFront, let window = frontWindow, !window.isActivated else { return reports() + steps }
        return reports() + steps + activate(window)
    }

    package mutating func syncFinished() {
        arbiter.answered(isInFront: isSelectedInFront)
    }

    /// Discards all reports after the daemon's connection is lost.
    package mutating func clearReports() {
        reported = [:]
    }

    /// Activates the window of the selected tab, or the next one of several, first the one that had the focus before. A window
    /// and its children count as one, of which the last one that had the focus is activated: a dialog is not left for the
    /// window below it.
    private mutating func activateNext() -> [Step] {
        guard isTabsWindowInFront, let front = frontWindow else { return [] }
        guard front.isActivated else { return raise(front) }
        var all: [UInt64] = []
        for window in windows.reversed() where owner(of: window) == self.front {
            let root = root(of: window).id
            if !all.contains(root) { all.append(root) }
        }
        guard all.count > 1 else { return [] }
        if Set(cycle.windows) != Set(all) || cycle.windows[cycle.current] != root(of: front).id {
            cycle = (all, 0)
        }
        cycle.current = (cycle.current + 1) % cycle.windows.count
        let next = cycle.windows[cycle.current]
        return windows.last { root(of: $0).id == next }.map { raise($0) } ?? []
    }

    /// Returns the steps that bring a window to the front, unless its workspace does.
    private mutating func activate(_ window: ToplevelInfo) -> [Step] {
        hasWorkspaces ? [] : raise(window)
    }

    private mutating func raise(_ window: ToplevelInfo) -> [Step] {
        arbiter.requested()
        return [.activate(window.id), .sync]
    }

    /// Returns the reports that the daemon does not have yet.
    private mutating func reports(over tab: TabID? = nil, by activated: TabID? = nil) -> [Step] {
        guard isReady else { return [] }
        return pages.compactMap { page in
            let report = Report(window: state(of: page), note: note(on: page))
            guard reported[page.id] != report || page.id == activated else { return nil }
            reported[page.id] = report
            return .report(page.id, report.window, over: page.id == activated ? tab : nil, note: report.note)
        } + coverReport()
    }

    /// Returns the report of the first and of the last window that belongs to no tab. If there is no window tab either, the first
    /// one covers the page at once, since the pages were below it.
    private mutating func coverReport() -> [Step] {
        guard let selected, !hasOwnWindows, !hasWorkspaces else { return [] }
        let isCovered = window(of: .noTab) == nil ? nil : isCovered ?? (pages.isEmpty ? true : nil)
        guard isCovered != self.isCovered else { return [] }
        self.isCovered = isCovered
        return [.cover(isCovered, over: selected)]
    }

    /// The explanation for a tab whose window should be open by now: probably it has another app-id.
    private func note(on page: WindowPage) -> String? {
        guard isOverdue, page.id == selected else { return nil }
        var others: [String] = []
        for window in windows.reversed() where !window.appID.isEmpty && owner(of: window) == .noTab {
            let appID = "\"\(window.appID.truncated(toBytes: Self.maximumAppIDBytes))\""
            if !others.contains(appID) { others.append(appID) }
        }
        let list =
            others.isEmpty
            ? localized("no window without a tab is open")
            : localized("windows without a tab have \(others.prefix(Self.maximumAppIDs).joined(separator: ", "))")
        return localized("no window has the app-id \(page.window.appIDs.listed); \(list)")
    }

    private func state(of page: WindowPage) -> WindowState? {
        guard let window = window(of: .tab(page.id)) else { return nil }
        // A title that no tab uses is left out, so that its changes wake no client.
        let isWanted = page.window.title != .none || page.window.badge == .title
        return WindowState(
            title: isWanted ? window.title.truncated(toBytes: Limits.maximumWindowTitleBytes) : "",
            isUrgent: page.window.badge == .urgent && urgent.contains { pages.owner(of: $0)?.id == page.id })
    }

    /// True if the window in front has the focus, or no window has it because of the page in front.
    private var isSelectedInFront: Bool {
        isPageInFront ? !windows.contains { $0.isActivated } : frontWindow?.isActivated == true
    }

    private var isPageInFront: Bool {
        guard case .tab(let tab) = front else { return false }
        return !isPage(tab)
    }

    private var isTabsWindowInFront: Bool {
        guard case .tab(let tab) = front else { return false }
        return isPage(tab)
    }

    private var frontWindow: ToplevelInfo? { front.flatMap(window) }

    private func isPage(_ tab: TabID) -> Bool { pages.contains { $0.id == tab } }

    private func owner(of window: ToplevelInfo) -> WindowOwner {
        let root = root(of: window)
        return (awaited[root.id] ?? pages.owner(of: root.appID)?.id ?? renamed[root.appID]).map { .tab($0) } ?? .noTab
    }

    /// The window of which a window is a child, or a child of a child; itself if it is none.
    private func root(of window: ToplevelInfo) -> ToplevelInfo {
        var root = window
        // A chain may be a circle, and must not cost much.
        for _ in 0..<Self.maximumGenerations {
            guard let id = root.parent, let parent = windows.first(where: { $0.id == id }) else { break }
            root = parent
        }
        return root
    }

    /// The window of an owner that last had the focus.
    private func window(of owner: WindowOwner) -> ToplevelInfo? {
        windows.last { self.owner(of: $0) == owner }
    }
}
