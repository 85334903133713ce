import EventLoop
import ShellModel
import TabshellIPC
import WindowTabs

/// The adapter of sway: it states the windows and what is in front, arranges the windows as ``SwayArrangement`` decides, and carries
/// out the effects. sway ignores the request of wlr-foreign-toplevel-management to maximize a window, and before 1.9 it does not
/// report there that a window renames itself.
package final class SwayArranger {
    private typealias Trigger = SwayArrangement.Trigger

    private struct Layout {
        /// The changes since the last layout.
        var trigger = Trigger()
        /// The trigger of the last layout, if this one checks the result of its commands.
        var verified: Trigger?

        /// True if only events of the last layout's commands have come since.
        var isVerification: Bool { verified != nil && trigger == .init() }

        var windows: Trigger { verified.map(trigger.union) ?? trigger }

        /// - Parameter other: the earlier one.
        func union(_ other: Layout) -> Layout {
            Layout(trigger: trigger.union(other.trigger), verified: verified ?? other.verified)
        }
    }

    /// The delay before a new window without its place is retried, ns: it doubles. After the longest, the window is accepted.
    private static let settlingDelays: ClosedRange<UInt64> = 10_000_000...2_000_000_000
    /// The time that sway 1.12 waits at most for the programs whose windows it changes, ns.
    private static let longestCommit: UInt64 = 200_000_000
    /// The delay between looks for a window that renames itself while the selected tab waits for one, ns: sway sends no event for it.
    private static let namingDelay: UInt64 = 250_000_000

    /// Called with all windows, in the order in which they last had the focus. Returns the tabs of windows that have one.
    package var onWindows: ([WindowFacts]) -> [Int64: TabID] = { _ in [:] }
    package var onWindow: (WindowFacts) -> Void = { _ in }
    /// Called with the state of the front. Returns the effects to carry out.
    package var onSight: (WindowFront.Sight) -> [WindowFront.Effect] = { _ in [] }
    /// Called with the app-ids of the urgent windows. No Wayland protocol announces urgency.
    package var onUrgent: (Set<String>) -> Void = { _ in }
    package var onConnection: () -> Void = {}
    package var awaitsWindow = false

    private let sway: SwayConnection
    /// False where the pages are windows themselves: then only urgency is stated.
    private let arranges: Bool
    private var urgent: [Int64: String] = [:] {
        didSet { if Set(urgent.values) != Set(oldValue.values) { onUrgent(Set(urgent.values)) } }
    }
    private var arrangement = SwayArrangement()
    private var sight = SwaySight()
    private var pending: Layout?
    /// The app-ids of the windows in the last tree.
    private var appIDs: [Int64: String] = [:]
    /// True if one of them may become the window that the selected tab waits for.
    private var hasForeign = false
    /// The new windows that do not have their places yet.
    private var settling: Set<Int64> = []
    private var settlingDelay = SwayArranger.settlingDelays.lowerBound
    /// True if a workspace was focused or renamed since the last tree.
    private var changedWorkspace = true
    /// The last removed workspace. sway removes an empty one after the focus has left it.
    private var removed: JSON?
    /// True from the request for the windows to the end of the commands.
    private var isBusy = false
    private var released: (() -> Void)?
    /// True while windows that are back have yet to get their borders.
    private var awaitsBorders = false
    private var settlingTimer: EventLoop.Timer?
    private var namingTimer: EventLoop.Timer?
    /// The tab that has been selected meanwhile; nil without one.
    private var settlingTab: TabID?

    package init(_ sway: SwayConnection, loop: EventLoop, arranges: Bool = true) {
        (self.sway, self.arranges) = (sway, arranges)
        settlingTimer = loop.timer { [weak self] in self?.retryLayout() }
        namingTimer = loop.timer { [weak self] in
            guard let self, awaitsWindow else { return }
            layout(nil, nil)
        }
        sway.onConnection = { [weak self] in self?.connectionChanged() }
        sway.onWindow = { [weak self] in self?.windowChanged($0) }
        sway.onWorkspace = { [weak self] in self?.workspaceChanged($0) }
        if !arranges { connectionChanged() }
    }

    package var hasWorkspaces: Bool { arranges && sway.isConnected }

    /// Takes over the tabs, the selection and the outputs; ``proceed()`` follows.
    ///
    /// - Parameters:
    ///   - output: the name of the output of the pages, if any.
    ///   - destinations: the names of all outputs to which they may go.
    package func update(_ state: ShellState, output: String?, destinations: [String] = []) {
        let pages = arranges ? [WindowPage](state.tabs) : []
        if pages != arrangement.pages { scheduleLayout(Trigger(isAll: true)) }
        arrangement.pages = pages
        arrangement.selected = pages.isEmpty ? nil : state.selection?.tab
        sight.tabs = state.tabs.map(\.id)
        (sight.output, sight.destinations) = (output, Set(destinations))
    }

    /// Looks at the workspaces: see ``WindowFront/Effect/layout(_:_:)``.
    package func layout(_ tab: TabID?, _ cause: WindowFront.Cause?) {
        scheduleLayout(Trigger(tab: tab, causes: Set([cause].compactMap(\.self))))
        proceed()
    }

    package func activate(_ window: Int64) { sway.request(SwayIPCMessage.command, "[con_id=\(window)] focus") { _ in } }

    /// Restores all windows, and calls back when that is done, or impossible.
    package func release(_ completion: @escaping () -> Void) {
        guard sway.isConnected, !arrangement.pages.isEmpty else { return completion() }
        arrangement.pages = []
        arrangement.selected = nil
        settlingDelay = Self.settlingDelays.lowerBound
        scheduleLayout(Trigger(isAll: true))
        released = completion
        proceed()
    }

    private func connectionChanged() {
        (changedWorkspace, urgent) = (true, [:])
        if sway.isConnected, !arranges || !arrangement.pages.isEmpty {
            scheduleLayout(Trigger(isAll: true, causes: [.restart]))
        }
        onConnection()
        proceed()
    }

    private func windowChanged(_ event: JSON) {
        guard let container = event["container"], case .integer(let id)? = container["id"] else { return }
        let window = SwayTree.Window(container)
        urgent[id] = event["change"] == "close" || window?.isUrgent != true ? nil : window?.appID
        switch event["change"] {
        case "new":
            settlingDelay = Self.settlingDelays.lowerBound
            settlingTab = nil
            scheduleLayout(Trigger(opened: [id]))
        case "close", "focus", "move": scheduleLayout(Trigger())
        default:
            guard arranges, let window, let known = appIDs[id] else { return }
            onWindow(window.facts)
            if known != window.appID { scheduleLayout(Trigger()) }
        }
        proceed()
    }

    private func workspaceChanged(_ event: JSON) {
        switch event["change"] {
        case "empty":
            removed = event["current"]?["name"]
            return
        case "focus":
            changedWorkspace = changedWorkspace || removed == nil || removed != event["old"]?["name"]
            removed = nil
        case "rename", "reload": changedWorkspace = true
        default: return
        }
        scheduleLayout(Trigger())
        proceed()
    }

    private func scheduleLayout(_ trigger: Trigger) { scheduleLayout(Layout(trigger: trigger)) }

    private func scheduleLayout(_ layout: Layout) {
        // Without such tabs nothing is left to do once all windows are restored.
        guard !arrangement.pages.isEmpty || layout.windows.isAll else { return }
        pending = pending.map(layout.union) ?? layout
    }

    package func proceed() {
        guard !isBusy, sway.isConnected, let layout = pending else { return }
        isBusy = true
        pending = nil
        sway.request(SwayIPCMessage.tree) { [weak self] in self?.arrange($0, layout) }
    }

    private func arrange(_ tree: JSON?, _ next: Layout) {
        guard let tree else { return finish() }
        let all = SwayTree(tree)
        var layout = next
        state(all, &layout)
        let settled = settled(all, layout)
        var commands = arrangement.commands(for: settled, on: layout.windows)
        // A window that opens there decides what is in front once it has its place.
        let isOpening =
            layout.trigger.causes.isEmpty
            && all.windows.contains { settling.contains($0.id) && $0.workspace == all.workspaces.first }
        // A selection that has come meanwhile is shown by the next layout.
        if pending?.trigger.causes.contains(.selection) != true, !isOpening,
            let seen = sight.sight(of: settled, arrangement, on: layout.trigger, changedWorkspace: changedWorkspace)
        {
            changedWorkspace = false
            let effects = onSight(seen)
            let showing = sight.commands(for: effects, of: seen, settled, arrangement)
            // A window of no tab is shown after the commands that arrange the windows.
            let isFirst = seen.causes.contains(.opened) && !effects.contains(.restore)
            commands = isFirst ? showing + commands : commands + showing
        }
        awaitsBorders = arrangement.isRestoring(all) && settlingDelay < Self.longestCommit
        if awaitsBorders {
            settlingTimer?.arm(after: settlingDelay)
            settlingDelay *= 2
        }
        guard !commands.isEmpty else { return finish() }
        sway.request(SwayIPCMessage.command, commands.joined(separator: "; ")) { [weak self] reply in
            guard let self else { return }
            // Windows are looked at once more after commands, and not again.
            if reply != nil, !layout.isVerification {
                var windows = layout.trigger
                windows.causes = []
                scheduleLayout(Layout(verified: windows))
            }
            finish()
        }
    }

    /// States the windows of a tree, and adds those that have renamed themselves to a layout.
    private func state(_ tree: SwayTree, _ layout: inout Layout) {
        let windows = tree.windows + tree.hidden
        for window in windows where appIDs[window.id].map({ $0 != window.appID }) == true {
            layout.trigger.opened.insert(window.id)
        }
        urgent = Dictionary(windows.filter(\.isUrgent).map { ($0.id, $0.appID) }) { first, _ in first }
        appIDs = Dictionary(windows.map { ($0.id, $0.appID) }) { first, _ in first }
        if !arrangement.pages.isEmpty { arrangement.owners = onWindows(windows.reversed().map(\.facts)) }
        hasForeign = windows.contains { arrangement.owners[$0.id] == nil }
    }

    /// The tree without new windows; they are checked again.
    private func settled(_ tree: SwayTree, _ layout: Layout) -> SwayTree {
        // The selection of its tab may result from its focus and come before the event of the window.
        let early = tree.windows.filter(\.isSettling)
        guard !early.isEmpty, Self.settlingDelays.contains(settlingDelay) else { return tree }
        settling.formUnion(early.map(\.id))
        settlingTab = layout.windows.tab ?? settlingTab
        settlingTimer?.arm(after: settlingDelay)
        settlingDelay *= 2
        var tree = tree
        tree.windows.removeAll { settling.contains($0.id) }
        return tree
    }

    private func retryLayout() {
        let tab = settlingTab == arrangement.selected ? settlingTab : nil
        scheduleLayout(Trigger(isAll: arrangement.pages.isEmpty, opened: settling, tab: tab))
        (settling, settlingTab) = ([], nil)
        proceed()
    }

    private func finish() {
        isBusy = false
        if pending == nil && !awaitsBorders || !sway.isConnected {
            let completion = released
            released = nil
            completion?()
        }
        if awaitsWindow, hasForeign { namingTimer?.arm(after: Self.namingDelay) }
        proceed()
    }
}
