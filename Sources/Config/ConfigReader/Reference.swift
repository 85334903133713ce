// SPDX-License-Identifier: MIT
import TOMLText
import TabConfig
import ShellModel

/// What the reference says of one key.
struct ReferenceEntry: Equatable {
    /// As it is written in a path: `bar.height`, and `tabs.icon` for a key of each tab.
    var path: String
    var type: String
    /// What a number counts.
    var unit = ""
    var allowed = ""
    var fallback: String
    var summary: String
    /// A value, as TOML.
    var example: String

    /// Type, unit and what is allowed, in a few words.
    var kind: String {
        let kind = unit.isEmpty ? type : "\(type), \(unit)"
        return allowed.isEmpty ? kind : "\(kind): \(allowed)"
    }
}

/// A part of the reference.
struct ReferenceSection {
    var title: String
    var paragraphs: [String]
    var code = ""
    var entries: [ReferenceEntry] = []
}

/// The reference of every key, made of the same tables that reading goes by.
public enum Reference {
    static let title = "The configuration of tabshell"

    static var sections: [ReferenceSection] { introduction + [outermost] + lists + lookSections }

    private static let outermost = ReferenceSection(
        title: "Outside of all tables",
        paragraphs: ["These stand at the beginning of the file, before the first table."],
        entries: KeyDescription.outermost.map { entry($0, in: "") } + lookEntries(of: ""))

    private static let lists = [
        ReferenceSection(
            title: "`[[tabs]]`: the tabs",
            paragraphs: [
                "One table for each tab. A tab that the look has already is changed: only what stands here is new. "
                    + "Others come after the look's, unless `order` says otherwise.",
                "The program of a page may be anything that speaks to the socket. `tabshell-page` serves any tab: with "
                    + "`--file` it shows a Markdown or text file, with `--command` what a command prints, again every "
                    + "so many seconds with `--every`.",
            ],
            code: """
                [[tabs]]
                id = "notes"
                title = "Notes"
                icon = "notes"
                exec = ["tabshell-page", "--tab", "notes", "--file", "/home/me/notes.md"]
                """,
            entries: KeyDescription.tab.map { entry($0, in: "tabs.") }),
        ReferenceSection(
            title: "`[[actions]]`: what can be done at a press",
            paragraphs: [
                "A tab of the role `action` names one, or a menu of several. No program can be named over the socket: "
                    + "it knows the ids of actions only."
            ],
            code: """
                [[actions]]
                id = "terminal"
                title = "Open a terminal"
                icon = "compose"
                exec = ["foot"]
                """,
            entries: KeyDescription.action.map { entry($0, in: "actions.") }),
        ReferenceSection(
            title: "`[[scenes]]`: named states, for pictures and tests",
            paragraphs: [
                "`tabshelld --scene NAME` starts in one. What a scene does not name is as at the first start."
            ],
            entries: KeyDescription.scene.map { entry($0, in: "scenes.") }),
    ]

    private static var lookSections: [ReferenceSection] {
        LookReader.tables.map { table in
            ReferenceSection(
                title: "`[\(table)]`", paragraphs: notes[table] ?? [], entries: lookEntries(of: table))
        }
    }

    private static func entry(_ field: KeyDescription, in prefix: String) -> ReferenceEntry {
        ReferenceEntry(
            path: prefix + field.name, type: field.type, allowed: field.allowed, fallback: field.fallback,
            summary: field.summary, example: field.example)
    }

    /// - Parameter table: empty for the keys outside of all tables.
    private static func lookEntries(of table: String) -> [ReferenceEntry] {
        Look.keys.filter { key in
            guard let dot = key.path.firstIndex(of: ".") else { return table.isEmpty }
            return key.path[..<dot] == table
        }.map(entry)
    }

    private static func entry(_ key: LookKey) -> ReferenceEntry {
        let (fallback, example) = examples(of: key.path)
        let (type, allowed) = description(of: key.kind)
        return ReferenceEntry(
            path: key.path, type: type, unit: key.unit.contains("–" as Character) ? "" : key.unit, allowed: allowed,
            fallback: "`\(fallback)`", summary: key.summary, example: example)
    }

    private static func description(of kind: LookKey.Kind) -> (type: String, allowed: String) {
        switch kind {
        case .number(_, let range): ("number", "\(range.lowerBound.spoken) to \(range.upperBound.spoken)")
        case .integer(_, let range): ("whole number", "\(range.lowerBound) to \(range.upperBound)")
        case .flag: ("true or false", "")
        case .text: ("text", "")
        case .texts: ("list of texts", "")
        case .choice(let choice): ("text", choice.cases.map { "`\($0)`" }.joined(separator: ", "))
        case .transition: ("motion", "")
        case .color: ("colour", "")
        }
    }

    /// The value in the default look, and one from a look that has another.
    private static func examples(of path: String) -> (fallback: String, example: String) {
        var values = lookTrees.compactMap { tree -> String? in
            var value: ConfigValue? = .table(tree)
            for name in path.split(separator: ".") {
                guard case .table(let members)? = value else { return nil }
                value = members[String(name)]
            }
            return value?.toml
        }
        guard !values.isEmpty else { return ("", "") }
        let fallback = values.removeFirst()
        return (fallback, values.first { $0 != fallback } ?? fallback)
    }

    private static let lookTrees = ConfigurationLoader.builtInLooks.compactMap {
        BuiltInLooks.text(of: $0).flatMap { try? TOMLText.parse($0.text) }
    }
}

extension ConfigValue {
    /// As TOML writes it.
    fileprivate var toml: String {
        switch self {
        case .string(let text): "\"\(text)\""
        case .integer(let number): "\(number)"
        case .number(let number): number.spoken
        case .flag(let flag): "\(flag)"
        case .time: ""
        case .array(let values): "[\(values.map(\.toml).joined(separator: ", "))]"
        case .table(let members):
            "{ "
                + members.sorted { Self.rank($0.key) < Self.rank($1.key) }.map { "\($0) = \($1.toml)" }
                .joined(separator: ", ") + " }"
        }
    }

    /// A motion is written with its duration first.
    private static func rank(_ key: String) -> Int {
        MotionReader.keys.firstIndex(of: key) ?? MotionReader.keys.count
    }
}
