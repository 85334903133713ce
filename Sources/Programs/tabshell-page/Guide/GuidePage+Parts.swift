import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension GuidePage {
    func parts(in context: PageContext, now: UInt64) -> [Part] {
        cover?.parts(in: context, now: now) ?? parts(of: level, context, now: now)
    }

    func parts(of level: GuideLevel, _ context: PageContext, now: UInt64) -> [Part] {
        let layout = GuideLayout(context)
        switch level {
        case .start: return startParts(layout, context, now: now)
        case .applications: return applicationParts(layout, context, now: now)
        case .address:
            let words = (title: localized("Web Page"), field: localized("Address"), button: localized("Show the Page"))
            return fieldParts(.address, words, "example.org", layout, context, now: now)
        case .title:
            let words = (title: localized("Rename"), field: localized("Title"), button: localized("Done"))
            return fieldParts(.title, words, "", layout, context, now: now)
        case .documents: return documentParts(layout, context, now: now)
        case .byHand: return byHandParts(layout, context, now: now)
        }
    }

    private func applicationParts(_ layout: GuideLayout, _ context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(context)
        var column = column(
            applications == nil ? localized("Reading the applications…") : localized("There are none."),
            isEmpty: applications?.isEmpty ?? true, layout, theme)
        if let applications, !applications.isEmpty {
            var area = Rect(x: layout.column.x - 8, y: column.y, width: layout.column.width + 16, height: 0)
            let grid = ChoiceGrid(choices: applications, column: area, textScale: layout.textScale)
            area.height = grid.height
            column.parts.append(
                Part(
                    .list, localized("Applications"), id: "applications", in: area,
                    children: grid.parts(painter, pictures, theme: theme) { [self] in choose(.application($0)) }))
            column.y = area.maxY
        }
        return level(.applications, localized("App"), column, layout, context, now: now)
    }

    private func documentParts(_ layout: GuideLayout, _ context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(context)
        var column = column(
            documents == nil
                ? localized("Reading the documents…")
                : localized("No Markdown or text files in your home folder or in Documents."),
            isEmpty: documents?.isEmpty ?? true, layout, theme)
        let height = (60 * layout.textScale).rounded()
        if let documents, !documents.isEmpty {
            column.add(height: Double(documents.count) * height) { card in
                let rows = documents.enumerated().map { index, document in
                    row(
                        document,
                        in: Rect(x: card.x, y: card.y + Double(index) * height, width: card.width, height: height),
                        isLast: index == documents.count - 1, theme, layout)
                }
                return Part(.list, localized("Documents"), id: "documents", in: card, children: rows) { canvas, _ in
                    canvas.fillRoundedRect(card, radius: 14, theme.card)
                }
            }
        }
        return level(.documents, localized("File"), column, layout, context, now: now)
    }

    private func row(
        _ document: GuideChoice, in frame: Rect, isLast: Bool, _ theme: Theme, _ layout: GuideLayout
    ) -> Part {
        Part(.button, document.title, id: "file/\(document.id)", description: document.detail, in: frame, radius: 14) {
            [self] canvas, state in
            if state.isPressed { canvas.fillRoundedRect(frame, radius: 14, theme.cardPressed) }
            let icon = Rect(x: frame.x + 16, y: (frame.center.y - 12).rounded(), width: 24, height: 24)
            canvas.draw("document", from: pictures, in: icon, theme.accentText)
            let (left, width) = (icon.maxX + 14, max(frame.maxX - 16 - icon.maxX - 14, 1))
            var style = TextStyle(size: 16 * layout.textScale, weight: .medium, color: theme.ink)
            (style.maxWidth, style.maxLines) = (width, 1)
            let title = painter.text(document.title, style)
            (style.size, style.weight, style.color) = (13 * layout.textScale, .regular, theme.secondary)
            let detail = painter.text(document.detail, style)
            let start = frame.center.y - (title.size.height + 1 + detail.size.height) / 2
            title.draw(on: canvas, at: Point(x: left, y: start))
            detail.draw(on: canvas, at: Point(x: left, y: start + title.size.height + 1))
            guard !isLast else { return }
            canvas.fill(
                canvas.snapped(Rect(x: left, y: frame.maxY - 1, width: frame.maxX - left, height: 1)), theme.hairline)
        } press: { [self] in
            choose(.document(document.id))
        }
    }

    private func fieldParts(
        _ level: GuideLevel, _ words: (title: String, field: String, button: String), _ example: String,
        _ layout: GuideLayout, _ context: PageContext, now: UInt64
    ) -> [Part] {
        let theme = Theme(context)
        let field = layout.field
        var column = GuideColumn(painter: painter, area: layout.column, textScale: layout.textScale, y: field.maxY + 12)
        addProblem(to: &column, theme)
        column.parts.append(
            Part(.textInput, words.field, id: "address", value: address.text, in: field, radius: 14) {
                [self] canvas, state in
                canvas.fillRoundedRect(field, radius: 14, theme.card)
                canvas.stroke(
                    .roundedRect(field.inset(by: 0.75), radius: 13.25),
                    with: .color(state.isFocused ? theme.accentText : theme.ink.opacity(0.2)), width: 1.5)
                let placeholder = painter.line(
                    example, size: 17 * layout.textScale, theme.tertiary, width: field.width - 32)
                fieldLayout(layout, context, isFocused: state.isFocused).draw(placeholder, on: canvas, theme: theme)
            } press: { [self] in
                interaction.focus("address")
                return .redraw
            })
        column.y += 4
        column.add(height: max(50, layout.buttonHeight)) { frame in
            painter.filledButton(
                words.button, id: "submit", in: frame, theme, textScale: layout.textScale,
                isDisabled: enteredAddress.isEmpty, press: submit)
        }
        return self.level(level, words.title, column, layout, context, now: now)
    }

    /// Returns the content in place of an empty list, or above one.
    private func column(_ words: String, isEmpty: Bool, _ layout: GuideLayout, _ theme: Theme) -> GuideColumn {
        var column = GuideColumn(painter: painter, area: layout.column, textScale: layout.textScale, y: layout.top)
        addProblem(to: &column, theme)
        guard isEmpty else { return column }
        column.y += 40
        column.add(.status, words, id: "note", size: 15, theme.secondary, isCentered: true)
        return column
    }

    private func addProblem(to column: inout GuideColumn, _ theme: Theme) {
        guard let problem else { return }
        column.add(.alert, problem, id: "problem", size: 15, theme.alertText)
        column.y += 12
    }

    /// Returns a level with its title and the way back above it.
    func level(
        _ level: GuideLevel, _ title: String, _ column: GuideColumn, _ layout: GuideLayout, _ context: PageContext,
        now: UInt64
    ) -> [Part] {
        let theme = Theme(context)
        resize(level, content: column.y + 24 + context.insets.bottom, context, now: now)
        let (width, top) = (context.size.width, layout.top - 8)
        let header = Rect(x: 0, y: 0, width: width, height: top)
        let content = Rect(x: 0, y: top, width: width, height: max(context.size.height - top, 0))
        let start = level == .title ? layout.column.x : layout.back.maxX - 2
        let words = painter.line(
            title, size: 22 * layout.textScale, weight: .semibold, theme.ink, width: layout.column.width - 40)
        let back = layout.back
        let parts: [Part] = [
            Part(.button, localized("Back"), id: "back", in: back, radius: 22) { canvas, state in
                let center = back.center
                let chevron = Path(
                    through: Point(x: center.x + 4, y: center.y - 8), Point(x: center.x - 4, y: center.y),
                    Point(x: center.x + 4, y: center.y + 8))
                canvas.stroke(chevron, with: .color(theme.accentText.opacity(state.isPressed ? 0.5 : 1)), width: 2.5)
            } press: { [self] in
                go(to: .start, context, now: now)
            }.with { $0.isFixed = true },
            Part(.heading, title, id: "title", level: 1, in: header) { canvas, _ in
                words.draw(on: canvas, at: Point(x: start, y: back.center.y - words.size.height / 2))
            }.with { $0.isFixed = true },
            Part(.group, id: "content", children: column.parts).with { $0.clip = content },
        ]
        return level == .title ? Array(parts.dropFirst()) : parts
    }
}
