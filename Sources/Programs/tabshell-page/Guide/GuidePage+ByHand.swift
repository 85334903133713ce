import Localization
import PageKit
import PangoText

extension GuidePage {
    /// Returns the lines for the tab's table, which the configuration file may already have.
    func byHandParts(_ layout: GuideLayout, _ context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(context)
        let id = Self.quoted(context.tab.rawValue)
        let introduction =
            isTabInFile
            ? localized("Add one of these to the table of \(id) in \(file). The tab shows it when the file is saved.")
            : localized("Add one of these to \(file). The tab shows it when the file is saved.")
        let ways = [
            (localized("A program"), "app_id = \"foot\"\nexec = \"foot\""),
            (localized("A web page"), "url = \"https://example.org/\""),
            (localized("A document"), "file = \"~/notes.md\""),
            (localized("A command, every ten seconds"), "command = \"df -h\"\nevery = 10"),
        ]
        var column = GuideColumn(painter: painter, area: layout.column, textScale: layout.textScale, y: layout.top)
        column.add(.paragraph, introduction, id: "introduction", size: 15, theme.secondary)
        for (index, (title, lines)) in ways.enumerated() {
            column.y += 20
            column.add(.heading, title, id: "way/\(index)", size: 15, weight: .semibold, theme.ink)
            column.y += 8
            let table = isTabInFile ? lines : "[[tabs]]\nid = \(id)\n\(lines)"
            column.add(.code, table, id: "lines/\(index)", size: 14, theme.ink, card: theme.card)
        }
        column.y += 24
        column.add(height: max(50, layout.buttonHeight)) { frame in
            painter.filledButton(
                localized("Open the Configuration"), id: "open", in: frame, theme, textScale: layout.textScale
            ) { [self] in
                openFile()
                return .redraw
            }
        }
        if let problem {
            column.y += 12
            column.add(.alert, problem, id: "problem", size: 15, theme.alertText, isCentered: true)
        }
        return level(.byHand, localized("By Hand"), column, layout, context, now: now)
    }

    /// A string of TOML: a name may contain any character.
    static func quoted(_ text: String) -> String {
        text.reduce(into: "\"") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "\""
    }
}
