// SPDX-License-Identifier: MIT
import ShellModel

/// Reads what one file says of tabs and actions.
struct TabParser {
    private let problems: Diagnostics
    private static let tabKeys = KeyDescription.tab.map(\.name)
    private static let actionKeys = KeyDescription.action.map(\.name)

    init(_ problems: Diagnostics) {
        self.problems = problems
    }

    func tabs(_ layer: ConfigLayer) -> [PartialTab] {
        items(layer.entry("tabs"), of: "tabs", key: "id").map { entry, members, id in
            problems.checkKeys(of: members, allowed: Self.tabKeys)
            return PartialTab(
                id: TabID(rawValue: id), place: Located((), entry),
                title: sourced(members["title"]) { problems.text($0) },
                icon: sourced(members["icon"]) { problems.text($0) },
                filledIcon: sourced(members["filled_icon"]) { problems.text($0) },
                spokenLabel: members["spoken_label"].flatMap { problems.text($0) },
                spokenHint: members["spoken_hint"].flatMap { problems.text($0, isEmptyAllowed: true) },
                role: sourced(members["role"]) { problems.choice($0) },
                isProminent: sourced(members["prominent"]) { problems.flag($0) },
                entrance: members["entrance"].flatMap { problems.choice($0) },
                routes: members["routes"].flatMap(routes),
                action: sourced(members["action"]) { problems.text($0) },
                menu: sourced(members["menu"]) { problems.texts($0, isEmptyAllowed: true) },
                program: sourced(members["exec"]) { problems.program($0) },
                appID: sourced(members["app_id"]) { problems.text($0) },
                windowTitle: sourced(members["window_title"]) { problems.choice($0) },
                windowBadge: sourced(members["window_badge"]) { problems.choice($0) })
        }
    }

    func actions(_ layer: ConfigLayer) -> [PartialAction] {
        items(layer.entry("actions"), of: "actions", key: "id").map { entry, members, id in
            problems.checkKeys(of: members, allowed: Self.actionKeys)
            return PartialAction(
                id: ActionID(rawValue: id), place: Located((), entry),
                title: members["title"].flatMap { problems.text($0) },
                icon: sourced(members["icon"]) { problems.text($0) },
                program: members["exec"].flatMap { problems.program($0) })
        }
    }

    /// The tables of an array of tables, each with its members and its name; the same name twice is a problem.
    func items(_ entry: Entry?, of what: String, key: String) -> [(
        entry: Entry, members: [String: Entry], name: String
    )] {
        guard let entry else { return [] }
        let word = String(what.dropLast())
        var seen: [String: Entry] = [:]
        return (problems.list(entry, of: what) ?? []).compactMap { element in
            guard let members = element.members else { return problems.wrong(element, "a table [[\(what)]]") }
            guard let value = members[key] else {
                problems.add("this \(word) has no \(key); it needs one like \(key) = \"…\"", at: element)
                return nil
            }
            guard let name = problems.identifier(value) else { return nil }
            if let first = seen[name] {
                let line = problems.line(of: first.path, in: first.layer).map { "; the first is on line \($0)" } ?? ""
                problems.add("there are two \(what) with the \(key) \"\(name)\"\(line)", at: value)
                return nil
            }
            seen[name] = value
            return (element, members, name)
        }
    }

    private func routes(_ entry: Entry) -> [String]? {
        guard let elements = problems.list(entry, of: "texts") else { return nil }
        return elements.compactMap { element in
            guard let route = problems.text(element) else { return nil }
            guard Self.words(of: route) != nil else {
                problems.add(Self.badPath(route), at: element)
                return nil
            }
            return route
        }
    }

    /// The words between a path's slashes; nil where there is an empty one, or too many.
    static func words(of path: String) -> [String]? {
        let words = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return words.contains("") || words.count > ShellState.maximumPathComponents ? nil : words
    }

    static func badPath(_ text: String) -> String {
        "\(text.quoted) is no path; allowed: up to \(ShellState.maximumPathComponents) words between slashes, like \"a/b\""
    }

    private func sourced<Value>(_ entry: Entry?, _ read: (Entry) -> Value?) -> Located<Value>? {
        guard let entry, let value = read(entry) else { return nil }
        return Located(value, entry)
    }
}
