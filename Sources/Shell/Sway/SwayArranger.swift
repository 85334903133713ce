// SPDX-License-Identifier: MIT
import EventLoop
import ShellModel
import TabshellIPC
import WindowTabs

/// Arranges sway's windows as ``SwayArrangement`` decides, and shows the workspace that ``SwayFront`` does. sway ignores the
/// request of wlr-foreign-toplevel-management to maximize a window.
package final class SwayArranger: SwayObserver {
    /// The reason to look at the windows.
    private struct Occasion {
        /// The changes since the last look.
        var windows = SwayArrangement.Occasion()
        var showing = SwayFront.Showing.none
        /// The reason for the last look, if this one checks the result of its commands.
        var repeated: SwayArrangement.Occasion?

        /// True if it only repeats the last look: nothing but the events of its commands has come since.
        var isRepetition: Bool { repeated != nil && windows == .init() && showing == .none }

        /// The windows to arrange.
        var all: SwayArrangement.Occasion { repeated.map(windows.union) ?? windows }

        /// - Parameter other: the earlier one.
        func union(_ other: Occasion) -> Occasion {
            Occasion(
                windows: windows.union(other.windows), showing: max(showing, other.showing),
                repeated: repeated ?? other.repeated)
        }
    }

    /// The time after which a new window that is still to get its place is looked at again, ns: it doubles. After the longest, the
    /// window is taken as it is.
    private static let settlingDelays: ClosedRange<UInt64> = 10_000_000...2_000_000_000

    /// Called with a tab that the person has chosen in sway, and the output to which the pages go; nil if they stay.
    package var onChoice: (TabID, String?) -> Void = { _, _ in }
    /// Called when a window that belongs to no tab has come in front or gone, with the selected tab: see
    /// ``Selection/isCovered``. ``reported()`` is called once the daemon has the report.
    package var onCover: (Bool?, TabID) -> Void = { _, _ in }
    /// Called when the connection is made or lost.
    package var onConnection: () -> Void = {}

    private let sway: SwayConnection
    private var arrangement = SwayArrangement()
    private var front = SwayFront()
    private var presses: UInt64 = 0
    /// The ``Selection/isCovered`` that was reported last, and the number of reports that the daemon does not have yet.
    private var cover: (reported: Bool?, unanswered: Int) = (nil, 0)
    /// The choices that were reported and have yet to be carried out, oldest first. All have their outputs.
    private var choices: [SwayFront.Choice] = []
    /// The reason for the next look; nil for none.
    private var pending: Occasion?
    /// The windows that have opened and are still to get their places.
    private var settling: Set<Int64> = []
    private var settlingDelay = SwayArranger.settlingDelays.lowerBound
    /// True if somebody has gone to another workspace since the last tree, or given one another name.
    private var changedWorkspace = true
    /// The workspace that was removed last. sway removes the one that somebody leaves after the focus has gone.
    private var removed: JSON?
    /// True from the request for the windows to the end of the commands.
    private var isBusy = false
    private var released: (() -> Void)?
    private var settlingTimer: EventLoop.Timer?
    /// The tab that has been selected meanwhile; nil without one.
    private var settlingTab: TabID?

    package init(_ sway: SwayConnection, loop: EventLoop) {
        self.sway = sway
        settlingTimer = loop.timer { [weak self] in self?.lookAgain() }
        sway.add(self)
    }

    /// True while each tab has a workspace.
    package var isConnected: Bool { sway.isConnected }

    /// - Parameters:
    ///   - output: the name of the output of the pages; nil if there is none.
    ///   - destinations: those of all outputs to which they may go.
    package func update(_ state: ShellState, output: String?, destinations: [String] = []) {
        let pages = [WindowPage](state.tabs)
        if pages != arrangement.pages { look(Occasion(windows: .init(isAll: true))) }
        arrangement.pages = pages
        front.tabs = state.tabs.map(\.id)
        front.destinations = Set(destinations)
        choices.removeAll { !front.tabs.contains($0.tab) }
        guard let selection = state.selection, !pages.isEmpty else {
            arrangement.selected = nil
            return proceed()
        }
        // A press on the tab has raised its page, unless the daemon has yet to learn that it is covered.
        let isRaised = cover == (true, 0) && selection.isCovered == false
        if isRaised { cover.reported = false }
        let isFirst = arrangement.selected == nil
        if isFirst { cover.reported = selection.isCovered }
        if selection.tab != arrangement.selected || output != front.output {
            // The person who has chosen it in sway may be elsewhere by now.
            let choice = choices.firstIndex(of: SwayFront.Choice(tab: selection.tab, output: output))
            choices.removeFirst(choice.map { $0 + 1 } ?? choices.count)
            let showing: SwayFront.Showing = choice != nil ? .none : isFirst ? .unlessCovered : .always
            look(Occasion(windows: .init(tab: selection.tab), showing: showing))
        } else if isRaised || state.reselect.count != presses {
            look(Occasion(windows: .init(tab: selection.tab), showing: .always))
        }
        (presses, front.output, arrangement.selected) = (state.reselect.count, output, selection.tab)
        proceed()
    }

    /// Brings to the front again what the compositor may have moved away with an output.
    ///
    /// - Parameters: see ``update(_:output:destinations:)``.
    package func outputsChanged(_ output: String?, destinations: [String]) {
        // The tree shows what an output has taken, unless the pages go to another one.
        look(Occasion(showing: output == front.output ? .none : .unlessCovered))
        (front.output, front.destinations) = (output, Set(destinations))
        proceed()
    }

    /// Discards what was reported after the daemon's connection is lost: the next daemon does not know it.
    package func connectionLost() {
        cover = (nil, 0)
        choices = []
    }

    /// Records that the daemon has a report; the state follows it.
    package func reported() { cover.unanswered = max(cover.unanswered - 1, 0) }

    /// Restores all windows, and calls back when that is done, or impossible.
    package func release(_ completion: @escaping () -> Void) {
        guard sway.isConnected, !arrangement.pages.isEmpty else { return completion() }
        arrangement.pages = []
        arrangement.selected = nil
        look(Occasion(windows: .init(isAll: true)))
        released = completion
        proceed()
    }

    func swayConnected() {
        changedWorkspace = true
        if !arrangement.pages.isEmpty { look(Occasion(windows: .init(isAll: true), showing: .unlessCovered)) }
        onConnection()
        proceed()
    }

    func swayDisconnected() { onConnection() }

    func swayWindowChanged(_ event: JSON) {
        switch event["change"] {
        case "new":
            guard case .integer(let id)? = event["container"]?["id"] else { return }
            settlingDelay = Self.settlingDelays.lowerBound
            settlingTab = nil
            look(Occasion(windows: .init(opened: [id])))
        case "close", "focus", "move": look(Occasion())
        default: return
        }
        proceed()
    }

    func swayWorkspaceChanged(_ event: JSON) {
        switch event["change"] {
        case "empty":
            removed = event["current"]?["name"]
            return
        case "focus":
            let isLeft = removed == nil || removed != event["old"]?["name"]
            changedWorkspace = changedWorkspace || isLeft
            removed = nil
        case "rename", "reload": changedWorkspace = true
        default: return
        }
        look(Occasion())
        proceed()
    }

    private func look(_ occasion: Occasion) {
        // Without such tabs nothing is left to do once all windows are as they were.
        guard !arrangement.pages.isEmpty || occasion.all.isAll else { return }
        pending = pending.map(occasion.union) ?? occasion
    }

    /// Asks for the windows if there is a reason.
    private func proceed() {
        guard !isBusy, sway.isConnected, let occasion = pending else { return }
        isBusy = true
        pending = nil
        sway.request(SwayIPCMessage.tree) { [weak self] in self?.arrange($0, on: occasion) }
    }

    /// - Parameter tree: sway's reply; nil without one.
    private func arrange(_ tree: JSON?, on occasion: Occasion) {
        guard let tree else { return finish() }
        let all = SwayTree(tree)
        let settled = settled(all, occasion)
        var commands = arrangement.commands(for: settled, on: occasion.all)
        // A window that opens there decides what is in front once it has its place.
        let isOpening =
            occasion.showing == .none
            && all.windows.contains { settling.contains($0.id) && $0.workspace == all.workspaces.first }
        // A selection that has come meanwhile is shown by the next look.
        if pending?.showing != .always, !isOpening {
            let decision = front.decide(
                for: settled, arrangement, showing: occasion.showing, opened: occasion.windows.opened,
                changedWorkspace: changedWorkspace)
            changedWorkspace = false
            commands = decision.isFirst ? decision.commands + commands : commands + decision.commands
            report(decision)
        }
        guard !commands.isEmpty else { return finish() }
        sway.request(SwayIPCMessage.command, commands.joined(separator: "; ")) { [weak self] reply in
            guard let self else { return }
            // Windows are looked at once more after commands, and not again.
            if reply != nil, !occasion.isRepetition { look(Occasion(repeated: occasion.windows)) }
            finish()
        }
    }

    private func report(_ decision: SwayFront.Decision) {
        guard let selected = arrangement.selected else { return }
        let present = SwayFront.Choice(tab: selected, output: front.output)
        let last = choices.last ?? present
        var next = decision.chosen ?? present
        next.output = next.output ?? front.output
        if next != last {
            choices.append(next)
            onChoice(next.tab, next.output == last.output ? nil : next.output)
        }
        guard choices.isEmpty, decision.isCovered != cover.reported else { return }
        cover = (decision.isCovered, cover.unanswered + 1)
        onCover(decision.isCovered, selected)
    }

    /// The tree without the windows that have just opened; they are looked at again.
    private func settled(_ tree: SwayTree, _ occasion: Occasion) -> SwayTree {
        // The selection of its tab may follow from its focus and come before the news of the window.
        let early = tree.windows.filter(\.isSettling)
        guard !early.isEmpty, Self.settlingDelays.contains(settlingDelay) else { return tree }
        settling.formUnion(early.map(\.id))
        settlingTab = occasion.all.tab ?? settlingTab
        settlingTimer?.arm(after: settlingDelay)
        settlingDelay *= 2
        var tree = tree
        tree.windows.removeAll { settling.contains($0.id) }
        return tree
    }

    private func lookAgain() {
        look(Occasion(windows: .init(opened: settling, tab: settlingTab == arrangement.selected ? settlingTab : nil)))
        (settling, settlingTab) = ([], nil)
        proceed()
    }

    private func finish() {
        isBusy = false
        if pending == nil || !sway.isConnected {
            let completion = released
            released = nil
            completion?()
        }
        proceed()
    }
}
