// SPDX-License-Identifier: MIT
import EventLoop
import ShellModel
import TabshellIPC
import WindowTabs

/// Arranges sway's windows as ``SwayArrangement`` decides. sway ignores the request of wlr-foreign-toplevel-management to
/// maximize a window.
package final class SwayArranger: SwayObserver {
    /// The time after which a new window that is still to get its place is looked at again, ns, and how often that is done.
    private static let settlingDelay: UInt64 = 20_000_000
    private static let maximumSettlings = 15

    /// Called when commands are sent, which may move the focus.
    package var onArranging: () -> Void = {}
    /// Called when sway has carried out the commands, or does not answer.
    package var onArranged: () -> Void = {}

    private let sway: SwayConnection
    private var arrangement = SwayArrangement()
    private var selection: (tab: TabID?, presses: UInt64) = (nil, 0)
    private var pending = SwayArrangement.Occasion(isAll: true)
    /// The windows that have opened and are still to get their places.
    private var settling: Set<Int64> = []
    private var settlings = 0
    /// True if the next tree shows the result of commands.
    private var isLookingAgain = false
    /// True from the request for the windows to the end of the commands.
    private var isBusy = false
    private var released: (() -> Void)?
    private var settlingTimer: EventLoop.Timer?

    package init(_ sway: SwayConnection, loop: EventLoop) {
        self.sway = sway
        settlingTimer = loop.timer { [weak self] in self?.lookAgain() }
        sway.add(self)
    }

    package func update(_ state: ShellState) {
        let pages = [WindowPage](state.tabs)
        if pages != arrangement.pages { pending.isAll = true }
        arrangement.pages = pages
        let tab = state.selection?.tab
        if tab != selection.tab || state.reselect.count != selection.presses { pending.tab = tab }
        selection = (tab, state.reselect.count)
        proceed()
    }

    /// Restores all windows, and calls back when that is done, or impossible.
    package func release(_ completion: @escaping () -> Void) {
        guard sway.isConnected, !arrangement.pages.isEmpty else { return completion() }
        arrangement.pages = []
        pending.isAll = true
        released = completion
        proceed()
    }

    func swayConnected() {
        pending.isAll = true
        proceed()
    }

    func swayDisconnected() { isLookingAgain = false }

    func swayWindowChanged(_ event: JSON) {
        guard event["change"] == "new", case .integer(let id)? = event["container"]?["id"] else { return }
        pending.opened.insert(id)
        settlings = 0
        proceed()
    }

    /// Asks for the windows if some are to be arranged.
    private func proceed() {
        guard !isBusy, sway.isConnected, !pending.isEmpty else { return }
        isBusy = true
        let occasion = pending
        pending = SwayArrangement.Occasion()
        sway.request(SwayIPCMessage.tree) { [weak self] in self?.arrange($0, on: occasion) }
    }

    /// - Parameter tree: sway's reply; nil without one.
    private func arrange(_ tree: JSON?, on occasion: SwayArrangement.Occasion) {
        guard let tree else { return finish() }
        let commands = arrangement.commands(for: settled(SwayTree(tree)), on: occasion)
        // The windows are looked at once more after commands, and not again.
        let isRepeated = isLookingAgain
        isLookingAgain = false
        guard !commands.isEmpty else { return finish() }
        onArranging()
        sway.request(SwayIPCMessage.command, commands.joined(separator: "; ")) { [weak self] reply in
            guard let self else { return }
            if reply != nil, !isRepeated {
                pending = pending.union(occasion)
                isLookingAgain = true
            }
            isBusy = false
            onArranged()
            finish()
        }
    }

    /// The tree without the windows that have just opened; they are looked at again.
    private func settled(_ tree: SwayTree) -> SwayTree {
        // The selection of its tab may follow from its focus and come before the news of the window.
        let early = tree.windows.filter(\.isSettling)
        guard !early.isEmpty, settlings < Self.maximumSettlings else { return tree }
        settlings += 1
        settling.formUnion(early.map(\.id))
        settlingTimer?.arm(after: Self.settlingDelay)
        return SwayTree(windows: tree.windows.filter { !settling.contains($0.id) }, workspaces: tree.workspaces)
    }

    private func lookAgain() {
        pending.opened.formUnion(settling)
        settling = []
        proceed()
    }

    private func finish() {
        isBusy = false
        if pending.isEmpty || !sway.isConnected {
            let completion = released
            released = nil
            completion?()
        }
        proceed()
    }
}
