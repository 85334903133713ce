// SPDX-License-Identifier: MIT
import Posix
import EventLoop
import ShellKit
import SocketIPC
import SurfaceKit
import ShellModel
import TabshellIPC

/// The panel's eye on the windows that are tabs' pages. Nothing is opened before there is such a tab.
final class ToplevelController {
    private enum WatchState {
        case closed
        case open(ForeignToplevelManager)
        /// The compositor shows windows to nobody.
        case none
    }

    /// Called when ``isFullscreen`` may have changed.
    var onFullscreen: () -> Void = {}

    private let shell: ShellProgram
    private var sight = WatchState.closed
    private var urgency: SwayUrgencyMonitor?
    private var tabs = WindowTabTracker()
    /// The tabs that the daemon was told of in vain.
    private var unseen: Set<TabID> = []

    init(_ shell: ShellProgram) {
        self.shell = shell
    }

    /// Whether the window in front is a tab's page and fills the whole output.
    var isFullscreen: Bool { tabs.isFullscreen }

    /// Takes up what the daemon says now.
    func update(_ state: ShellState) {
        if state.hasWindowTabs { open() } else { close() }
        switch sight {
        case .closed: return
        case .none: complain(state)
        case .open:
            let wantsUrgency = state.tabs.contains { $0.window?.badge == .urgent }
            if wantsUrgency, urgency == nil {
                urgency = SwayUrgencyMonitor(path: environmentVariable("SWAYSOCK"), loop: shell.loop)
                urgency?.onChange = { [unowned self] in perform(tabs.setUrgent($0)) }
            } else if !wantsUrgency {
                urgency = nil
            }
            perform(tabs.update(state))
        }
    }

    /// The daemon is gone; the next one knows nothing.
    func connectionLost() {
        tabs.forgetReports()
        unseen = []
    }

    private func open() {
        guard case .closed = sight else { return }
        guard let watcher = ForeignToplevelManager(shell.session) else { return sight = .none }
        sight = .open(watcher)
        watcher.onChange = { [unowned self] in perform(tabs.changed($0)) }
        watcher.onClosed = { [unowned self] in perform(tabs.closed($0)) }
        watcher.onFinished = { [unowned self] in
            sight = .none
            complain(shell.client.state)
        }
        watcher.settle { [unowned self] in perform(tabs.ready()) }
    }

    private func close() {
        if case .open(let watcher) = sight { watcher.destroy() }
        sight = .closed
        urgency = nil
        tabs = WindowTabTracker()
        unseen = []
    }

    /// Tells the daemon that a window is nothing that can be seen here.
    private func complain(_ state: ShellState) {
        for tab in state.tabs where tab.window != nil && unseen.insert(tab.id).inserted {
            shell.client.send(.window(tab.id, nil, over: nil, isWatched: false))
        }
    }

    private func perform(_ steps: [WindowTabTracker.Step]) {
        guard case .open(let watcher) = sight else { return }
        for step in steps {
            switch step {
            case .report(let tab, let window, let over):
                shell.client.send(.window(tab, window, over: over, isWatched: true))
            case .activate(let window): watcher.activate(window)
            case .setFullscreen(let window, let isFullscreen): watcher.setFullscreen(window, isFullscreen)
            case .settle: watcher.settle { [unowned self] in tabs.settled() }
            }
        }
        onFullscreen()
    }
}
