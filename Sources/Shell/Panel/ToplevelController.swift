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

    var onFullscreen: () -> Void = {}

    private let shell: ShellProgram
    private let sway: SharedSway
    private var watchState = WatchState.closed
    private var arranger: SwayArranger?
    /// True if the windows come from sway's adapter, not from foreign-toplevel management.
    private var areSways = false
    private var isReleased = false
    private var checkTimer: EventLoop.Timer?
    private var tabs: WindowTabTracker
    private var reportedUnwatched: Set<TabID> = []

    init(_ shell: ShellProgram, sway: SharedSway) {
        self.shell = shell
        self.sway = sway
        tabs = WindowTabTracker(hasOwnWindows: shell.options.window)
        shell.client.onForeignQuery = { [weak self] in self?.answer($0) }
        checkTimer = shell.loop.timer { [weak self] in self?.perform { $0.check(at: $1) } }
    }

    /// True if the compositor reports windows, so that each one in front of a page is known.
    var seesWindows: Bool { if case .open = watchState { true } else { false } }

    /// False if the compositor lists no window that could have the keyboard.
    var mayHaveWindows: Bool { if case .open(let manager) = watchState { !manager.windows.isEmpty } else { true } }

    var isFullscreen: Bool { tabs.isFullscreen }

    func update(_ state: ShellState) {
        guard !isReleased else { return }
        // Pages that are windows themselves are stacked by the compositor.
        if state.hasWindowTabs || !shell.options.window { open() } else { close() }
        switch watchState {
        case .closed: return
        case .none: logError(state)
        case .open:
            arrange(state)
            perform { $0.update(state, output: shell.pageOutput?.name, at: $1) }
            arranger?.proceed()
        }
    }

    func outputsChanged() {
        updateArranger(shell.client.state)
        perform { $0.handle(.output(shell.pageOutput?.name), at: $1) }
    }

    /// Restores the windows that fill the area, and calls back when the compositor has done so.
    func release(_ completion: @escaping () -> Void) {
        guard case .open(let manager) = watchState else { return completion() }
        isReleased = true
        perform { tabs, _ in tabs.release() }
        let synchronize = { manager.sync(completion) }
        if let arranger { arranger.release(synchronize) } else { synchronize() }
    }

    /// Applies the state to sway's windows and workspaces, from the first tab on that is a window.
    private func arrange(_ state: ShellState) {
        if arranger == nil, state.hasWindowTabs {
            arranger = sway.open().map { SwayArranger($0, loop: shell.loop, arranges: !shell.options.window) }
            arranger?.onConnection = { [weak self] in
                guard let self else { return }
                update(shell.client.state)
            }
            arranger?.onWindows = { [weak self] in self?.replace($0) ?? [:] }
            arranger?.onUrgent = { [weak self] appIDs in self?.perform { $0.setUrgent(appIDs, at: $1) } }
            arranger?.onWindow = { [weak self] window in self?.perform { $0.changed(window, at: $1) } }
            arranger?.onSight = { [weak self] sight in
                let steps = self?.perform { $0.handle(.sight(sight), at: $1) } ?? []
                return steps.compactMap { if case .front(let effect) = $0 { effect } else { nil } }
            }
        }
        reportWorkspaces()
        updateArranger(state)
    }

    private func updateArranger(_ state: ShellState) {
        arranger?.update(state, output: shell.pageOutput?.name, destinations: shell.outputs.map(\.name))
    }

    private func replace(_ windows: [WindowFacts]) -> [Int64: TabID] {
        let areOthers = !areSways
        areSways = true
        perform { $0.replace(windows, areOthers: areOthers, at: $1) }
        return tabs.owners
    }

    /// Reports to the daemon that each tab has a workspace, or no longer has one.
    private func reportWorkspaces() {
        let areThere = arranger?.hasWorkspaces == true && shell.client.state.hasWindowTabs
        if areThere != tabs.hasWorkspaces { perform { $0.handle(.workspaces(areThere), at: $1) } }
        if !areThere, areSways, case .open(let manager) = watchState {
            areSways = false
            perform { $0.replace(manager.windows.map(WindowFacts.init), areOthers: true, at: $1) }
        }
        guard areThere != shell.client.state.bar.hasWorkspaces else { return }
        shell.client.send(.command(.setWorkspaces(areThere)))
    }

    /// Discards all reports after the daemon's connection is lost: the next daemon does not know them.
    func connectionLost() {
        perform { $0.handle(.daemonLost, at: $1) }
        reportedUnwatched = []
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
        manager.onChange = { [weak self] window in
            guard let self, !areSways else { return }
            perform { $0.changed(WindowFacts(window), at: $1) }
        }
        manager.onClosed = { [weak self] id in
            guard let self, !areSways else { return }
            perform { $0.closed(Int64(clamping: id), at: $1) }
        }
        manager.onFinished = { [weak self] in
            guard let self else { return }
            watchState = .none
            logError(shell.client.state)
        }
        manager.sync { [weak self] in self?.perform { $0.ready(at: $1) } }
    }

    private func close() {
        if case .open(let manager) = watchState { manager.destroy() }
        watchState = .closed
        (arranger, areSways) = (nil, false)
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

    @discardableResult
    private func perform(
        _ change: (inout WindowTabTracker, UInt64) -> [WindowTabTracker.Step]
    ) -> [WindowTabTracker.Step] {
        let steps = change(&tabs, MonotonicClock.now)
        guard case .open(let manager) = watchState else { return [] }
        arranger?.awaitsWindow = tabs.isWaiting
        for step in steps {
            switch step {
            case .report(let tab, let window, let over, let note):
                shell.client.send(.window(tab, window, over: over, isWatched: true, note: note))
            case .front(let effect): perform(effect)
            case .activate(let window) where areSways: arranger?.activate(window)
            case .activate(let window): manager.activate(UInt64(clamping: window))
            case .setMaximized(let window, let isMaximized):
                manager.setMaximized(UInt64(clamping: window), isMaximized)
            case .setFullscreen(let window, let isFullscreen):
                manager.setFullscreen(UInt64(clamping: window), isFullscreen)
            case .sync:
                manager.sync { [weak self] in
                    guard let self else { return }
                    tabs.syncFinished(at: MonotonicClock.now)
                    armCheck()
                }
            }
        }
        armCheck()
        onFullscreen()
        return steps
    }

    private func perform(_ effect: WindowFront.Effect) {
        switch effect {
        case .cover(let isCovered, let tab):
            shell.client.send(.command(.setCovered(isCovered, over: tab))) { [weak self] in
                self?.handled(.coverHandled, $0)
            }
        case .choose(let choice, let movesPages):
            shell.client.send(.command(.select(choice.tab, output: movesPages ? choice.output : nil))) { [weak self] in
                self?.handled(.choiceHandled(choice), $0)
            }
        case .layout(let tab, let cause): arranger?.layout(tab, cause)
        case .activate, .show, .restore, .keep: break
        }
    }

    /// - Parameter reply: nil if the connection was lost.
    private func handled(_ fact: WindowFront.Fact, _ reply: Result<JSON, WireError>?) {
        guard let reply, !isReleased else { return }
        perform { $0.handle(fact, at: $1) }
        if case .success = reply { update(shell.client.state) }
    }

    private func armCheck() {
        checkTimer?.arm(at: tabs.deadline)
    }
}

extension WindowFacts {
    fileprivate init(_ info: ToplevelInfo) {
        self.init(id: Int64(clamping: info.id))
        (appID, title) = (info.appID, info.title)
        (isActivated, wasActivated) = (info.isActivated, info.wasActivated)
        (isFullscreen, isMaximized) = (info.isFullscreen, info.isMaximized)
        parent = info.parent.map { Int64(clamping: $0) }
    }
}
