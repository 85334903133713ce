// SPDX-License-Identifier: MIT
import ShellModel
import WindowTabs

/// The workspace in front, as a result of the selection and of what the person does with sway.
///
/// The person chooses a tab by going to its workspace, whatever way leads there: a key of sway's, a task bar, a token. A window that
/// opens, closes or takes the focus, a lock and a launcher change no workspace, and so choose nothing.
struct SwayFront {
    /// The reason to show the selected tab.
    enum Showing: Int, Comparable {
        case none
        /// The outputs have changed, or sway is new: what is in front comes to the front again.
        case unlessCovered
        /// The tab has been selected.
        case always

        static func < (first: Showing, second: Showing) -> Bool { first.rawValue < second.rawValue }
    }

    struct Decision: Equatable {
        var commands: [String] = []
        /// True if they come before the commands that arrange the windows: a window of no tab is shown after them.
        var isFirst = false
        /// The tab that the person has chosen; nil if it is the selected one, or none.
        var chosen: TabID?
        /// True if a window that belongs to no tab is in front, false if it is behind, nil if there is none.
        var isCovered: Bool?
    }

    private enum Content: Equatable {
        case tab(TabID)
        case foreign
        /// An empty workspace of the user's.
        case empty
    }

    /// The tabs, in order.
    var tabs: [TabID] = []
    /// The name of the output of the pages; nil if there is none.
    var output: String?
    private var outputs: Set<String> = []
    /// The windows at the last decision, and the one that had the focus last.
    private var last: (windows: Set<Int64>, front: Int64?) = ([], nil)

    /// Decides what to show.
    ///
    /// - Parameters:
    ///   - tree: sway's windows.
    ///   - arrangement: the places of the tabs' windows, and the selected tab.
    ///   - opened: the windows that have just opened.
    mutating func decide(
        for tree: SwayTree, _ arrangement: SwayArrangement, showing: Showing, opened: Set<Int64> = []
    ) -> Decision {
        guard let selected = arrangement.selected, let focused = tree.workspaces.first else { return Decision() }
        let windows = Owners(tree, arrangement)
        // The page is on one output, and the focus may be on another.
        let shown = output.flatMap { output in tree.workspaces.first { tree.outputs[$0] == output } } ?? focused
        let front = content(of: shown, in: tree, windows)
        let hasForeign = tree.windows.contains { windows.tab(of: $0) == nil }
        defer { (outputs, last) = (Set(tree.outputs.values), (Set(tree.windows.map(\.id)), tree.windows.first?.id)) }

        var showing = showing
        if !outputs.isEmpty, Set(tree.outputs.values) != outputs { showing = max(showing, .unlessCovered) }
        // The window of this workspace has closed, and the tab has another.
        let hasWindow = windows.places.values.contains { $0.tab == selected && $0.fills }
        if front == .tab(selected), tree.front(of: shown) == nil, hasWindow { showing = max(showing, .unlessCovered) }
        // sway may open a window on the workspace of another tab, and show that.
        let isTakenOver =
            SwayArrangement.isOwn(focused) && content(of: focused, in: tree, windows) != .tab(selected)
            && tree.windows.contains { $0.workspace == focused && opened.contains($0.id) }
        if isTakenOver { showing = max(showing, .unlessCovered) }
        if showing == .always || showing == .unlessCovered && front != .foreign {
            return Decision(
                commands: commands(for: selected, tree, arrangement, windows), isFirst: isTakenOver,
                isCovered: hasForeign ? false : nil)
        }
        var decision = Decision(isCovered: hasForeign ? front == .foreign : nil)
        if isTakenOver {
            // On another output than the window that covers the page.
            decision.isFirst = true
            if SwayCommand.isPlain(shown) { decision.commands = [SwayCommand.show(shown)] }
            return decision
        }
        if case .tab(let tab) = content(of: focused, in: tree, windows), tab != selected,
            SwayArrangement.isOwn(focused) || isTurnedTo(tree)
        {
            decision.chosen = tab
        }
        return decision
    }

    /// True if the focus has gone to another window that was there before, from one that still is. After a window has opened or
    /// closed, the focus is the compositor's choice.
    private func isTurnedTo(_ tree: SwayTree) -> Bool {
        guard let front = tree.windows.first, front.id != last.front, last.windows.contains(front.id) else {
            return false
        }
        return last.front.map { last in tree.windows.contains { $0.id == last } } ?? true
    }

    private func content(of workspace: String, in tree: SwayTree, _ owners: Owners) -> Content {
        if let tab = SwayArrangement.tab(of: workspace) { return tabs.contains(tab) ? .tab(tab) : .empty }
        // A window that has a place elsewhere is on its way there.
        let front = tree.windows.first { $0.workspace == workspace && owners.places[$0.id] == nil }
        return front.map { owners.tab(of: $0).map { .tab($0) } ?? .foreign } ?? .empty
    }

    /// The tabs of windows.
    private struct Owners {
        let places: [Int64: SwayArrangement.Place]
        private let pages: [WindowPage]

        init(_ tree: SwayTree, _ arrangement: SwayArrangement) {
            (places, pages) = (arrangement.places(in: tree), arrangement.pages)
        }

        func tab(of window: SwayTree.Window) -> TabID? {
            places[window.id]?.tab ?? pages.owner(of: window.appID)?.id
        }
    }

    /// The commands that show a tab: the workspace of the window of it that had the focus last, else its empty one.
    private func commands(
        for tab: TabID, _ tree: SwayTree, _ arrangement: SwayArrangement, _ owners: Owners
    ) -> [String] {
        // Windows are in the order of their workspaces, of which the one that had the focus last is the first.
        let home = tree.windows.lazy.compactMap { owners.places[$0.id] }.first { $0.tab == tab && $0.fills }?.workspace
        // A window that does not fill the area is where the user has it.
        if home == nil, let window = tree.windows.first(where: { owners.tab(of: $0) == tab }) {
            return window.isFocused ? [] : ["[con_id=\(window.id)] focus"]
        }
        let workspace = home ?? SwayArrangement.workspace(of: tab)
        let place = tree.outputs[workspace]
        let wanted = output.flatMap { Set(tree.outputs.values).contains($0) && SwayCommand.isPlain($0) ? $0 : nil }
        let isThere = place == nil || wanted == nil || place == wanted
        if workspace == tree.workspaces.first, isThere { return [] }
        let show = SwayCommand.show(workspace)
        guard let wanted, Set(tree.outputs.values).count > 1 else { return [show] }
        return place == nil
            ? ["focus output \"\(wanted)\"", show]
            : isThere ? [show] : [show, "move workspace to output \"\(wanted)\""]
    }
}
