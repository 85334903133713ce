// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension GuidePage {
    /// Returns the parts of the present level.
    func parts(in context: PageContext, now: UInt64) -> [Part] {
        cover?.parts(in: context, now: now) ?? parts(of: level, context, now: now)
    }

    func parts(of level: GuideLevel, _ context: PageContext, now: UInt64) -> [Part] {
        let layout = GuideLayout(context)
        switch level {
        case .start: return startParts(layout, context, now: now)
        case .applications: return applicationParts(layout, context, now: now)
        case .address: return addressParts(layout, context, now: now)
        case .documents: return documentParts(layout, context, now: now)
        case .byHand: return byHandParts(layout, context, now: now)
        }
    }

    private func applicationParts(_ layout: GuideLayout, _ context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(context)
        var (parts, y) = intermediate(localized("Reading the applications…"), applications, layout, theme)
        if let applications, !applications.isEmpty {
            let column = Rect(x: layout.column.x - 8, y: y, width: layout.column.width + 16, height: 0)
            let grid = ChoiceGrid(choices: applications, column: column, textScale: layout.textScale)
            parts.append(
                Part(
                    .list, localized("Applications"), id: "applications",
                    in: Rect(x: column.x, y: y, width: column.width, height: grid.height),
                    children: grid.parts(painter, pictures, theme: theme) { [self] in choose(.application($0)) }))
            y += grid.height
        }
        return level(.applications, localized("App"), parts, to: y, layout, context, now: now)
    }

    private func documentParts(_ layout: GuideLayout, _ context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(context)
        var (parts, y) = intermediate(localized("Reading the documents…"), documents, layout, theme)
        let height = (60 * layout.textScale).rounded()
        if let documents, !documents.isEmpty {
            let card = Rect(
                x: layout.column.x, y: y, width: layout.column.width, height: Double(documents.count) * height)
            parts.append(
                Part(in: card) { canvas, _ in canvas.fillRoundedRect(card, radius: 14, theme.card) })
            let rows = documents.enumerated().map { index, document in
                row(
                    document,
                    in: Rect(x: card.x, y: card.y + Double(index) * height, width: card.width, height: height),
                    isLast: index == documents.count - 1, theme, layout)
            }
            parts.append(Part(.list, localized("Documents"), id: "documents", in: card, children: rows))
            y = card.maxY
        }
        return level(.documents, localized("File"), parts, to: y, layout, context, now: now)
    }

    private func row(
        _ document: GuideChoice, in frame: Rect, isLast: Bool, _ theme: Theme, _ layout: GuideLayout
    ) -> Part {
        Part(.button, document.title, id: "file/\(document.id)", description: document.detail, in: frame, radius: 14) {
            [self] canvas, state in
            if state.isPressed { canvas.fillRoundedRect(frame, radius: 14, theme.cardPressed) }
            let icon = Rect(x: frame.x + 16, y: (frame.center.y - 12).rounded(), width: 24, height: 24)
            draw(icon: "document", in: icon, theme.accentText, on: canvas)
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

    private func addressParts(_ layout: GuideLayout, _ context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(context)
        let field = layout.field
        var (parts, y) = problemParts(at: field.maxY + 12, layout, theme)
        parts.append(
            Part(.textInput, localized("Address"), id: "address", value: address.text, in: field, radius: 14) {
                [self] canvas, state in
                canvas.fillRoundedRect(field, radius: 14, theme.card)
                canvas.stroke(
                    .roundedRect(field.inset(by: 0.75), radius: 13.25),
                    with: .color(state.isFocused ? theme.accentText : theme.ink.opacity(0.2)), width: 1.5)
                let placeholder = painter.line(
                    "example.org", size: 17 * layout.textScale, theme.tertiary, width: field.width - 32)
                fieldLayout(layout, context, isFocused: state.isFocused).draw(placeholder, on: canvas, theme: theme)
            } press: { [self] in
                interaction.focus("address")
                return .redraw
            })
        let frame = Rect(x: field.x, y: y + 4, width: field.width, height: max(50, layout.buttonHeight))
        parts.append(
            painter.filledButton(
                localized("Show the Page"), id: "submit", in: frame, theme, textScale: layout.textScale
            ) { [self] in submit() })
        y = frame.maxY
        return level(.address, localized("Web Page"), parts, to: y, layout, context, now: now)
    }

    /// Returns what stands in place of a list or above it, and where the list begins.
    private func intermediate(
        _ waiting: String, _ choices: [GuideChoice]?, _ layout: GuideLayout, _ theme: Theme
    ) -> ([Part], Double) {
        var (parts, y) = problemParts(at: layout.top, layout, theme)
        if choices?.isEmpty ?? true {
            let words = choices == nil ? waiting : localized("There are none.")
            let note = centered(words, size: 15, .regular, theme.secondary, layout)
            parts.append(text(note, .status, words, id: "note", at: y + 40, layout))
            y += 40 + note.size.height
        }
        return (parts, y)
    }

    private func problemParts(at y: Double, _ layout: GuideLayout, _ theme: Theme) -> ([Part], Double) {
        guard let problem else { return ([], y) }
        var style = TextStyle(size: 15 * layout.textScale, color: theme.alertText)
        style.maxWidth = layout.column.width
        let shown = painter.text(problem, style)
        return ([text(shown, .alert, problem, id: "problem", at: y, layout)], y + shown.size.height + 12)
    }

    /// Returns a level with its title and the way back above it.
    func level(
        _ level: GuideLevel, _ title: String, _ parts: [Part], to end: Double, _ layout: GuideLayout,
        _ context: PageContext, now: UInt64
    ) -> [Part] {
        let theme = Theme(context)
        resize(level, content: end + 24 + context.insets.bottom, context, now: now)
        let header = Rect(x: 0, y: 0, width: context.size.width, height: layout.top - 8)
        let content = Rect(
            x: 0, y: header.maxY, width: context.size.width, height: max(context.size.height - header.maxY, 0))
        let words = painter.line(
            title, size: 22 * layout.textScale, weight: .semibold, theme.ink, width: layout.column.width - 40)
        let back = layout.back
        return [
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
                words.draw(on: canvas, at: Point(x: back.maxX - 2, y: back.center.y - words.size.height / 2))
            }.with { $0.isFixed = true },
            Part(
                .group, id: "content", children: parts
            ).with { $0.clip = content },
        ]
    }
}
