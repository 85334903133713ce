// SPDX-License-Identifier: MIT
import ShellModel

/// Reads the tabs and actions of one file.
struct TabParser {
    private let diagnostics: Diagnostics
    private static let tabKeys = KeyDescription.tab.map(\.name)
    private static let actionKeys = KeyDescription.action.map(\.name)

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    func tabs(_ layer: ConfigLayer) -> [PartialTab] {
        tables(layer.entry("tabs"), named: "tabs", identifiedBy: "id").map { entry, members, id in
            diagnostics.checkKeys(of: members, allowed: Self.tabKeys)
            return PartialTab(
                id: TabID(rawValue: id), location: entry.location,
                title: members["title"]?.map { diagnostics.text($0) },
                icon: members["icon"]?.map { diagnostics.text($0) },
                filledIcon: members["filled_icon"]?.map { diagnostics.text($0) },
                spokenLabel: members["spoken_label"].flatMap { diagnostics.text($0) },
                spokenHint: members["spoken_hint"].flatMap { diagnostics.text($0, isEmptyAllowed: true) },
                role: members["role"]?.map { diagnostics.enumValue($0) },
                isProminent: members["prominent"]?.map { diagnostics.boolean($0) },
                entrance: members["entrance"].flatMap { diagnostics.enumValue($0) },
                routes: members["routes"].flatMap(routes),
                action: members["action"]?.map { diagnostics.text($0) },
                menu: members["menu"]?.map { diagnostics.texts($0) },
                program: members["exec"]?.map { diagnostics.program($0) },
                appID: members["app_id"]?.map { diagnostics.text($0) },
                windowTitle: members["window_title"]?.map { diagnostics.enumValue($0) },
                windowBadge: members["window_badge"]?.map { diagnostics.enumValue($0) })
        }
    }

    func actions(_ layer: ConfigLayer) -> [PartialAction] {
        tables(layer.entry("actions"), named: "actions", identifiedBy: "id").map { entry, members, id in
            diagnostics.checkKeys(of: members, allowed: Self.actionKeys)
            return PartialAction(
                id: ActionID(rawValue: id), location: entry.location,
                title: members["title"].flatMap { diagnostics.text($0) },
                icon: members["icon"]?.map { diagnostics.text($0) },
                program: members["exec"].flatMap { diagnostics.program($0) })
        }
    }

    /// The tables of an array of tables, each with its members and its identifier. Duplicate identifiers are errors.
    func tables(_ entry: ConfigEntry?, named name: String, identifiedBy key: String) -> [(
        entry: ConfigEntry, members: [String: ConfigEntry], identifier: String
    )] {
        guard let entry else { return [] }
        var seen: [String: ConfigEntry] = [:]
        return (diagnostics.list(entry, of: name) ?? []).compactMap { element in
            guard let members = element.members else {
                return diagnostics.typeMismatch(element, expected: "a table [[\(name)]]")
            }
            guard let value = members[key] else {
                diagnostics.add("this \(name.dropLast()) has no \(key); it needs one like \(key) = \"…\"", at: element)
                return nil
            }
            guard let identifier = diagnostics.identifier(value) else { return nil }
            if let first = seen[identifier] {
                let line = first.location.line.map { "; the first is on line \($0)" } ?? ""
                diagnostics.add("there are two \(name) with the \(key) \"\(identifier)\"\(line)", at: value)
                return nil
            }
            seen[identifier] = value
            return (element, members, identifier)
        }
    }

    private func routes(_ entry: ConfigEntry) -> [String]? {
        guard let elements = diagnostics.list(entry, of: "texts") else { return nil }
        return elements.compactMap { element in
            guard let route = diagnostics.text(element) else { return nil }
            guard Self.components(of: route) != nil else {
                diagnostics.add(Self.invalidPath(route), at: element)
                return nil
            }
            return route
        }
    }

    /// The components of a navigation path; nil if one is empty, or if there are too many.
    static func components(of path: String) -> [String]? {
        let components = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return components.contains("") || components.count > ShellState.maximumPathComponents ? nil : components
    }

    /// The message for a text that is not a navigation path.
    static func invalidPath(_ text: String) -> String {
        "\(text.quoted) is not a path; allowed: up to \(ShellState.maximumPathComponents) words between slashes, like \"a/b\""
    }
}
