import Localization
import ShellModel

/// An element of an array of tables.
struct ConfigTable {
    var entry: ConfigEntry
    var members: [String: ConfigEntry]
    var identifier: String

    /// Replaces a value with a key's, and returns true, if that is valid.
    @discardableResult
    func read<Value>(_ key: String, into value: inout Located<Value>?, _ parse: (ConfigEntry) -> Value?) -> Bool {
        guard let new = members[key]?.map(parse) else { return false }
        value = new
        return true
    }
}

/// Reads the tabs and actions of one file.
struct TabParser {
    let diagnostics: Diagnostics

    /// Overrides the values of a tab with its table in a later file.
    func read(_ table: ConfigTable, into tab: inout PartialTab) {
        diagnostics.checkKeys(of: table.members, allowed: KeyNames.tab)
        tab.location = table.entry.location
        tab.keys.formUnion(table.members.keys)
        table.read("title", into: &tab.title) { diagnostics.text($0) }
        // An earlier filled icon and style do not match a new icon.
        if table.read("icon", into: &tab.icon, { diagnostics.text($0) }) {
            tab.filledIcon = nil
            tab.iconRendering = nil
        }
        table.read("filled_icon", into: &tab.filledIcon) { diagnostics.text($0) }
        table.read("icon_style", into: &tab.iconRendering) { diagnostics.enumValue($0) }
        table.read("spoken_label", into: &tab.spokenLabel) { diagnostics.text($0) }
        table.read("spoken_hint", into: &tab.spokenHint) { diagnostics.text($0, isEmptyAllowed: true) }
        table.read("role", into: &tab.role) { diagnostics.enumValue($0) }
        table.read("prominent", into: &tab.isProminent) { diagnostics.boolean($0) }
        table.read("width", into: &tab.width) { diagnostics.number($0, in: Tab.widths) }
        table.read("hidden", into: &tab.isHidden) { diagnostics.boolean($0) }
        table.read("entrance", into: &tab.entrance) { diagnostics.enumValue($0) }
        table.read("routes", into: &tab.routes, routes)
        table.read("action", into: &tab.action) { diagnostics.text($0) }
        table.read("menu", into: &tab.menu) { diagnostics.texts($0) }
        table.read("actions", into: &tab.actions) { diagnostics.texts($0) }
        readContent(table, into: &tab)
        // The program of an earlier page does not open a new window.
        if table.read("app_id", into: &tab.appIDs, { diagnostics.appIDs($0) }) {
            (tab.program, tab.directory) = (nil, nil)
        }
        table.read("exec", into: &tab.program) { diagnostics.program($0) }
        table.read("directory", into: &tab.directory) { diagnostics.path($0) }
        table.read("window_title", into: &tab.windowTitle) { diagnostics.enumValue($0) }
        table.read("window_badge", into: &tab.windowBadge) { diagnostics.enumValue($0) }
        table.read("fill", into: &tab.fills) { diagnostics.boolean($0) }
        table.read("keep_open", into: &tab.isKeptOpen) { diagnostics.boolean($0) }
        table.read("needs_network", into: &tab.needsNetwork) { diagnostics.boolean($0) }
        table.read("controls_shell", into: &tab.controlsShell) { diagnostics.boolean($0) }
    }

    /// Reads a tab's content. It replaces the program and the window of an earlier file, and they replace it.
    private func readContent(_ table: ConfigTable, into tab: inout PartialTab) {
        table.read("every", into: &tab.interval) { diagnostics.number($0, in: 0.5...86_400) }
        let keys = TabContent.Key.allCases.filter { table.members[$0.rawValue] != nil }
        let others = ["exec", "app_id"].filter { table.members[$0] != nil }
        guard let key = keys.first else {
            if !others.isEmpty { tab.content = nil }
            return
        }
        (tab.content, tab.program, tab.appIDs, tab.directory) = (nil, nil, nil, nil)
        table.read(key.rawValue, into: &tab.content) { content(key, $0) }
        for other in keys.dropFirst().map(\.rawValue) + others {
            guard let entry = table.members[other] else { continue }
            diagnostics.add(localized("a tab takes only one of url, file, command, or exec with app_id"), at: entry)
        }
    }

    private func content(_ key: TabContent.Key, _ entry: ConfigEntry) -> TabContent? {
        switch key {
        case .url: diagnostics.webAddress(entry).map { .page($0) }
        case .file: diagnostics.path(entry).map { .file($0) }
        case .command: diagnostics.text(entry).map { .command($0) }
        }
    }

    /// Overrides the values of an action with its table in a later file.
    func read(_ table: ConfigTable, into action: inout PartialAction) {
        diagnostics.checkKeys(of: table.members, allowed: KeyNames.action)
        action.location = table.entry.location
        action.keys.formUnion(table.members.keys)
        table.read("title", into: &action.title) { diagnostics.text($0) }
        if table.read("icon", into: &action.icon, { diagnostics.text($0) }) { action.iconRendering = nil }
        table.read("icon_style", into: &action.iconRendering) { diagnostics.enumValue($0) }
        table.read("exec", into: &action.program) { diagnostics.program($0) }
        table.read("controls_shell", into: &action.controlsShell) { diagnostics.boolean($0) }
    }

    /// The tables of an array of tables, each with its members and its ID. Duplicate IDs are errors.
    func tables(_ entry: ConfigEntry?, named name: String) -> [ConfigTable] {
        guard let entry else { return [] }
        let key = "id"
        var seen: [String: ConfigEntry] = [:]
        return (diagnostics.list(entry, of: name) ?? []).compactMap { element in
            guard let members = element.members else {
                return diagnostics.typeMismatch(element, expected: localized("a table [[\(name)]]"))
            }
            guard let value = members[key] else {
                return diagnostics.reject(
                    localized("this \(name.dropLast()) has no \(key); it needs one like \(key) = \"…\""), at: element)
            }
            guard let identifier = diagnostics.identifier(value) else { return nil }
            if let first = seen[identifier] {
                let line = first.location.line.map { localized("; the first is on line \($0)") } ?? ""
                return diagnostics.reject(
                    localized("there are two \(name) with the \(key) \"\(identifier)\"\(line)"), at: value)
            }
            seen[identifier] = value
            return ConfigTable(entry: element, members: members, identifier: identifier)
        }
    }

    private func routes(_ entry: ConfigEntry) -> [String]? {
        diagnostics.values(entry, of: localized("texts")) { element in
            guard let route = diagnostics.text(element) else { return nil }
            let components = route.split(separator: "/", omittingEmptySubsequences: false)
            guard !components.contains(""), components.count <= ShellState.maximumPathComponents else {
                return diagnostics.reject(
                    localized(
                        "\(route.quoted) is not a path; allowed: up to \(ShellState.maximumPathComponents) words between slashes, like \"a/b\""
                    ), at: element)
            }
            return route
        }
    }
}
