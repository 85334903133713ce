import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension GrowthPage {
    static let unknownRouteText = localized("No such day")
    static let nothingText = localized("Nothing on this day")

    /// The layout of a day's page, with rows high enough for all lines of their notes.
    func dayLayout(_ items: [HistoryItem], _ context: PageContext) -> DayLayout {
        let standard = DayLayout(context, rows: items.count)
        var extra: [Int: Double] = [:]
        for (index, item) in items.enumerated() {
            guard case .note(let note) = item else { continue }
            let area = itemArea(standard.textArea(standard.row(index)), figureWidth: 0)
            let text = noteText(note.value.text, standard.frame, width: area.width, theme: .light)
            let line = painter.line(" ", size: standard.frame.size(15), weight: .semibold, .black)
            extra[index] = text.size.height - line.size.height
        }
        return extra.isEmpty ? standard : DayLayout(context, rows: items.count, extra: extra)
    }

    func noteText(_ text: String, _ frame: PageGrid, width: Double, theme: Theme) -> TextLayout {
        painter.paragraph(text, size: frame.size(15), weight: .semibold, theme.ink, width: width)
    }

    func dayParts(_ day: Day, _ context: PageContext, now: UInt64) -> [Part] {
        let (pen, detail, today) = (pen(context), detail(of: day), today(at: now))
        let items = detail?.items ?? []
        let layout = dayLayout(items, context)
        let title = Part(.heading, Formatters.date(day, today: today), id: "title", level: 1) { [self] canvas, _ in
            let (pen, header) = (pen(canvas), layout.frame.header)
            // In full, if that does not need a much smaller size.
            let full = Formatters.date(day, today: today)
            let smaller = painter.line(full, size: 0.8 * pen.frame.size(28), weight: .bold, pen.theme.ink)
            let text = smaller.size.width <= header.width ? full : Formatters.shortDate(day, today: today)
            let title = pen.line(text, 28, pen.theme.ink, .bold, width: header.width)
            pen.draw(title, x: header.x, baseline: layout.titleBaseline)
        }
        let trend = trend(.day, around: day, now: now)
        let figure = figure(trend, in: layout.chartCard, plot: layout.plot).with {
            $0.draw = { [self] canvas, _ in
                let pen = pen(canvas)
                pen.card(layout.chartCard)
                drawReadout(trend, in: layout.readout, pen)
                drawMarks(trend, in: layout.plot, pen)
                if let legend = layout.legend { drawLegend(trend, in: legend, pen) }
                drawFigures(detail, layout, pen)
            }
        }
        let fixed = [back(layout, pen), title, figure].map { part in
            part.with { $0.isFixed = layout.frame.hasTwoColumns }
        }
        let column = column(of: layout.list, context)
        let visible = layout.rows(scrolledBy: dayInteraction.offset(at: now), height: context.size.height)
        let rows = items.indices.map { index -> Part in
            let trash = trash(items[index], index, in: layout.trash(index), pen, now: now)
            // The keys reach all of them.
            guard visible.contains(index) else { return trash }
            var row = item(items[index], "item/\(index)", in: layout.row(index), day: detail)
            let name = localized("Delete \(row.node.label), \(row.node.value ?? "")")
            row.children = [
                trash.with { ($0.node.role, $0.node.label, $0.isDescribed) = (.button, name, true) }
            ]
            (row.node.positionInSet, row.node.sizeOfSet) = (index + 1, items.count)
            row.draw = { [self] canvas, _ in
                let area = layout.textArea(layout.row(index))
                drawItem(items[index], in: area, isFirst: index == 0, of: detail, pen(canvas))
            }
            return row
        }
        let list = Part(
            .list, localized("Entries"), id: "entries", value: detail?.items.isEmpty == true ? Self.nothingText : nil,
            children: rows
        ) { canvas, _ in
            let (pen, area) = (pen(canvas), layout.list)
            guard let detail else { return }
            guard detail.items.isEmpty else { return pen.card(area) }
            let text = pen.line(Self.nothingText, 15, pen.theme.secondary, width: area.width)
            pen.draw(text, x: area.center.x, baseline: area.y + 40, .center)
        }.with { $0.clip = column }
        guard !items.isEmpty else { return fixed + [list] }
        let (button, deletion) = (layout.deleteButton, localized("Delete this day"))
        let deleteDay = Part.button(deletion, "delete-day", in: button, radius: PagePainter.cardRadius) {
            canvas, state in
            let (pen, theme) = (pen(canvas), pen(canvas).theme)
            let fill = state.isPressed ? theme.cardPressed : theme.card
            canvas.fillRoundedRect(button, radius: PagePainter.cardRadius, fill)
            let text = pen.line(deletion, 16, theme.textColor(of: .high), .semibold, width: button.width - 32)
            pen.draw(text, centeredIn: button)
        } press: { [self] in
            change(
                .delete(.everything(in: source.timeZone.extent(of: day))),
                message: localized(
                    items.count, one: "\(items.count) entry deleted", other: "\(items.count) entries deleted"),
                now: now)
        }.with { $0.clip = column }
        return fixed + [list, deleteDay]
    }

    private func trash(
        _ item: HistoryItem, _ index: Int, in area: Rect, _ pen: @escaping Pen.Maker, now: UInt64
    ) -> Part {
        Part(id: "delete/\(index)", in: area, radius: 22) { canvas, state in
            let theme = pen(canvas).theme
            if state.isPressed { canvas.fillEllipse(in: area, theme.track) }
            let color = state.isPressed ? theme.textColor(of: .high) : theme.tertiary
            Symbol.trash.draw(in: Rect(center: area.center, width: 17, height: 17), on: canvas, color: color)
        } press: { [self] in
            change(.delete(item.selection), message: localized("\(item.word) deleted"), now: now)
            return .redraw
        }
    }

    func back(_ layout: DayLayout, _ pen: @escaping Pen.Maker) -> Part {
        let area = layout.back
        return Part(
            .button, localized("Back"), id: "back", description: localized("to Growth"), in: area,
            radius: area.height / 2
        ) { canvas, state in
            let pen = pen(canvas)
            let color = pen.theme.accentText.opacity(state.isPressed ? 0.5 : 1)
            pen.chevron(at: Point(x: area.x + 14, y: area.center.y), size: 14, color, isBack: true)
            pen.draw(pen.line(localized("Growth"), 17, color), x: area.x + 26, middle: area.center.y)
        } press: {
            .request(.pop)
        }
    }

    private func drawFigures(_ detail: DayViewModel?, _ layout: DayLayout, _ pen: Pen) {
        let area = layout.figures.inset(x: layout.frame.inset)
        pen.hairline(area, y: area.y)
        let (values, rates) = (detail?.readings.map(\.variability) ?? [], detail?.heartRates)
        let stats = [
            (localized("HRV"), Formatters.range(values.min(), values.max()), "ms"),
            (localized("Heart rate"), Formatters.range(rates?.minimum, rates?.maximum), "bpm"),
            (localized("Readings"), "\(values.count)\(detail?.isTruncated == true ? "+" : "")", ""),
        ]
        let column = area.width / Double(stats.count)
        for (index, stat) in stats.enumerated() {
            let x = area.x + column * Double(index)
            let label = pen.line(stat.0, 13, pen.theme.secondary, width: column - 8)
            let unit = pen.line(stat.2, 12, pen.theme.secondary, width: column * 0.3)
            let value = pen.line(stat.1, 18, pen.theme.ink, .semibold, width: column - unit.size.width - 12)
            let top = area.center.y - (label.size.height + value.size.height) / 2
            pen.draw(label, x: x, top: top)
            pen.draw(value, unit: unit, x: x, baseline: top + label.size.height + value.baseline, gap: 4)
        }
    }
}
