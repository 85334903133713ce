// SPDX-License-Identifier: MIT
import Text

extension Reference {
    /// The reference as the manual page tabshell(5).
    ///
    /// - Parameters:
    ///   - version: the version of tabshell.
    ///   - date: its date, as year-month-day.
    public static func manual(version: String, date: String) -> String {
        var page = RoffDocument(
            "tabshell", section: 5, date: date, source: "tabshell \(version)", manual: "File Formats")
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
            for entry in section.entries {
                let kind = entry.kind.prefix(1).uppercased() + entry.kind.dropFirst()
                page.item(
                    .bold(entry.name), .init(markdown: entry.summary),
                    .init(markdown: "\(kind). Default: \(entry.defaultValue). Example: `\(entry.example)`"))
            }
        }
        page.section("SEE ALSO")
        page.paragraph(.bold("tabshelld") + "(1), " + .bold("tabshell") + "(7), " + .bold("tabshell-looks") + "(7)")
        return page.text
    }
}
