// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension GuidePage {
    /// Returns the lines for the configuration file: of the tab's table, which the file may have already.
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
        var (parts, y): ([Part], Double) = ([], layout.top)
        func add(_ string: String, _ style: TextStyle, _ role: AccessibilityRole, id: String, isCode: Bool = false) {
            var style = style
            style.maxWidth = layout.column.width - (isCode ? 32 : 0)
            let shown = painter.text(string, style)
            if isCode {
                let card = Rect(
                    x: layout.column.x, y: y, width: layout.column.width, height: shown.size.height + 24)
                parts.append(
                    Part(role, string, id: id, in: card, radius: 12) { canvas, _ in
                        canvas.fillRoundedRect(card, radius: 12, theme.card)
                        shown.draw(on: canvas, at: Point(x: card.x + 16, y: card.y + 12))
                    })
                y = card.maxY + 20
            } else {
                parts.append(text(shown, role, string, id: id, at: y, layout))
                y += shown.size.height + (role == .heading ? 8 : 20)
            }
        }
        add(
            introduction, TextStyle(size: 15 * layout.textScale, color: theme.secondary), .paragraph, id: "introduction"
        )
        var code = TextStyle(size: 14 * layout.textScale, color: theme.ink)
        code.families = ["monospace"]
        for (index, (title, lines)) in ways.enumerated() {
            add(
                title, TextStyle(size: 15 * layout.textScale, weight: .semibold, color: theme.ink), .heading,
                id: "way/\(index)")
            let table = isTabInFile ? lines : "[[tabs]]\nid = \(id)\n\(lines)"
            add(table, code, .code, id: "lines/\(index)", isCode: true)
        }
        let frame = Rect(x: layout.column.x, y: y + 4, width: layout.column.width, height: max(50, layout.buttonHeight))
        parts.append(
            painter.filledButton(
                localized("Open the Configuration"), id: "open", in: frame, theme, textScale: layout.textScale
            ) { [self] in
                openFile()
                return .redraw
            })
        if let problem {
            let shown = centered(problem, size: 15, .regular, theme.alertText, layout)
            parts.append(text(shown, .alert, problem, id: "problem", at: frame.maxY + 12, layout))
            y += 12 + shown.size.height
        }
        return level(.byHand, localized("By Hand"), parts, to: y + 4 + frame.height, layout, context, now: now)
    }

    /// A string of TOML: a name may contain whatever one may.
    static func quoted(_ text: String) -> String {
        text.reduce(into: "\"") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "\""
    }
}
