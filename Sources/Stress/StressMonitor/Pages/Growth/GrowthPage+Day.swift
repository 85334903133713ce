// SPDX-License-Identifier: MIT
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

    /// Lays out the whole text of a note.
    func noteText(_ text: String, _ frame: PageGrid, width: Double, theme: Theme) -> TextLayout {
        painter.paragraph(text, size: frame.size(15), weight: .semibold, theme.ink, width: width)
    }

    /// Draws the date, in full if that does not need a much smaller size.
    func drawTitle(_ day: Day, _ layout: DayLayout, on canvas: Canvas, theme: Theme, today: Day) {
        let (width, size) = (layout.frame.header.width, layout.frame.size(28))
        let full = Formatters.date(day, today: today)
        let fits = painter.line(full, size: 0.8 * size, weight: .bold, theme.ink).size.width <= width
        let title = painter.line(
            fits ? full : Formatters.shortDate(day, today: today), size: size, weight: .bold, theme.ink, width: width
        )
        title.draw(on: canvas, baseline: Point(x: layout.frame.header.x, y: layout.titleBaseline))
    }

    func drawBack(_ layout: DayLayout, on canvas: Canvas, theme: Theme, isPressed: Bool) {
        let area = layout.back
        let color = isPressed ? theme.accentText.opacity(0.5) : theme.accentText
        painter.chevron(at: Point(x: area.x + 14, y: area.center.y), size: 14, on: canvas, color: color, isBack: true)
        let text = painter.line(localized("Growth"), size: layout.frame.size(17), weight: .medium, color)
        text.draw(on: canvas, at: Point(x: area.x + 26, y: area.center.y - text.size.height / 2))
    }

    func drawFigures(_ detail: DayViewModel?, _ layout: DayLayout, on canvas: Canvas, theme: Theme) {
        let frame = layout.frame
        let area = layout.figures.inset(x: frame.inset)
        painter.hairline(area, y: area.y, on: canvas, theme: theme)
        let values = detail?.readings.map(\.variability) ?? []
        let stats = [
            (localized("HRV"), Formatters.range(values.min(), values.max()), "ms"),
            (
                localized("Heart rate"), Formatters.range(detail?.heartRates?.minimum, detail?.heartRates?.maximum),
                "bpm"
            ),
            (localized("Readings"), "\(values.count)\(detail?.isTruncated == true ? "+" : "")", ""),
        ]
        let column = area.width / Double(stats.count)
        for (index, stat) in stats.enumerated() {
            let x = area.x + column * Double(index)
            let label = painter.line(
                stat.0, size: frame.size(13), weight: .medium, theme.secondary, width: column - 8)
            let unit = painter.line(
                stat.2, size: frame.size(12), weight: .medium, theme.secondary, width: column * 0.3)
            let value = painter.line(
                stat.1, size: frame.size(18), weight: .semibold, theme.ink, width: column - unit.size.width - 12)
            let top = area.center.y - (label.size.height + value.size.height) / 2
            label.draw(on: canvas, at: Point(x: x, y: top))
            let baseline = top + label.size.height + value.baseline
            painter.quantity(
                value, unit, at: Point(x: x, y: baseline), gap: 4, isRightToLeft: frame.isRightToLeft, on: canvas)
        }
    }

    /// Draws the card of the entries.
    func drawEntries(_ layout: DayLayout, isEmpty: Bool, on canvas: Canvas, theme: Theme) {
        guard isEmpty else { return painter.card(layout.list, on: canvas, theme: theme) }
        let text = painter.line(
            Self.nothingText, size: layout.frame.size(15), weight: .medium, theme.secondary,
            width: layout.list.width)
        text.draw(on: canvas, baseline: Point(x: layout.list.center.x, y: layout.list.y + 40), anchor: .center)
    }

    func drawTrash(_ area: Rect, on canvas: Canvas, theme: Theme, isPressed: Bool) {
        if isPressed { canvas.fillEllipse(in: area, theme.track) }
        Symbol.trash.draw(
            in: Rect(center: area.center, width: 17, height: 17), on: canvas,
            color: isPressed ? theme.textColor(of: .high) : theme.tertiary)
    }

    func drawDeleteButton(_ layout: DayLayout, on canvas: Canvas, theme: Theme, isPressed: Bool) {
        let button = layout.deleteButton
        canvas.fillRoundedRect(
            button, radius: PagePainter.cardRadius, isPressed ? theme.cardPressed : theme.card)
        let text = painter.line(
            localized("Delete this day"), size: layout.frame.size(16), weight: .semibold,
            theme.textColor(of: .high), width: button.width - 32)
        text.draw(on: canvas, centeredIn: button)
    }
}
