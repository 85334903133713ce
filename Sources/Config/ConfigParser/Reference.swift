// SPDX-License-Identifier: MIT
import CommandLineKit
import Text

/// The reference of the configuration, docs/configuration.md.
enum Reference {
    static let markdown = String(decoding: PackageResources.configuration_md, as: UTF8.self)

    static let sections = markdown.parts(separatedBy: "\n## ").dropFirst().map { Section($0) }

    /// A section: paragraphs, then perhaps an example in TOML, then perhaps a table of keys.
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
