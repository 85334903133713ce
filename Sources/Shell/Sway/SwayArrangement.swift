// SPDX-License-Identifier: MIT
import ShellModel
import WindowTabs

/// The decision how sway's windows are arranged: each window that fills the area has a workspace of its own, without a
/// border, and other windows are on the user's workspaces.
///
/// A window is arranged when it opens and when its tab is selected. In between it stays as the user makes it.
struct SwayArrangement {
    /// The windows that are to be arranged.
    struct Occasion: Equatable {
        var isAll = false
        /// The windows that have opened.
        var opened: Set<Int64> = []
        /// The tab that is being selected.
        var tab: TabID?

        var isEmpty: Bool { self == Occasion() }

        func union(_ other: Occasion) -> Occasion {
            Occasion(isAll: isAll || other.isAll, opened: opened.union(other.opened), tab: tab ?? other.tab)
        }

        func contains(_ window: SwayTree.Window, of tab: TabID?) -> Bool {
            isAll || opened.contains(window.id) || tab != nil && tab == self.tab
        }
    }

    private static let prefix = "tabshell:"

    var pages: [WindowPage] = []
    /// The last workspace of the user's that had the focus.
    private var ordinary: String?

    /// Returns true for the name of a workspace of a tab's window.
    static func isOwn(_ workspace: String) -> Bool { workspace.hasPrefix(prefix) }

    /// Returns the commands for an occasion. Without ``pages``, all windows become as they were before.
    mutating func commands(for tree: SwayTree, on occasion: Occasion) -> [String] {
        let users = tree.workspaces.filter { !Self.isOwn($0) && SwayCommand.isPlain($0) }
        if ordinary == nil || users.first == tree.workspaces.first { ordinary = users.first ?? ordinary }
        let windows = tree.windows.sorted { $0.id < $1.id }
        let owners = windows.map { window -> TabID? in
            pages.owner(of: window.appID).flatMap { $0.window.fills ? $0.id : nil }
        }
        /// The first window of each process and tab, by which its dialogs are known: sway does not tell parents.
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
        return zip(windows, owners).compactMap { (window: SwayTree.Window, tab: TabID?) -> String? in
            let first = firsts[window.pid]
            if isDialog(window, tab), let first, let home = homes[first.window] {
                return occasion.contains(window, of: first.tab) ? place(window, on: home, fills: false) : nil
            }
            if let tab, let home = homes[window.id] {
                return occasion.contains(window, of: tab) ? place(window, on: home, fills: true) : nil
            }
            if SwayOriginal.mark(of: window) != nil { return restore(window) }
            let host = occasion.tab.flatMap { Self.isWorkspace(window.workspace, of: $0) ? $0 : nil }
            guard Self.isOwn(window.workspace), occasion.contains(window, of: host) else { return nil }
            var command = SwayCommand(window.id)
            command.move(to: ordinary ?? "1")
            if window.isFocused { command.add("focus") }
            return command.text
        }
    }

    /// The workspace of each window that fills the area: the one that it has, or the first one that is free.
    private func homes(of windows: [(window: SwayTree.Window, tab: TabID)]) -> [Int64: String] {
        var homes: [Int64: String] = [:]
        var taken: Set<String> = []
        for (window, tab) in windows where Self.isWorkspace(window.workspace, of: tab) {
            if taken.insert(window.workspace).inserted { homes[window.id] = window.workspace }
        }
        for (window, tab) in windows where homes[window.id] == nil {
            var name = Self.prefix + tab.rawValue
            var number = 1
            while !taken.insert(name).inserted {
                number += 1
                name = "\(Self.prefix)\(tab) \(number)"
            }
            homes[window.id] = name
        }
        return homes
    }

    private static func isWorkspace(_ name: String, of tab: TabID) -> Bool {
        let first = prefix + tab.rawValue
        return name == first || name.hasPrefix(first + " ")
    }

    private func place(_ window: SwayTree.Window, on workspace: String, fills: Bool) -> String? {
        let isThere = window.workspace == workspace
        guard !isThere || fills && (window.isFloating || window.isInTabs || !["none", "csd"].contains(window.border))
        else { return nil }
        var command = SwayCommand(window.id)
        if SwayOriginal.mark(of: window) == nil {
            command.add("mark --add \"\(SwayOriginal(window, fills: fills).mark(of: window.id))\"")
        }
        if fills, window.isFloating { command.add("floating disable") }
        if fills { command.add("border none") }
        if !isThere { command.move(to: workspace) }
        // The layout of a new workspace is known afterwards. sway 1.7 wraps the window by this command, and then shows nothing
        // but the window when it was fullscreen.
        if fills, isThere, window.isInTabs { command.add("layout splith") }
        if fills, !isThere {
            for part in ["gaps inner current set 0", "gaps outer current set 0"] { command.add(part) }
        }
        if window.isFocused { command.add("focus") }
        return command.text
    }

    private func restore(_ window: SwayTree.Window) -> String? {
        guard let mark = SwayOriginal.mark(of: window) else { return nil }
        var command = SwayCommand(window.id)
        // A mark that was cut or changed tells nothing, and may not be repeated in a command.
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
        let home = original.workspace.isEmpty ? ordinary ?? "1" : original.workspace
        let place = Self.isOwn(window.workspace) ? home : window.workspace
        if SwayCommand.isPlain(place) { command.move(to: place) }
        if window.isFocused { command.add("focus") }
        return command.text
    }
}
