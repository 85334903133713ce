// SPDX-License-Identifier: MIT
import ShellModel
import WindowTabs

/// The decision how sway's windows are arranged: each tab has a workspace of its own, which is empty for a page, and each
/// window that fills the area has one too, without a border. Other windows are on the user's workspaces.
///
/// A window is arranged when it opens and when its tab is selected. In between it stays as the user makes it.
struct SwayArrangement {
    /// The reason for a layout.
    struct Trigger: Equatable {
        /// True if it arranges all windows.
        var isAll = false
        /// The windows that have opened, or renamed themselves.
        var opened: Set<Int64> = []
        /// The tab that is being selected.
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
    /// The tabs of the windows that belong to one.
    var owners: [Int64: TabID] = [:]
    /// The last workspace of the user's that had the focus.
    private var ordinary: String?
    /// The containers whose windows are back, which get their sizes with the next tree, and the windows that take the places of others.
    private var returned: (levels: [SwayTree.Level], substitutes: [Int64: Int64]) = ([], [:])

    /// Returns true for the name of a workspace of a tab.
    static func isOwn(_ workspace: String) -> Bool { workspace.hasPrefix(prefix) }

    /// The workspace of a tab, and of its first window.
    static func workspace(of tab: TabID) -> String { prefix + tab.rawValue }

    /// The tab that a workspace belongs to; nil for the user's.
    static func tab(of workspace: String) -> TabID? {
        guard isOwn(workspace) else { return nil }
        return TabID(rawValue: String(workspace.dropFirst(prefix.count).prefix { $0 != " " }))
    }

    /// Returns the commands for a trigger. Without ``pages``, all windows become as they were before, and one of the user's
    /// workspaces is shown.
    mutating func commands(for tree: SwayTree, on trigger: Trigger) -> [String] {
        let users = tree.workspaces.filter { !Self.isOwn($0) && SwayCommand.isPlain($0) }
        if ordinary == nil || users.first == tree.workspaces.first { ordinary = users.first ?? ordinary }
        if ordinary == nil {
            // All windows of the workspace that a shell before this one found are tabs now.
            ordinary = tree.windows.lazy.compactMap { SwayOriginal(markOf: $0)?.workspace }.first { !$0.isEmpty }
        }
        let windows = (tree.windows + tree.hidden).sorted { $0.id < $1.id }
        let places = places(in: tree)
        var isMovedAway = false
        var returning: [SwayReturn.Window] = []
        let resizing = SwayReturn.sizes(of: returned.levels, substitutes: returned.substitutes, in: tree)
        var commands = windows.compactMap { window -> String? in
            if window.workspace == SwayTree.scratchpad {
                // It stays there until its tab is selected.
                guard let place = places[window.id], place.tab == trigger.tab else { return nil }
                return self.place(window, place, takesFocus: true)
            }
            if let place = places[window.id] {
                guard trigger.contains(window, of: place.tab) else { return nil }
                // The window of another tab selects nothing by opening: it goes to its workspace without the focus.
                let isShown = place.tab == tree.workspaces.first.flatMap(Self.tab)
                // The selection of its tab may find a window before the news of it.
                let isAwaited = isShown && (trigger.tab == place.tab || trigger.opened.contains(window.id))
                let takesFocus = place.tab == selected && (window.isFocused || isAwaited)
                let leaves = window.workspace == tree.workspaces.first && place.workspace != window.workspace
                isMovedAway = isMovedAway || leaves && place.tab != selected
                return self.place(window, place, takesFocus: takesFocus)
            }
            if SwayOriginal.mark(of: window) != nil {
                let command = restore(window)
                if command != nil, Self.isOwn(window.workspace), let original = SwayOriginal(markOf: window) {
                    returning.append(
                        SwayReturn.Window(id: window.id, levels: original.levels, home: home(of: original)))
                }
                return command
            }
            let host = trigger.tab.flatMap { Self.tab(of: window.workspace) == $0 ? $0 : nil }
            guard Self.isOwn(window.workspace), trigger.contains(window, of: host) else { return nil }
            var command = SwayCommand(window.id)
            command.move(to: ordinary ?? "1")
            // A window that opens over a page is seen; one that the selection of the tab finds there goes behind it.
            let isShown = window.isFocused || window.workspace == tree.workspaces.first
            if isShown, trigger.tab == nil { command.add("focus") }
            isMovedAway = isMovedAway || isShown && trigger.tab != nil
            return command.text
        }
        let order = SwayReturn.places(of: returning, in: tree)
        returned = (returning.flatMap(\.levels), order.substitutes)
        commands += order.commands + resizing
        guard let shown = tree.workspaces.first else { return commands }
        if pages.isEmpty, Self.isOwn(shown) { commands.append(SwayCommand.show(ordinary ?? "1")) }
        // sway would open the next window, and run the next command, on the workspace where the window has gone.
        let isLeft = Self.isOwn(shown) && Self.tab(of: shown) != selected
        let takesFocus = commands.contains { $0.hasSuffix("focus") }
        if isMovedAway, !isLeft, !takesFocus, SwayCommand.isPlain(shown) { commands.append(SwayCommand.show(shown)) }
        return commands
    }

    /// A place of a tab's window.
    struct Place: Equatable {
        var tab: TabID
        var workspace: String
        /// False for a dialog, which floats above its window.
        var fills: Bool
    }

    /// The places of the windows that have one, by their ids.
    typealias Places = [Int64: Place]

    /// Returns the tab of a window, which its app-id or its place gives it.
    func tab(of window: SwayTree.Window, _ places: Places) -> TabID? { places[window.id]?.tab ?? owners[window.id] }

    func places(in tree: SwayTree) -> Places {
        let windows = (tree.windows + tree.hidden).sorted { $0.id < $1.id }
        let owners = windows.map { window in
            self.owners[window.id].flatMap { tab in pages.contains { $0.id == tab && $0.window.fills } ? tab : nil }
        }
        /// The first window of each process and tab, by which its dialogs are known: sway does not report parents.
        var firsts: [Int64: (window: Int64, tab: TabID)] = [:]
        for (window, tab) in zip(windows, owners) {
            if let tab, firsts[window.pid] == nil { firsts[window.pid] = (window.id, tab) }
        }
        func isDialog(_ window: SwayTree.Window, _ tab: TabID?) -> Bool {
            guard let first = firsts[window.pid], first.window != window.id, window.isFloating,
                tab == nil || tab == first.tab
            else { return false }
            return SwayOriginal(markOf: window)?.fills != true
        }
        var filling: [(window: SwayTree.Window, tab: TabID)] = []
        for (window, tab) in zip(windows, owners) {
            if let tab, !isDialog(window, tab) { filling.append((window, tab)) }
        }
        let homes = homes(of: filling)
        var places: Places = [:]
        for (window, tab) in zip(windows, owners) {
            if isDialog(window, tab), let first = firsts[window.pid], let home = homes[first.window] {
                places[window.id] = Place(tab: first.tab, workspace: home, fills: false)
            } else if let tab, let home = homes[window.id] {
                places[window.id] = Place(tab: tab, workspace: home, fills: true)
            }
        }
        return places
    }

    /// The workspace of each window that fills the area: the one that it has, or the first one that is free.
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
        guard !isThere || fills && (window.isFloating || window.isInTabs || !["none", "csd"].contains(window.border))
        else { return nil }
        var command = SwayCommand(window.id)
        if SwayOriginal.mark(of: window) == nil {
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
        if fills, !isThere {
            for part in ["gaps inner current set 0", "gaps outer current set 0"] { command.add(part) }
        }
        if takesFocus { command.add("focus") }
        return command.text
    }

    /// The workspace where a window was.
    private func home(of original: SwayOriginal) -> String {
        original.workspace.isEmpty ? ordinary ?? "1" : original.workspace
    }

    private func restore(_ window: SwayTree.Window) -> String? {
        guard let mark = SwayOriginal.mark(of: window) else { return nil }
        var command = SwayCommand(window.id)
        // A mark that was cut or changed is ignored, and must not be repeated in a command.
        guard let original = SwayOriginal(markOf: window), original.mark(of: window.id) == mark else { return nil }
        command.add("unmark \"\(mark)\"")
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
        let place = Self.isOwn(window.workspace) ? home(of: original) : window.workspace
        if place == SwayTree.scratchpad {
            command.add("move scratchpad")
        } else if SwayCommand.isPlain(place) {
            command.move(to: place)
        }
        if window.isFocused { command.add("focus") }
        return command.text
    }
}
