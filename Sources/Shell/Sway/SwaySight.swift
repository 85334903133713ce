import ShellModel
import WindowTabs

/// The adapter of sway's workspaces to ``WindowFront``: it derives the front from the trees, and knows the commands for the
/// effects.
///
/// The user chooses a tab by going to its workspace, in any way: a key of sway's, a task bar, a token. A window that
/// opens, closes or takes the focus, a lock and a launcher change no workspace, and so choose nothing.
struct SwaySight {
    typealias Sight = WindowFront.Sight

    var tabs: [TabID] = []
    /// The name of the output of the pages, if any.
    var output: String?
    var destinations: Set<String> = []
    /// The names of the outputs at the last sight by the workspaces on them.
    private var outputs: [String: String] = [:]
    /// The tabs' workspaces that were replaced on other outputs, once each, by the outputs' names.
    private var replaced: [String: String] = [:]
    /// The windows at the last sight, the most recently focused one, and the focused workspace.
    private var last: (windows: Set<Int64>, front: Int64?, focused: String?) = ([], nil, nil)

    /// Returns what is in front; nil without a workspace.
    func sight(
        of tree: SwayTree, _ arrangement: SwayArrangement, on trigger: SwayArrangement.Trigger = .init(),
        changedWorkspace: Bool = true
    ) -> Sight? {
        guard let selected = arrangement.selected, let focused = tree.workspaces.first else { return nil }
        let places = arrangement.places(in: tree)
        // The page is on one output, and the focus may be on another.
        let shown = shown(in: tree) ?? focused
        var sight = Sight()
        sight.shown = content(of: shown, in: tree, arrangement, places)
        sight.focused = content(of: focused, in: tree, arrangement, places)
        sight.hasForeign = tree.windows.contains { arrangement.tab(of: $0, places) == nil }
        sight.isTurnedTo = SwayArrangement.isOwn(focused) || userFocused(in: tree)
        sight.causes = trigger.causes

        let (former, present) = (Set(outputs.values), Set(tree.outputs.values))
        if !changedWorkspace, present == former, let workspace = last.focused, workspace != focused,
            SwayCommand.isPlain(workspace), let window = last.front, !tree.windows.contains(where: { $0.id == window })
        {
            sight.causes.insert(.vanished)
        }
        // The user may go elsewhere while an output comes, which moves no workspace that it does not take.
        let userMovedAway = changedWorkspace && focused != last.focused && former.isSubset(of: present)
        let outputTookWorkspace = [focused, last.focused].contains { isMoved($0, in: tree) }
        if !former.isEmpty, present != former, outputTookWorkspace || !userMovedAway { sight.causes.insert(.outputs) }
        let hasWindow = places.values.contains { $0.tab == selected && $0.fills }
        if sight.shown == .tab(selected), tree.front(of: shown) == nil, hasWindow { sight.causes.insert(.closed) }
        // sway may open a window on the workspace of another tab, and show that.
        let windowHijackedWorkspace = tree.windows.contains {
            $0.workspace == focused && trigger.opened.contains($0.id)
        }
        if SwayArrangement.isOwn(focused), sight.focused != .tab(selected), windowHijackedWorkspace {
            sight.causes.insert(.opened)
        }
        // The pages follow the user to the output of a tab's workspace.
        sight.destination = elsewhere(tree).flatMap { destinations.contains($0) ? $0 : nil }
        return sight
    }

    mutating func commands(
        for effects: [WindowFront.Effect], of sight: Sight, _ tree: SwayTree, _ arrangement: SwayArrangement
    ) -> [String] {
        guard let selected = arrangement.selected, let focused = tree.workspaces.first else { return [] }
        let (before, shown) = (last.focused, shown(in: tree) ?? focused)
        defer {
            outputs = tree.outputs
            last = (Set(tree.windows.map(\.id)), tree.windows.first?.id, focused)
        }
        if effects.contains(.restore) { return before.map { [SwayCommand.show($0)] } ?? [] }
        if effects.contains(.show) {
            // The focus may be on another output, unless it must come back.
            let enough = !sight.causes.isDisjoint(with: [.selection, .opened]) ? focused : shown
            return commands(for: selected, tree, arrangement, unless: enough)
        }
        if effects.contains(.keep) { return SwayCommand.isPlain(shown) ? [SwayCommand.show(shown)] : [] }
        if elsewhere(tree) != nil, sight.destination == nil, let output, SwayCommand.isPlain(output) {
            return [SwayCommand.move(to: output)]
        }
        let isChosen = sight.isTurnedTo && sight.focused != .tab(selected)
        if case .tab = sight.focused, isChosen || sight.destination != nil { return [] }
        return replacements(in: tree, focused)
    }

    private func shown(in tree: SwayTree) -> String? {
        output.flatMap { output in tree.workspaces.first { tree.outputs[$0] == output } }
    }

    /// The output of a tab's workspace that has the focus, if the pages are on another one.
    private func elsewhere(_ tree: SwayTree) -> String? {
        guard let focused = tree.workspaces.first, SwayArrangement.isOwn(focused), shown(in: tree) ?? focused != focused
        else { return nil }
        return tree.outputs[focused]
    }

    /// True if a workspace is on another output than at the last sight.
    private func isMoved(_ workspace: String?, in tree: SwayTree) -> Bool {
        guard let workspace, let former = outputs[workspace] else { return false }
        return tree.outputs[workspace].map { $0 != former } ?? false
    }

    /// The commands that show the user's workspaces on outputs that the pages left: the pointer goes there without a choice.
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

    /// True if the focus has gone from one remaining window to another. After one opens or closes, the compositor chose it.
    private func userFocused(in tree: SwayTree) -> Bool {
        guard let front = tree.windows.first, front.id != last.front, last.windows.contains(front.id) else {
            return false
        }
        return last.front.map { last in tree.windows.contains { $0.id == last } } ?? true
    }

    private func content(
        of workspace: String, in tree: SwayTree, _ arrangement: SwayArrangement, _ places: SwayArrangement.Places
    ) -> Sight.Content {
        if let tab = SwayArrangement.tab(of: workspace) { return tabs.contains(tab) ? .tab(tab) : .empty }
        // A window that has a place elsewhere is on its way there.
        let front = tree.windows.first { $0.workspace == workspace && places[$0.id] == nil }
        return front.map { arrangement.tab(of: $0, places).map { .tab($0) } ?? .foreign } ?? .empty
    }

    /// The commands that show a tab: its most recently focused window's workspace, else its empty one; `shown` needs none.
    private func commands(
        for tab: TabID, _ tree: SwayTree, _ arrangement: SwayArrangement, unless shown: String
    ) -> [String] {
        let places = arrangement.places(in: tree)
        // Windows are in the order of their workspaces, the most recently focused one first.
        let home = tree.windows.lazy.compactMap { places[$0.id] }.first { $0.tab == tab && $0.fills }?.workspace
        // A window that does not fill the area is where the user has it.
        if home == nil, let window = tree.windows.first(where: { arrangement.tab(of: $0, places) == tab }) {
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
