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
        /// The outputs have changed, or sway is new: bring the front to the front again.
        case unlessCovered
        /// The tab has been selected.
        case always

        static func < (first: Showing, second: Showing) -> Bool { first.rawValue < second.rawValue }
    }

    /// A tab that the person goes to.
    struct Choice: Equatable {
        var tab: TabID
        /// The output to which the pages go; nil if they stay where they are.
        var output: String?
    }

    struct Decision: Equatable {
        var commands: [String] = []
        /// True if they come before the commands that arrange the windows: a window of no tab is shown after them.
        var isFirst = false
        /// The person's choice; nil for none, and for the selected tab where the pages are.
        var chosen: Choice?
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
    /// The names of the outputs to which the pages may go.
    var destinations: Set<String> = []
    /// The names of the outputs at the last decision by the workspaces on them.
    private var outputs: [String: String] = [:]
    /// The workspaces of tabs that have been replaced on other outputs, once each, by the outputs' names.
    private var replaced: [String: String] = [:]
    /// True if a window that belongs to no tab was in front at the last decision.
    private var wasCovered = false
    /// The windows at the last decision, the one that had the focus last, and the workspace that had it.
    private var last: (windows: Set<Int64>, front: Int64?, focused: String?) = ([], nil, nil)

    /// Decides what to show.
    ///
    /// - Parameters:
    ///   - tree: sway's windows.
    ///   - arrangement: the places of the tabs' windows, and the selected tab.
    ///   - opened: the windows that have just opened.
    ///   - changedWorkspace: true if somebody has gone to another workspace since the last decision.
    mutating func decide(
        for tree: SwayTree, _ arrangement: SwayArrangement, showing: Showing, opened: Set<Int64> = [],
        changedWorkspace: Bool = true
    ) -> Decision {
        guard let selected = arrangement.selected, let focused = tree.workspaces.first else { return Decision() }
        let windows = Owners(tree, arrangement)
        // The page is on one output, and the focus may be on another.
        let shown = output.flatMap { output in tree.workspaces.first { tree.outputs[$0] == output } } ?? focused
        let front = content(of: shown, in: tree, windows)
        let hasForeign = tree.windows.contains { windows.tab(of: $0) == nil }
        let before = last
        defer {
            outputs = tree.outputs
            last = (Set(tree.windows.map(\.id)), tree.windows.first?.id, tree.workspaces.first)
        }

        let (former, present) = (Set(outputs.values), Set(tree.outputs.values))
        // Behind a lock sway may remove the workspace of a window that closes, and show the next one.
        if !changedWorkspace, showing != .always, present == former, let workspace = before.focused,
            workspace != focused, SwayCommand.isPlain(workspace), let window = before.front,
            !tree.windows.contains(where: { $0.id == window })
        {
            return Decision(commands: [SwayCommand.show(workspace)], isCovered: hasForeign ? wasCovered : nil)
        }
        var showing = showing
        var isCovered = front == .foreign
        // The person may go elsewhere while an output comes, which moves no workspace that it does not take.
        let isElsewhere = changedWorkspace && focused != before.focused && former.isSubset(of: present)
        let isTaken = [focused, before.focused].contains { isMoved($0, in: tree) }
        if !former.isEmpty, present != former, isTaken || !isElsewhere {
            showing = max(showing, .unlessCovered)
            // sway may show another workspace than before when it loses an output.
            isCovered = isCovered && wasCovered
        }
        // The window of this workspace has closed, and the tab has another.
        let hasWindow = windows.places.values.contains { $0.tab == selected && $0.fills }
        if front == .tab(selected), tree.front(of: shown) == nil, hasWindow { showing = max(showing, .unlessCovered) }
        // sway may open a window on the workspace of another tab, and show that.
        let isTakenOver =
            SwayArrangement.isOwn(focused) && content(of: focused, in: tree, windows) != .tab(selected)
            && tree.windows.contains { $0.workspace == focused && opened.contains($0.id) }
        if isTakenOver { showing = max(showing, .unlessCovered) }
        wasCovered = isCovered && showing != .always
        if showing == .always || showing == .unlessCovered && !isCovered {
            // The focus may be on another output, unless it is to come back.
            let enough = showing == .always || isTakenOver ? focused : shown
            return Decision(
                commands: commands(for: selected, tree, arrangement, windows, unless: enough), isFirst: isTakenOver,
                isCovered: hasForeign ? false : nil)
        }
        var decision = Decision(isCovered: hasForeign ? front == .foreign : nil)
        if isTakenOver {
            // On another output than the window that covers the page.
            decision.isFirst = true
            if SwayCommand.isPlain(shown) { decision.commands = [SwayCommand.show(shown)] }
            return decision
        }
        // The pages follow the person to the output of a tab's workspace.
        let place = tree.outputs[focused]
        let elsewhere = SwayArrangement.isOwn(focused) && shown != focused ? place : nil
        let destination = elsewhere.flatMap { destinations.contains($0) ? $0 : nil }
        if case .tab(let tab) = content(of: focused, in: tree, windows), tab != selected || destination != nil,
            SwayArrangement.isOwn(focused) || isTurnedTo(tree)
        {
            decision.chosen = Choice(tab: tab, output: destination)
        }
        if elsewhere != nil, destination == nil, let output, SwayCommand.isPlain(output) {
            decision.commands = [SwayCommand.move(to: output)]
        } else if decision.chosen == nil {
            decision.commands = replacements(in: tree, focused)
        }
        return decision
    }

    /// True if a workspace is on another output than at the last decision.
    private func isMoved(_ workspace: String?, in tree: SwayTree) -> Bool {
        guard let workspace, let former = outputs[workspace] else { return false }
        return tree.outputs[workspace].map { $0 != former } ?? false
    }

    /// The commands that show workspaces of the user's on the outputs that the pages have left: the pointer goes there without a
    /// choice of the tab.
    private mutating func replacements(in tree: SwayTree, _ focused: String) -> [String] {
        guard let output, SwayCommand.isPlain(focused) else { return [] }
        var shown: [String: String] = [:]
        for workspace in tree.workspaces.reversed() {
            if let output = tree.outputs[workspace] { shown[output] = workspace }
        }
        guard shown[output] != nil else { return [] }
        shown = shown.filter { place, workspace in
            place != output && workspace != focused && SwayArrangement.isOwn(workspace) && SwayCommand.isPlain(place)
        }
        defer { replaced = shown }
        guard !shown.isEmpty, shown != replaced else { return [] }
        var taken = Set(tree.workspaces)
        let commands = shown.keys.sorted().flatMap { place in
            let users = tree.workspaces.first {
                tree.outputs[$0] == place && !SwayArrangement.isOwn($0) && SwayCommand.isPlain($0)
            }
            let new = users ?? (1...).lazy.map(String.init).first { !taken.contains($0) } ?? "1"
            taken.insert(new)
            return [SwayCommand.focus(output: place), SwayCommand.show(new)]
        }
        return commands + [SwayCommand.show(focused)]
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
    ///
    /// - Parameter shown: the workspace that need not be shown.
    private func commands(
        for tab: TabID, _ tree: SwayTree, _ arrangement: SwayArrangement, _ owners: Owners, unless shown: String
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
        if workspace == shown, isThere { return [] }
        let show = SwayCommand.show(workspace)
        guard let wanted, Set(tree.outputs.values).count > 1 else { return [show] }
        return place == nil
            ? [SwayCommand.focus(output: wanted), show] : isThere ? [show] : [show, SwayCommand.move(to: wanted)]
    }
}
