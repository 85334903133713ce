// SPDX-License-Identifier: MIT
import Posix
import EventLoop
import ScreenClient
import SurfaceKit
import Sway
import WindowTabs
import ShellModel
import TabshellIPC

/// Connects the windows of other programs with the daemon: those that are tabs' pages, and those that cover a page.
final class ToplevelController {
    private enum WatchState {
        case closed
        case open(ForeignToplevelManager)
        /// The compositor does not list windows.
        case none
    }

    /// Called when ``isFullscreen`` may have changed.
    var onFullscreen: () -> Void = {}

    private let shell: ShellProgram
    private let sway: SharedSway
    private var watchState = WatchState.closed
    private var urgency: SwayUrgencyMonitor?
    private var arranger: SwayArranger?
    /// The report of workspaces that the present daemon has been sent.
    private var reportedWorkspaces: Bool?
    private var isReleased = false
    private var checkTimer: EventLoop.Timer?
    private var tabs: WindowTabTracker
    /// The tabs reported to the daemon as not watched.
    private var reportedUnwatched: Set<TabID> = []

    init(_ shell: ShellProgram, sway: SharedSway) {
        self.shell = shell
        self.sway = sway
        tabs = WindowTabTracker(hasOwnWindows: shell.options.window)
        shell.client.onForeignQuery = { [weak self] in self?.answer($0) }
        checkTimer = shell.loop.timer { [weak self] in self?.perform { $0.check(at: MonotonicClock.now) } }
    }

    /// True if no window is in front of a page unseen.
    var seesWindows: Bool { if case .open = watchState { true } else { false } }

    /// True if the window in front is a tab's page and fullscreen.
    var isFullscreen: Bool { tabs.isFullscreen }

    func update(_ state: ShellState) {
        guard !isReleased else { return }
        // Pages that are windows themselves are stacked by the compositor.
        if state.hasWindowTabs || !shell.options.window { open() } else { close() }
        switch watchState {
        case .closed: return
        case .none: logError(state)
        case .open:
            let wantsUrgency = state.tabs.contains { $0.window?.badge == .urgent }
            if wantsUrgency, urgency == nil {
                urgency = sway.open().map(SwayUrgencyMonitor.init)
                urgency?.onChange = { [weak self] appIDs in self?.perform { $0.setUrgent(appIDs) } }
            } else if !wantsUrgency {
                urgency = nil
            }
            arrange(state)
            perform { $0.update(state, at: MonotonicClock.now) }
        }
    }

    func outputsChanged() {
        arranger?.outputsChanged(shell.pageOutput?.name, destinations: shell.outputs.map(\.name))
    }

    /// True if the compositor reports windows.
    var areListed: Bool { if case .open = watchState { true } else { false } }

    /// Restores the windows that fill the area, and calls back when the compositor has done so.
    func release(_ completion: @escaping () -> Void) {
        guard case .open(let manager) = watchState else { return completion() }
        isReleased = true
        perform { $0.release() }
        let synchronize = { manager.sync(completion) }
        if let arranger { arranger.release(synchronize) } else { synchronize() }
    }

    /// Applies the state to sway's windows and workspaces, from the first tab on that is a window.
    private func arrange(_ state: ShellState) {
        if arranger == nil, !shell.options.window, state.hasWindowTabs {
            arranger = sway.open().map { SwayArranger($0, loop: shell.loop) }
            arranger?.onConnection = { [weak self] in self?.reportWorkspaces() }
            arranger?.onChoice = { [weak self] in self?.shell.client.send(.command(.select($0, output: $1))) }
            arranger?.onCover = { [weak self] in self?.report($0, over: $1) }
        }
        reportWorkspaces()
        arranger?.update(
            state, output: shell.pageOutput?.name, destinations: shell.outputs.map(\.name))
    }

    private func report(_ isCovered: Bool?, over tab: TabID) {
        shell.client.send(.command(.setCovered(isCovered, over: tab))) { [weak self] in
            guard let self, !isReleased else { return }
            arranger?.reported()
            arrange(shell.client.state)
        }
    }

    /// Reports to the daemon that each tab has a workspace, or has none any more.
    private func reportWorkspaces() {
        let areThere = arranger?.isConnected == true && shell.client.state.hasWindowTabs
        tabs.hasWorkspaces = areThere
        guard areThere != (reportedWorkspaces ?? shell.client.state.bar.hasWorkspaces) else { return }
        reportedWorkspaces = areThere
        shell.client.send(.command(.setWorkspaces(areThere)))
    }

    /// Discards all reports after the daemon's connection is lost: the next daemon does not know them.
    func connectionLost() {
        tabs.clearReports()
        arranger?.connectionLost()
        reportedUnwatched = []
        reportedWorkspaces = nil
    }

    /// Sends the daemon the windows that belong to no tab and could become one.
    private func answer(_ serial: UInt64) {
        guard case .open = watchState else { return shell.client.send(.foreign(serial, nil)) }
        let windows = tabs.foreignWindows.filter {
            !$0.appID.isEmpty && $0.appID.utf8.count <= Limits.maximumNameBytes
        }
        let answer = windows.prefix(Limits.maximumForeignWindows).map {
            ForeignWindow(
                appID: $0.appID, title: $0.title.printable(maximumBytes: Limits.maximumForeignTitleBytes),
                hasFocus: $0.isActivated, openedAt: tabs.opening(of: $0.id))
        }
        let client = shell.client
        guard !answer.isEmpty, let connection = sway.open() else { return client.send(.foreign(serial, answer)) }
        connection.processes { [connection] processes in
            withExtendedLifetime(connection) {
                let known = answer.map { window in
                    var window = window
                    window.pid = processes[window.appID]
                    return window
                }
                client.send(.foreign(serial, known))
            }
        }
    }

    private func open() {
        guard case .closed = watchState else { return }
        guard let manager = ForeignToplevelManager(shell.connection) else { return watchState = .none }
        watchState = .open(manager)
        tabs.knowsChildren = manager.knowsChildren
        manager.onChange = { [weak self] window in self?.perform { $0.changed(window, at: MonotonicClock.now) } }
        manager.onClosed = { [weak self] id in self?.perform { $0.closed(id, at: MonotonicClock.now) } }
        manager.onFinished = { [weak self] in
            guard let self else { return }
            watchState = .none
            logError(shell.client.state)
        }
        manager.sync { [weak self] in self?.perform { $0.ready() } }
    }

    private func close() {
        if case .open(let manager) = watchState { manager.destroy() }
        watchState = .closed
        urgency = nil
        arranger = nil
        checkTimer?.disarm()
        tabs = WindowTabTracker(hasOwnWindows: shell.options.window)
        reportedUnwatched = []
    }

    /// Reports to the daemon that windows are not watched here.
    private func logError(_ state: ShellState) {
        for tab in state.tabs where tab.window != nil && reportedUnwatched.insert(tab.id).inserted {
            shell.client.send(.window(tab.id, nil, over: nil, isWatched: false, note: nil))
        }
    }

    /// Performs the steps that follow from a change.
    private func perform(_ change: (inout WindowTabTracker) -> [WindowTabTracker.Step]) {
        let steps = change(&tabs)
        guard case .open(let manager) = watchState else { return }
        for step in steps {
            switch step {
            case .report(let tab, let window, let over, let note):
                shell.client.send(.window(tab, window, over: over, isWatched: true, note: note))
            case .cover(let isCovered, let tab): shell.client.send(.command(.setCovered(isCovered, over: tab)))
            case .activate(let window): manager.activate(window)
            case .setMaximized(let window, let isMaximized): manager.setMaximized(window, isMaximized)
            case .setFullscreen(let window, let isFullscreen): manager.setFullscreen(window, isFullscreen)
            case .sync:
                manager.sync { [weak self] in
                    guard let self else { return }
                    tabs.syncFinished()
                    armCheck()
                }
            }
        }
        armCheck()
        onFullscreen()
    }

    private func armCheck() {
        checkTimer?.arm(at: tabs.deadline)
    }
}
