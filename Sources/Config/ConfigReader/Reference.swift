// SPDX-License-Identifier: MIT
import ShellModel
import TOML
import TabConfig

/// A section of the reference.
struct ReferenceSection {
    var title: String
    var paragraphs: [String]
    var code = ""
    var entries: [KeyDescription] = []
}

/// The reference of all keys, generated from the tables that the reader uses.
public enum Reference {
    static let title = "The configuration of tabshell"

    static var sections: [ReferenceSection] { introduction + [topLevel, accessibility] + lists + lookSections }

    private static let topLevel = ReferenceSection(
        title: "Top level",
        paragraphs: ["These keys come before the first table of the file."],
        entries: KeyDescription.topLevel + Look.keys.filter { $0.group == nil }.map(description))

    private static let accessibility = ReferenceSection(
        title: "`[accessibility]`", paragraphs: [],
        entries: entries(KeyDescription.accessibility, of: "accessibility"))

    private static let lists = [
        ReferenceSection(
            title: "`[[tabs]]`: the tabs",
            paragraphs: [
                "One table for each tab. A tab with the ID of one of the look's tabs changes only the given keys of that "
                    + "tab. New tabs follow the look's tabs, unless `order` is set.",
                "The program of a page may be any client of the socket. `tabshell-page` works for any tab: with `--file` "
                    + "it shows a Markdown or text file, with `--command` the output of a command, which `--every` "
                    + "repeats at an interval in seconds.",
            ],
            code: """
                [[tabs]]
                id = "notes"
                title = "Notes"
                icon = "notes"
                exec = ["tabshell-page", "--tab", "notes", "--file", "/home/me/notes.md"]
                """,
            entries: entries(KeyDescription.tab, of: "tabs")),
        ReferenceSection(
            title: "`[[actions]]`: the actions",
            paragraphs: [
                "A tab of the role `action` has an action, or a menu of several. Requests on the socket name actions by "
                    + "their IDs; they cannot name programs."
            ],
            code: """
                [[actions]]
                id = "terminal"
                title = "Open a terminal"
                icon = "compose"
                exec = ["foot"]
                """,
            entries: entries(KeyDescription.action, of: "actions")),
        ReferenceSection(
            title: "`[[scenes]]`: named states for screenshots and tests",
            paragraphs: [
                "`tabshelld --scene NAME` starts in a scene. Keys that a scene leaves out have the values of the first start."
            ],
            entries: entries(KeyDescription.scene, of: "scenes")),
    ]

    private static var lookSections: [ReferenceSection] {
        Look.keyGroups.compactMap { table, keys in
            table.map {
                ReferenceSection(title: "`[\($0)]`", paragraphs: notes[$0] ?? [], entries: keys.map(description))
            }
        }
    }

    /// The keys of a table, or of each table of an array.
    private static func entries(_ keys: [KeyDescription], of table: String) -> [KeyDescription] {
        keys.map {
            var key = $0
            key.name = "\(table).\(key.name)"
            return key
        }
    }

    private static func description(of key: LookKey) -> KeyDescription {
        let (defaultValue, example) = examples(of: key.path)
        let (type, allowed) = description(of: key.kind)
        let unit = key.unit.isEmpty || key.unit.contains("–" as Character) ? "" : ", \(key.unit)"
        return KeyDescription(
            key.path, type + unit, allowed: allowed, default: "`\(defaultValue)`", key.summary, example: example)
    }

    private static func description(of kind: LookKey.Kind) -> (type: String, allowed: String) {
        switch kind {
        case .number(_, let range): ("number", "\(range.lowerBound.formatted) to \(range.upperBound.formatted)")
        case .integer(_, let range): ("whole number", "\(range.lowerBound) to \(range.upperBound)")
        case .flag: ("true or false", "")
        case .text: ("text", "")
        case .texts: ("list of texts", "")
        case .choice(let choice): ("text", choice.cases.map { "`\($0)`" }.joined(separator: ", "))
        case .transition: ("motion", "")
        case .color: ("colour", "")
        }
    }

    /// The value in the default look, and a different one from another look if there is one.
    private static func examples(of path: String) -> (defaultValue: String, example: String) {
        let values = builtInLooks.compactMap { root -> String? in
            var value: TOMLValue? = .table(root)
            for name in path.split(separator: ".") {
                guard case .table(let members)? = value else { return nil }
                value = members[String(name)]?.value
            }
            return value?.toml
        }
        let defaultValue = values.first ?? ""
        return (defaultValue, values.first { $0 != defaultValue } ?? defaultValue)
    }

    private static let builtInLooks = ConfigurationLoader.builtInLooks.compactMap {
        BuiltInLooks.text(of: $0).flatMap { try? $0.parse() }
    }
}
