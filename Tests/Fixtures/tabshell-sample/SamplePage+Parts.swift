import Canvas
import Geometry
import PageKit

extension SamplePage {
    func parts(in context: PageContext, now: UInt64) -> [Part] {
        // Nothing is pressed while a level slides.
        let cover = Part(in: Rect(context.size)).with { ($0.isFixed, $0.isOpaque) = (true, true) }
        return parts(of: navigation.path, in: context, now: now) + (navigation.isMoving(at: now) ? [cover] : [])
    }

    /// Returns the parts of a level.
    func parts(of path: [String], in context: PageContext, now: UInt64) -> [Part] {
        let layout = prepare(path, context, now: now)
        let theme = Theme(context)
        let offset = level(path).interaction.offset(at: now)
        var bar: [Part] = []
        if !path.isEmpty {
            let area = Rect(x: layout.bar.x, y: layout.bar.y, width: layout.bar.width / 2, height: layout.bar.height)
            bar.append(
                button("Back", "back", in: area, "‹ \(title(of: Array(path.dropLast()), context))", layout, theme) {
                    .request(.pop)
                })
        }
        if context.isSheet {
            bar.append(button("Close", "close", in: layout.close, "✕", layout, theme) { .request(.sheet(tab: nil)) })
        }
        let title = Part(.heading, title(of: path, context), id: "title", level: 1, in: layout.header) {
            [self] canvas, _ in
            painter.line(
                self.title(of: path, context), size: 32 * layout.scale, weight: .bold, theme.ink,
                width: layout.header.width
            )
            .draw(on: canvas, baseline: Point(x: layout.header.x, y: layout.header.y + 46))
        }
        var content = [title] + actions(layout, theme, context, now: now)
        if let area = layout.field, let shape = fieldLayout(layout, context) {
            content.append(
                Part(.searchInput, "Search", id: "search", value: field.text, in: area) { [painter] canvas, _ in
                    canvas.fillRoundedRect(area, radius: 12, theme.track)
                    shape.draw(painter.line("Search", size: 16, theme.secondary), on: canvas, theme: theme)
                } press: { [self] in
                    write()
                })
        }
        content.append(list(of: path, layout, theme, context, offset: offset))
        guard offset > 0 else { return bar + content }
        let (top, size) = (layout.bar.maxY, context.size)
        let below = Rect(x: 0, y: top, width: size.width, height: max(size.height - top, 0))
        return bar + content.map { part in part.with { $0.clip = below } }
    }

    private func actions(_ layout: SampleLayout, _ theme: Theme, _ context: PageContext, now: UInt64) -> [Part] {
        guard let (link, recording) = layout.actions else { return [] }
        let card = Part(in: link.union(recording)) { [painter] canvas, _ in
            painter.card(link.union(recording), on: canvas, theme: theme)
        }
        let clock = seconds(at: now).map { "Recording \($0) s" } ?? "Voice memo"
        return [
            card,
            row(.button, "More to see", "link", in: link, layout, theme) { [self] in openOtherTab(context) },
            row(.button, clock, "recording", in: recording, layout, theme) { [self] in record(at: now) },
        ]
    }

    private func list(
        of path: [String], _ layout: SampleLayout, _ theme: Theme, _ context: PageContext, offset: Double
    ) -> Part {
        let (items, level) = (rows(of: path, context), level(path))
        let rows = layout.rows(from: offset, to: offset + context.size.height).map { index in
            let item = items[index]
            return row(
                .listItem, "Item \(item)", Self.id(ofRow: item), in: layout.row(index),
                note: level.opened.contains(item) ? " · opened" : "", layout, theme
            ) { [self] in
                open(item)
            }.with { ($0.node.positionInSet, $0.node.sizeOfSet) = (index + 1, items.count) }
        }
        return Part(.list, "Items", id: "list", children: rows) { [painter] canvas, _ in
            if !items.isEmpty { painter.card(layout.list, on: canvas, theme: theme) }
        }
    }

    private func row(
        _ role: AccessibilityRole, _ label: String, _ id: String, in area: Rect, note: String = "",
        _ layout: SampleLayout, _ theme: Theme, press: @escaping () -> PageReaction
    ) -> Part {
        Part(role, label, id: id, in: area, radius: 14) { [painter] canvas, state in
            if state.isPressed { canvas.fillRoundedRect(area, radius: PagePainter.cardRadius, theme.cardPressed) }
            let line = painter.line(
                label + note, size: 16 * layout.scale, weight: .medium, theme.ink, width: max(area.width - 36, 1))
            line.draw(on: canvas, at: Point(x: area.x + 18, y: area.center.y - line.size.height / 2))
        } press: {
            press()
        }
    }

    /// A button at the top, which stays there.
    private func button(
        _ label: String, _ id: String, in area: Rect, _ text: String, _ layout: SampleLayout, _ theme: Theme,
        press: @escaping () -> PageReaction
    ) -> Part {
        Part(.button, label, id: id, in: area) { [painter] canvas, _ in
            let line = painter.line(text, size: 16, weight: .medium, theme.accentText)
            let x = id == "close" ? area.x + 8 : area.x
            line.draw(on: canvas, at: Point(x: x, y: layout.bar.center.y - line.size.height / 2))
        } press: {
            press()
        }.with { $0.isFixed = true }
    }
}
