import CommandLineKit
import ShellConfig
import ShellModel
import TOML
import Text

/// The reference of the configuration, docs/configuration.md. Its words are written by hand; types and defaults are filled in.
enum Reference {
    static let markdown = String(decoding: PackageResources.configuration_md, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).map(filled).joined(separator: "\n")

    /// The row of a key with its declared type and default; any other line unchanged.
    private static func filled(_ line: Substring) -> String {
        var cells = line.parts(separatedBy: " | ").map(String.init)
        guard cells.count == 5 else { return String(line) }
        let path = String(cells[0].dropFirst(3).dropLast())
        cells[2] = kinds[path] ?? cells[2]
        cells[3] = defaults[path].map { "`\($0)`" } ?? cells[3]
        return cells.joined(separator: " | ")
    }

    /// The types of a look's keys, and the words of others, by their paths.
    private static let kinds: [String: String] = {
        var kinds = Dictionary(uniqueKeysWithValues: Look.keys.map { ($0.path, kind(of: $0)) })
        kinds["tabs.icon_style"] = text(IconRendering.self)
        kinds["actions.icon_style"] = text(IconRendering.self)
        kinds["tabs.role"] = text(TabRole.self)
        kinds["tabs.entrance"] = text(PageEntrance.self)
        kinds["tabs.window_title"] = text(WindowBinding.TitlePolicy.self)
        kinds["tabs.window_badge"] = text(WindowBinding.BadgePolicy.self)
        kinds["browsers"] = "list of texts: names or absolute paths of \(listed(Browser.allCases.flatMap(\.names)))"
        return kinds
    }()

    /// The defaults, as TOML: a look's are the values of the default look.
    private static let defaults: [String: String] = {
        let file = BuiltInLooks.text(of: BuiltInLooks.defaultName).flatMap { try? TOMLDocument(parsing: $0.text).root }
        var defaults = Dictionary(
            uniqueKeysWithValues: Look.keys.map { key in
                let group = key.group.map { file?[$0]?.value } ?? .table(file ?? [:])
                guard case .table(let members)? = group else { return (key.path, "") }
                return (key.path, members[key.name]?.value.toml ?? "")
            })
        defaults["browsers"] = "[\(WebPage.defaultBrowsers.map(\.quoted).joined(separator: ", "))]"
        defaults["unresponsive_timeout"] = Configuration.defaultUnresponsiveTimeout.formatted
        return defaults
    }()

    private static func kind(of key: LookKey) -> String {
        let unit = key.unit.isEmpty || key.unit.contains("–") ? "" : ", \(key.unit)"
        switch key.kind {
        case .number(_, let range):
            return "number\(unit): \(range.lowerBound.formatted) to \(range.upperBound.formatted)"
        case .integer(_, let range): return "whole number\(unit): \(range.lowerBound) to \(range.upperBound)"
        case .flag: return "true or false"
        case .text: return "text"
        case .texts: return "list of texts"
        case .choice(let choice): return "text: \(listed(choice.cases))"
        case .transition: return "motion"
        case .color: return "colour"
        }
    }

    private static func text<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> String {
        "text: \(listed(Word.allCases.map(\.rawValue)))"
    }

    private static func listed(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

    static let sections = markdown.parts(separatedBy: "\n## ").dropFirst().map { Section($0) }

    /// A section: paragraphs, then optionally an example in TOML and a table of keys.
    struct Section {
        var title: String
        var paragraphs: [String]
        var code: String
        var keys: [Key]

        init(_ markdown: Substring) {
            let parts = markdown.parts(separatedBy: "```")
            let isCoded = parts.count == 3
            code = isCoded ? parts[1].drop { $0 != "\n" }.dropFirst().dropLast().description : ""
            let blocks = (isCoded ? [parts[0], parts[2]] : [markdown])
                .flatMap { $0.parts(separatedBy: "\n\n").filter { !$0.isEmpty } }
            let texts = blocks.filter { !$0.hasPrefix("|") }.map { $0.split(separator: "\n").joined(separator: " ") }
            title = texts.first ?? ""
            paragraphs = texts.dropFirst().filter { !$0.isEmpty }
            let rows = blocks.filter { $0.hasPrefix("|") }.flatMap { $0.split(separator: "\n").dropFirst(2) }
            keys = rows.compactMap { Key(row: $0) }
        }
    }

    /// A key: a row of a table.
    struct Key {
        /// The path: `bar.height`, or `tabs.icon` for a key of each tab.
        var path: String
        var summary: String
        /// The type, the unit of a number, and the allowed values.
        var kind: String
        /// Markdown: a value as TOML between backticks, or words.
        var defaultValue: String
        /// A value, as TOML.
        var example: String

        init?(row: Substring) {
            let cells = row.dropFirst(2).dropLast(2).parts(separatedBy: " | ").filter { !$0.isEmpty }.map(String.init)
            guard cells.count == 5 else { return nil }
            path = String(cells[0].dropFirst().dropLast())
            (summary, kind, defaultValue) = (cells[1], cells[2], cells[3])
            example = String(cells[4].dropFirst().dropLast())
        }
    }

    /// The reference as the manual page tabshell(5).
    static var manual: String {
        var page = RoffDocument(
            "tabshell", section: 5, date: tabshellVersionDate, source: "tabshell \(tabshellVersion)",
            manual: "File Formats")
        page.section("NAME")
        page.paragraph("tabshell - configuration file of the tab shell")
        page.section("SYNOPSIS")
        page.paragraph(.italic("$XDG_CONFIG_HOME/tabshell/config.toml"))
        for section in sections {
            // Keys keep their case.
            let isPlain = !section.title.contains("`")
            page.section(RoffText(isPlain ? section.title.uppercased() : section.title.filter { $0 != "`" }))
            for paragraph in section.paragraphs { page.paragraph(.init(markdown: paragraph)) }
            if !section.code.isEmpty { page.literal(section.code) }
            for key in section.keys {
                let kind = key.kind.prefix(1).uppercased() + key.kind.dropFirst()
                page.item(
                    .bold(key.path), .init(markdown: key.summary),
                    .init(markdown: "\(kind). Default: \(key.defaultValue). Example: `\(key.example)`"))
            }
        }
        page.section("SEE ALSO")
        page.paragraph(.bold("tabshelld") + "(1), " + .bold("tabshell") + "(7), " + .bold("tabshell-looks") + "(7)")
        return page.text
    }
}
