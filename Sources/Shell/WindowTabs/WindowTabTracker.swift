import Localization
import ShellModel
import TabshellIPC

/// The relation between the windows of other programs, the tabs whose pages they are, and the selection. It performs
/// nothing itself: it returns the steps to perform.
///
/// ``WindowFront`` decides if the selected tab is in front, or a window of no tab that covers its page.
package struct WindowTabTracker {
    package enum Step: Equatable {
        /// Report the state of a tab's window to the daemon, the tab over which its own program raised it, and the reason
        /// for its absence.
        case report(TabID, WindowState?, over: TabID?, note: String? = nil)
        case front(WindowFront.Effect)
        /// Raise a window and give it the focus.
        case activate(Int64)
        /// Make a window fullscreen, or undo it: a fullscreen window lies above the pages.
        case setFullscreen(Int64, Bool)
        case setMaximized(Int64, Bool)
        /// Call ``syncFinished()`` when the compositor has handled all earlier requests.
        case sync
    }

    private struct Report: Equatable {
        var window: WindowState?
        var note: String?
    }

    /// The wait for the window of the selected tab.
    private struct Wait {
        var deadline: UInt64?
        var isOverdue = false
        /// True if that would be another window: the tab's program has closed or renamed one, and continues.
        var hasLost = false
    }

    /// The time within which the window of a selected tab opens, ns. Then the existing app-ids explain why it has not.
    static let openingTimeout: UInt64 = 5_000_000_000
    /// The number of app-ids in that explanation, and their length in bytes of UTF-8.
    private static let maximumAppIDs = 8
    private static let maximumAppIDBytes = 64

    private var list = WindowList()
    private var front = WindowFront()
    private var selected: TabID?
    /// The owner of the window in front, or the tab of the page in front.
    private var owner: WindowOwner?
    /// True if the pages are windows themselves: then they cannot be told from other windows.
    private let hasOwnWindows: Bool
    /// The times at which windows appeared after the start.
    private var openings: [Int64: UInt64] = [:]
    private var urgent: Set<String> = []
    private var reported: [TabID: Report] = [:]
    /// True once all windows that existed at the start are known.
    private var isReady = false
    private var maximizer = WindowMaximizer()
    /// True if the compositor reports the parents of windows.
    package var knowsChildren = true
    private var deselectedBeforeOpening: Set<TabID> = []
    /// The window that gets the focus when a page gives up the keyboard for a window that has not opened yet.
    private var fallback: Int64?
    private var wait = Wait()
    private var process: Int32?
    /// The number of presses on the already selected tab.
    private var reselections: UInt64 = 0
    /// The windows of the selected tab in the order in which presses on it activate them, and the one in front.
    private var cycle: (windows: [Int64], current: Int) = ([], 0)
    /// The windows to be made fullscreen again when their tab is selected again.
    private var leftFullscreen: Set<Int64> = []

    package init(hasOwnWindows: Bool = false) {
        self.hasOwnWindows = hasOwnWindows
    }

    /// The windows that belong to no tab, the most recently focused first.
    package var foreignWindows: [WindowFacts] { list.windows.reversed().filter { list.owner(of: $0) == .noTab } }

    /// The time at which a window appeared; nil if it existed at the start.
    package func opening(of window: Int64) -> UInt64? { openings[window] }

    package var owners: [Int64: TabID] {
        list.windows.reduce(into: [:]) { owners, window in
            if case .tab(let tab) = list.owner(of: window) { owners[window.id] = tab }
        }
    }

    package var isFullscreen: Bool { owner != .noTab && frontWindow?.isFullscreen ?? false }

    package var isWaiting: Bool { wait.deadline != nil }

    /// The time at which ``check(at:)`` is due, CLOCK_MONOTONIC in ns; nil for never.
    package var deadline: UInt64? {
        isReady ? [front.deadline, wait.deadline].compactMap(\.self).min() : nil
    }

    package mutating func update(_ state: ShellState, output: String? = nil, at now: UInt64) -> [Step] {
        let known = list.pages
        list.pages = [WindowPage](state.tabs)
        // The daemon forgets the window of a tab whose app-ids change.
        reported = reported.filter { id, _ in
            list.pages.contains { page in
                page.id == id && known.contains { $0.id == id && $0.window.appIDs == page.window.appIDs }
            }
        }
        let isReselected = state.reselect.count > reselections && state.reselect.tab == selected
        reselections = state.reselect.count
        guard let selection = state.selection else { return reports(at: now) + fill(at: now) }
        let tab = selection.tab
        let effects = front.handle(
            .selection(
                .init(tab: tab, output: output), isCovered: selection.isCovered, isPressed: isReselected), at: now)
        if let previous = selected, tab != previous, list.isPage(previous), list.last(of: .tab(previous)) == nil {
            deselectedBeforeOpening.insert(previous)
        }
        deselectedBeforeOpening.remove(tab)
        let isChanged = selected != tab
        selected = tab
        let isInFront =
            front.hasWorkspaces ? selection.isCovered != true : list.isPage(tab) || state.arePagesAboveWindows
        let owner: WindowOwner = isInFront ? .tab(tab) : .noTab
        let isBrought = owner != self.owner
        if isChanged || isBrought && isInFront { startWait(at: now) }
        // A restarted program's window is awaited anew.
        let process = state.status(of: .page(tab))?.pid
        if let process, process != self.process, wait.isOverdue { startWait(at: now) }
        // It has closed its window because it had to end.
        if process == nil, wait.hasLost { wait = Wait() }
        self.process = process
        let steps = isBrought ? bring(owner, at: now) : isReselected ? activateNext(at: now) : []
        return reports(at: now) + steps + fill(isBrought || isReselected ? tab : nil, at: now) + effects.map(Step.front)
    }

    private mutating func bring(_ owner: WindowOwner, at now: UInt64) -> [Step] {
        var steps: [Step] = []
        if let window = frontWindow, window.isFullscreen, !front.hasWorkspaces {
            leftFullscreen.insert(window.id)
            steps.append(.setFullscreen(window.id, false))
        }
        // At the start the compositor has already chosen among the windows that belong to no tab.
        let isActive = owner != .noTab || self.owner != nil
        self.owner = owner
        let window = frontWindow
        let content: WindowFront.Content =
            isPageInFront ? .page : window != nil && isActive ? .window : .missingWindow
        _ = front.handle(.brought(content), at: now)
        if isActive { steps += show(window, at: now) }
        steps += returnFullscreen()
        fallback = isTabsWindowInFront && window == nil ? list.windows.last?.id : nil
        stateFront(at: now)
        return steps
    }

    /// Makes the window in front fullscreen again once it has the focus: phoc forgets it for a window that is still behind a page.
    private mutating func returnFullscreen() -> [Step] {
        guard let window = frontWindow, window.isActivated, leftFullscreen.remove(window.id) != nil else { return [] }
        return [.setFullscreen(window.id, true)]
    }

    package mutating func changed(_ window: WindowFacts, at now: UInt64) -> [Step] {
        defer { stateFront(at: now) }
        let known = list[window.id]
        if isReady, known == nil { openings[window.id] = now }
        let before = known.map { list.owner(of: $0) }
        let isNamed = known?.appID != window.appID
        list.update(window)
        if isReady, isNamed, isWaiting, let selected { list.adopt(window, for: selected) }
        let isFallback = window.wasActivated && window.id == fallback
        if isFallback { fallback = nil }
        let owner = list.owner(of: window)
        let isNew = before != owner
        if isNew, before == selected.map({ .tab($0) }) { windowLost(at: now) }
        // Its app-id or its parent came after the focus.
        let hasFocus = window.wasActivated || before != nil && isNew && window.isActivated
        switch owner {
        case .noTab where hasOwnWindows || self.owner != .noTab && !isPageInFront: break
        case self.owner:
            fallback = nil
            if owner != .noTab, isNew, isReady { return reports(at: now) + fill(at: now) + show(window, at: now) }
        case .tab(let tab) where isNew && window.wasActivated && isReady && deselectedBeforeOpening.remove(tab) != nil:
            break
        case .noTab where isReady && known?.appID ?? "" == "" && window.appID != "" && coversWhenOpened:
            // The page has the keyboard, so the compositor gives it to no new window.
            return reports(at: now) + fill(at: now) + handle(.foreign(exist: true, isSeen: true), at: now)
        case .tab, .noTab:
            if hasFocus, isReady, !isFallback {
                _ = front.handle(.focused(owner, isHeld: window.isActivated), at: now)
            } else if known?.isActivated == true, !window.isActivated {
                _ = front.handle(.unfocused(owner), at: now)
            }
        }
        return reports(at: now) + fill(at: now) + returnFullscreen()
    }

    /// True if a new window of no tab comes in front of the page.
    private var coversWhenOpened: Bool { !front.hasWorkspaces && !list.pages.isEmpty }

    /// Maximizes new windows, and the windows of a tab that is being selected. Children stay as they are, and all
    /// windows if the pages are windows, too. Where no window is known as a child, only the first of a tab is maximized: the
    /// others may be dialogs.
    private mutating func fill(_ tab: TabID? = nil, at now: UInt64) -> [Step] {
        guard isReady, !hasOwnWindows, !front.hasWorkspaces else { return [] }
        return list.windows.filter { $0.parent == nil }.compactMap { window in
            let owner = list.owner(of: window)
            let page = list.pages.first { .tab($0.id) == owner }
            let isFirst =
                knowsChildren || !list.windows.contains { $0.id < window.id && list.owner(of: $0) == owner }
            let fills = isFirst && page?.window.fills ?? false
            let isSelected = page != nil && page?.id == tab
            return maximizer.update(
                window, fills: fills, isSelected: isSelected, isInFront: owner == self.owner, at: now
            )
            .map { .setMaximized(window.id, $0) }
        }
    }

    /// Returns the steps that restore all windows to their state before they filled the area.
    package mutating func release() -> [Step] {
        list.pages = []
        return fill(at: 0)
    }

    package mutating func check(at now: UInt64) -> [Step] {
        guard isReady else { return [] }
        if let deadline = wait.deadline, now >= deadline { (wait.deadline, wait.isOverdue) = (nil, true) }
        var steps: [Step] = []
        for effect in front.handle(.timeout, at: now) {
            switch effect {
            case .choose(let choice, _): return reports(over: selected, by: choice.tab, at: now)
            case .activate: steps += show(frontWindow, at: now)
            default: steps.append(.front(effect))
            }
        }
        return reports(at: now) + steps
    }

    /// Waits for the window of the selected tab, unless it is open.
    private mutating func startWait(at now: UInt64) {
        wait = Wait()
        if let selected, list.isPage(selected), list.last(of: .tab(selected)) == nil {
            wait.deadline = now + Self.openingTimeout
        }
    }

    /// Waits for another window of the selected tab: its program may open another one, or continue without any.
    private mutating func windowLost(at now: UInt64) {
        guard process != nil else { return }
        startWait(at: now)
        wait.hasLost = isWaiting
    }

    /// Removes a closed window. The one that the compositor focuses then is not the user's choice.
    package mutating func closed(_ id: Int64, at now: UInt64) -> [Step] {
        let wasFront = frontWindow?.id == id
        let owner = list[id].map { list.owner(of: $0) }
        list.remove(id)
        if owner == selected.map({ .tab($0) }) { windowLost(at: now) }
        openings[id] = nil
        leftFullscreen.remove(id)
        maximizer.remove(id)
        guard !front.hasWorkspaces, !wasFront || !list.pages.isEmpty else { return reports(at: now) }
        let steps = wasFront ? show(frontWindow, at: now) : []
        guard steps.isEmpty else { return reports(at: now) + steps }
        _ = front.handle(.requested, at: now)
        return reports(at: now) + [.sync]
    }

    /// Replaces all windows.
    ///
    /// - Parameters:
    ///   - windows: in the order in which they last had the focus.
    ///   - areOthers: true if a new adapter states them.
    package mutating func replace(_ windows: [WindowFacts], areOthers: Bool, at now: UInt64) -> [Step] {
        let gone = list.windows.map(\.id).filter { id in areOthers || !windows.contains { $0.id == id } }
        var steps: [Step] = []
        if areOthers {
            for id in gone { list.remove(id) }
            (isReady, openings, leftFullscreen, maximizer) = (false, [:], [], WindowMaximizer())
        } else {
            for id in gone { steps += closed(id, at: now) }
        }
        for window in windows where window != list[window.id] { steps += changed(window, at: now) }
        list.sort(by: windows.map(\.id))
        return steps + (areOthers ? ready(at: now) : [])
    }

    package mutating func setUrgent(_ appIDs: Set<String>, at now: UInt64) -> [Step] {
        urgent = appIDs
        return reports(at: now)
    }

    package mutating func ready(at now: UInt64) -> [Step] {
        isReady = true
        if wait.deadline != nil { startWait(at: now) }
        let steps = fill(selected, at: now)
        return reports(at: now) + steps + (isTabsWindowInFront ? show(frontWindow, at: now) : [])
    }

    package mutating func syncFinished(at now: UInt64) {
        _ = front.handle(.handled(isInFront: isSelectedInFront), at: now)
    }

    package mutating func handle(_ fact: WindowFront.Fact, at now: UInt64) -> [Step] {
        if fact == .daemonLost { reported = [:] }
        if fact == .workspaces(!hasWorkspaces) { owner = nil }
        return front.handle(fact, at: now).map(Step.front)
    }

    package var hasWorkspaces: Bool { front.hasWorkspaces }

    /// Activates the window of the selected tab, or the next one of several, first the previously focused one. A window
    /// and its children count as one, of which the most recently focused is activated: a dialog is not left for the
    /// window below it.
    private mutating func activateNext(at now: UInt64) -> [Step] {
        guard isTabsWindowInFront, let owner, let window = frontWindow else { return [] }
        guard window.isActivated else { return activate(window.id, at: now) }
        let all = list.roots(of: owner)
        guard all.count > 1 else { return [] }
        if Set(cycle.windows) != Set(all) || cycle.windows[cycle.current] != list.root(of: window).id {
            cycle = (all, 0)
        }
        cycle.current = (cycle.current + 1) % cycle.windows.count
        let next = cycle.windows[cycle.current]
        return list.windows.last { list.root(of: $0).id == next }.map { activate($0.id, at: now) } ?? []
    }

    /// Returns the steps that bring a window to the front, unless it has the focus or its workspace does so.
    private mutating func show(_ window: WindowFacts?, at now: UInt64) -> [Step] {
        guard let window, !window.isActivated, !front.hasWorkspaces else { return [] }
        return activate(window.id, at: now)
    }

    private mutating func activate(_ window: Int64, at now: UInt64) -> [Step] {
        _ = front.handle(.requested, at: now)
        return [.activate(window), .sync]
    }

    /// Returns the reports that the daemon does not have yet.
    private mutating func reports(over tab: TabID? = nil, by activated: TabID? = nil, at now: UInt64) -> [Step] {
        guard isReady else { return [] }
        if let selected, wait.deadline != nil || wait.isOverdue, list.last(of: .tab(selected)) != nil { wait = Wait() }
        return list.pages.compactMap { page in
            let report = Report(window: state(of: page), note: note(on: page))
            guard reported[page.id] != report || page.id == activated else { return nil }
            reported[page.id] = report
            return .report(page.id, report.window, over: page.id == activated ? tab : nil, note: report.note)
        } + coverReport(at: now)
    }

    /// The report of the first and last window of no tab. Without a window tab, the first covers the page: pages were below it.
    private mutating func coverReport(at now: UInt64) -> [Step] {
        guard selected != nil, !hasOwnWindows, !front.hasWorkspaces else { return [] }
        let isFirst = front.cover == nil && list.pages.isEmpty
        return handle(.foreign(exist: list.last(of: .noTab) != nil, isSeen: isFirst), at: now)
    }

    /// The explanation for a tab whose window should be open by now: probably it has another app-id.
    private func note(on page: WindowPage) -> String? {
        guard wait.isOverdue, page.id == selected else { return nil }
        var others: [String] = []
        for window in foreignWindows where !window.appID.isEmpty {
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
        guard let window = list.last(of: .tab(page.id)) else { return nil }
        // An unused title is left out, so that its changes wake no client.
        let isWanted = page.window.title != .none || page.window.badge == .title
        return WindowState(
            title: isWanted ? window.title.truncated(toBytes: Limits.maximumWindowTitleBytes) : "",
            isUrgent: page.window.badge == .urgent && urgent.contains { list.pages.owner(of: $0)?.id == page.id })
    }

    /// States whether the window in front has the focus, or no window has it because of the page in front.
    private mutating func stateFront(at now: UInt64) {
        _ = front.handle(.inFront(isSelectedInFront), at: now)
    }

    private var isSelectedInFront: Bool {
        isPageInFront ? !list.windows.contains { $0.isActivated } : frontWindow?.isActivated == true
    }

    private var isPageInFront: Bool { tabInFront.map { !list.isPage($0) } ?? false }

    private var isTabsWindowInFront: Bool { tabInFront.map { list.isPage($0) } ?? false }

    private var tabInFront: TabID? { if case .tab(let tab) = owner { tab } else { nil } }

    private var frontWindow: WindowFacts? { owner.flatMap { list.last(of: $0) } }
}
