import ShellModel
import WindowTabs

/// The arrangement of sway's windows: each tab has its own workspace, empty for a page, and each
/// window that fills the area has one too, without a border. Other windows are on the user's workspaces.
///
/// A window is arranged when it opens and when its tab is selected. In between it stays as the user leaves it.
struct SwayArrangement {
    struct Trigger: Equatable {
        var isAll = false
        /// The windows that have opened, or renamed themselves.
        var opened: Set<Int64> = []
        var tab: TabID?
        var causes: Set<WindowFront.Cause> = []

        /// - Parameter other: the earlier one, whose selection is over.
        func union(_ other: Trigger) -> Trigger {
            Trigger(
                isAll: isAll || other.isAll, opened: opened.union(other.opened), tab: tab ?? other.tab,
                causes: causes.union(other.causes))
        }

        func contains(_ window: SwayTree.Window, of tab: TabID?) -> Bool {
            isAll || opened.contains(window.id) || tab != nil && tab == self.tab
        }
    }

    private static let prefix = "tabshell:"

    var pages: [WindowPage] = []
    var selected: TabID?
    var owners: [Int64: TabID] = [:]
    /// The user's most recently focused workspace.
    private var ordinary: String?
    /// The containers whose windows are back, which get their sizes with the next tree, and the windows that replace others.
    private var returned: (levels: [SwayTree.Level], substitutes: [Int64: Int64]) = ([], [:])
    /// The windows that are back, and keep their marks until sway has committed their borders. A shell that starts
    /// meanwhile reads the mark, not the border of before.
    private var restored: Set<Int64> = []

    /// True if a window in a tree that is back has yet to get its border.
    func isRestoring(_ tree: SwayTree) -> Bool {
        tree.all.contains { window in
            restored.contains(window.id) && SwayOriginal(markOf: window).map { $0.border != window.border } == true
        }
    }

    static func isOwn(_ workspace: String) -> Bool { workspace.hasPrefix(prefix) }

    static func workspace(of tab: TabID) -> String { prefix + tab.rawValue }

    /// The tab that a workspace belongs to; nil for the user's.
    static func tab(of workspace: String) -> TabID? {
        guard isOwn(workspace) else { return nil }
        return TabID(rawValue: String(workspace.dropFirst(prefix.count).prefix { $0 != " " }))
    }

    /// Returns the commands for a trigger. Without ``pages``, restores all windows, and shows one of the user's workspaces.
    mutating func commands(for tree: SwayTree, on trigger: Trigger) -> [String] {
        let users = tree.workspaces.filter { !Self.isOwn($0) && SwayCommand.isPlain($0) }
        let hasReturned = !returned.levels.isEmpty
        if ordinary == nil || !hasReturned && users.first == tree.workspaces.first {
            ordinary = users.first ?? ordinary
        }
        if ordinary == nil {
            // All windows of the workspace that a shell before this one found are tabs now.
            ordinary = tree.windows.lazy.compactMap { SwayOriginal(markOf: $0)?.workspace }.first { !$0.isEmpty }
        }
        let places = places(in: tree)
        var isMovedAway = false
        var returning: [SwayReturn.Window] = []
        let resizing = SwayReturn.sizes(of: returned.levels, substitutes: returned.substitutes, in: tree)
        var commands = tree.all.compactMap { window -> String? in
            if window.workspace == SwayTree.scratchpad {
                // It stays there until its tab is selected.
                guard let place = places[window.id], place.tab == trigger.tab else { return nil }
                return self.place(window, place, takesFocus: true)
            }
            if let place = places[window.id] {
                restored.remove(window.id)
                guard trigger.contains(window, of: place.tab) else { return nil }
                // The window of another tab selects nothing by opening: it goes to its workspace without the focus.
                let isShown = place.tab == tree.workspaces.first.flatMap(Self.tab)
                // The selection of its tab may find a window before the event of it.
                let isAwaited = isShown && (trigger.tab == place.tab || trigger.opened.contains(window.id))
                let takesFocus = place.tab == selected && (window.isFocused || isAwaited)
                let leaves = window.workspace == tree.workspaces.first && place.workspace != window.workspace
                isMovedAway = isMovedAway || leaves && place.tab != selected
                return self.place(window, place, takesFocus: takesFocus)
            }
            if let mark = SwayOriginal.mark(of: window) {
                // A mark that was cut or changed is ignored, and must not be repeated in a command.
                guard let original = SwayOriginal(markOf: window), original.mark(of: window.id) == mark else {
                    return nil
                }
                let home = original.workspace.isEmpty ? ordinary ?? "1" : original.workspace
                if restored.contains(window.id), !Self.isOwn(window.workspace) {
                    guard window.border == original.border else { return nil }
                    restored.remove(window.id)
                    var command = SwayCommand(window.id)
                    command.add("unmark \"\(mark)\"")
                    return command.text
                }
                let keepsMark = original.fills && home != SwayTree.scratchpad
                if keepsMark { restored.insert(window.id) }
                if Self.isOwn(window.workspace) {
                    returning.append(SwayReturn.Window(id: window.id, levels: original.levels, home: home))
                }
                return restore(window, to: original, keepsMark ? nil : mark, home)
            }
            let host = trigger.tab.flatMap { Self.tab(of: window.workspace) == $0 ? $0 : nil }
            guard Self.isOwn(window.workspace), trigger.contains(window, of: host) else { return nil }
            var command = SwayCommand(window.id)
            command.move(to: ordinary ?? "1")
            // A window that opens over a page is visible; one already there when the tab is selected goes behind it.
            let isShown = window.isFocused || window.workspace == tree.workspaces.first
            if isShown, trigger.tab == nil { command.add("focus") }
            isMovedAway = isMovedAway || isShown && trigger.tab != nil
            return command.text
        }
        let order = SwayReturn.places(of: returning, in: tree)
        returned = (returning.flatMap(\.levels), order.substitutes)
        commands += order.commands + resizing
        guard let shown = tree.workspaces.first else { return commands }
        // sway shows the workspace of a window that comes back beside a container.
        let home = ordinary ?? "1"
        if pages.isEmpty, Self.isOwn(shown) || hasReturned && shown != home { commands.append(SwayCommand.show(home)) }
        // sway would open the next window, and run the next command, on the workspace of the moved window.
        let isLeft = Self.isOwn(shown) && Self.tab(of: shown) != selected
        let takesFocus = commands.contains { $0.hasSuffix("focus") }
        if isMovedAway, !isLeft, !takesFocus, SwayCommand.isPlain(shown) { commands.append(SwayCommand.show(shown)) }
        return commands
    }

    struct Place: Equatable {
        var tab: TabID
        var workspace: String
        /// False for a dialog, which floats above its window.
        var fills: Bool
    }

    typealias Places = [Int64: Place]

    func tab(of window: SwayTree.Window, _ places: Places) -> TabID? { places[window.id]?.tab ?? owners[window.id] }

    func places(in tree: SwayTree) -> Places {
        let windows = tree.all
        func owner(_ window: SwayTree.Window) -> TabID? {
            owners[window.id].flatMap { tab in pages.contains { $0.id == tab && $0.window.fills } ? tab : nil }
        }
        /// The first window of each process and tab, by which its dialogs are known: sway does not report parents.
        var firsts: [Int64: (window: Int64, tab: TabID)] = [:]
        for window in windows where firsts[window.pid] == nil {
            firsts[window.pid] = owner(window).map { (window.id, $0) }
        }
        func host(_ window: SwayTree.Window) -> (window: Int64, tab: TabID)? {
            guard let first = firsts[window.pid], first.window != window.id, window.isFloating,
                [nil, first.tab].contains(owner(window)), SwayOriginal(markOf: window)?.fills != true
            else { return nil }
            return first
        }
        let homes = homes(
            of: windows.compactMap { window in host(window) == nil ? owner(window).map { (window, $0) } : nil })
        var places: Places = [:]
        for window in windows {
            let host = host(window)
            guard let tab = host?.tab ?? owner(window), let home = homes[host?.window ?? window.id] else { continue }
            places[window.id] = Place(tab: tab, workspace: home, fills: host == nil)
        }
        return places
    }

    /// The workspace of each window that fills the area: its own, or the first free one.
    private func homes(of windows: [(window: SwayTree.Window, tab: TabID)]) -> [Int64: String] {
        var homes: [Int64: String] = [:]
        var taken: Set<String> = []
        for (window, tab) in windows where Self.tab(of: window.workspace) == tab {
            if taken.insert(window.workspace).inserted { homes[window.id] = window.workspace }
        }
        for (window, tab) in windows where homes[window.id] == nil {
            var name = Self.workspace(of: tab)
            var number = 1
            while !taken.insert(name).inserted {
                number += 1
                name = "\(Self.workspace(of: tab)) \(number)"
            }
            homes[window.id] = name
        }
        return homes
    }

    private func place(_ window: SwayTree.Window, _ place: Place, takesFocus: Bool) -> String? {
        let isThere = window.workspace == place.workspace
        let fills = place.fills
        let isNew = SwayOriginal.mark(of: window) == nil
        let isAltered = window.isFloating || window.isInTabs || !["none", "csd"].contains(window.border)
        guard !isThere || fills && (isNew || isAltered) else { return nil }
        var command = SwayCommand(window.id)
        if isNew {
            command.add("mark --add \"\(SwayOriginal(window, fills: fills).mark(of: window.id))\"")
        }
        // A window in the scratchpad floats until it has left it.
        let isHidden = window.workspace == SwayTree.scratchpad
        if isHidden { command.move(to: place.workspace) }
        if fills, window.isFloating { command.add("floating disable") }
        if fills { command.add("border none") }
        if !isThere, !isHidden { command.move(to: place.workspace) }
        // The layout of a new workspace is known afterwards. sway 1.7 wraps the window by this command, and then shows nothing
        // but the window when it was fullscreen.
        if fills, isThere, window.isInTabs { command.add("layout splith") }
        // sway gives the user's gaps to each new workspace, including one on which the window has opened.
        if fills, !isThere || isNew {
            for part in ["gaps inner current set 0", "gaps outer current set 0"] { command.add(part) }
        }
        if takesFocus { command.add("focus") }
        return command.text
    }

    private func restore(
        _ window: SwayTree.Window, to original: SwayOriginal, _ mark: String?, _ home: String
    ) -> String? {
        var command = SwayCommand(window.id)
        if let mark { command.add("unmark \"\(mark)\"") }
        if original.fills {
            if original.isFloating { command.add("floating enable") }
            let width = ["normal", "pixel"].contains(original.border) ? " \(original.borderWidth)" : ""
            command.add("border \(original.border)\(width)")
            if original.isFloating, original.frame.width > 0, original.frame.height > 0 {
                command.add("resize set \(original.frame.width) px \(original.frame.height) px")
                command.add("move absolute position \(original.frame.x) px \(original.frame.y) px")
            }
        }
        // Last: a floating window goes to the workspace that is shown at its position.
        let place = Self.isOwn(window.workspace) ? home : window.workspace
        if place == SwayTree.scratchpad {
            command.add("move scratchpad")
        } else if SwayCommand.isPlain(place) {
            command.move(to: place)
        }
        if window.isFocused { command.add("focus") }
        return command.text
    }
}
