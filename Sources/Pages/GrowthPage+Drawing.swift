// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import PageKit
internal import TextKit

extension GrowthPage {
    func drawWeek(_ layout: GrowthLayout, on canvas: Canvas, context: PageContext) {
        let theme = Theme(context.appearance)
        let card = layout.weekCard
        let plot = layout.plot
        painter.card(card, on: canvas, theme: theme)
        let isTight = card.height < 220
        let average = data.weekAverage
        let title = painter.line("This week", size: painter.size(15, context), weight: .semibold, theme.ink)
        title.draw(on: canvas, at: Point(x: plot.x, y: card.y + (isTight ? 14 : 20)))
        if let average {
            if isTight {
                let text = painter.line(
                    "Average \(average)", size: painter.size(13, context), weight: .medium, theme.secondary)
                text.draw(on: canvas, baseline: Point(x: plot.maxX, y: card.y + 14 + title.baseline), anchor: .trailing)
            } else {
                let number = painter.line(
                    "\(average)", size: painter.size(34, context), weight: .semibold, theme.ink, tracking: -0.5)
                let baseline = card.y + 20 + title.size.height + 40
                number.draw(on: canvas, baseline: Point(x: plot.x, y: baseline))
                let word = painter.line(
                    "average · \(StressCategory(level: average).word.lowercased())", size: painter.size(14, context),
                    weight: .medium, theme.secondary)
                word.draw(on: canvas, baseline: Point(x: plot.x + number.size.width + 8, y: baseline))
            }
        }
        // The tallest bar fills the plot, but a calm week still looks like one.
        let top = Double(max(data.week.compactMap(\.average).max() ?? 0, 45))
        if let average {
            let y = plot.maxY - plot.height * Double(average) / top
            let line = canvas.snapped(Rect(x: plot.x, y: y, width: plot.width, height: 1))
            for x in stride(from: line.x, to: line.maxX, by: 7) {
                canvas.fill(Rect(x: x, y: line.y, width: min(3.5, line.maxX - x), height: line.height), theme.tertiary)
            }
        }
        drawBars(in: plot, top: top, isTight: isTight, on: canvas, context: context)
        if average == nil {
            let text = painter.line(
                "Your readings will appear here", size: painter.size(15, context), theme.secondary, width: plot.width)
            text.draw(on: canvas, baseline: plot.center, anchor: .center)
        }
        if let facts = layout.facts { drawFacts(in: facts, on: canvas, context: context) }
    }

    /// The calmest day, the busiest one, and today against the week.
    private func drawFacts(in rect: Rect, on canvas: Canvas, context: PageContext) {
        let theme = Theme(context.appearance)
        let days = data.week.compactMap { day in day.average.map { (name: day.shortName, level: $0) } }
        guard let calmest = days.min(by: { $0.level < $1.level }), let average = data.weekAverage,
            let busiest = days.max(by: { $0.level < $1.level }), let today = days.last
        else { return }
        let line = Rect(x: rect.x, y: rect.y, width: rect.width, height: 1 / canvas.scale)
        canvas.fill(canvas.snapped(line), theme.hairline)
        let difference = today.level - average
        let trend = difference == 0 ? "as usual" : "\(abs(difference)) \(difference < 0 ? "below" : "above")"
        let facts = [("Calmest", calmest.name), ("Busiest", busiest.name), ("Today", trend)]
        let column = rect.width / Double(facts.count)
        for (index, fact) in facts.enumerated() {
            let x = rect.x + column * Double(index)
            let label = painter.line(
                fact.0, size: painter.size(13, context), weight: .medium, theme.tertiary, width: column - 8)
            let value = painter.line(
                fact.1, size: painter.size(16, context), weight: .semibold, theme.ink, width: column - 8)
            let top = rect.center.y - (label.size.height + value.size.height + 3) / 2 - 1
            label.draw(on: canvas, at: Point(x: x, y: top))
            value.draw(on: canvas, at: Point(x: x, y: top + label.size.height + 3))
        }
    }

    private func drawBars(in plot: Rect, top: Double, isTight: Bool, on canvas: Canvas, context: PageContext) {
        let theme = Theme(context.appearance)
        let column = plot.width / Double(max(data.week.count, 1))
        let width = min(column * 0.58, 38)
        for (index, day) in data.week.enumerated() {
            let center = plot.x + column * (Double(index) + 0.5)
            let isToday = index == data.week.count - 1
            let label = painter.line(
                day.shortName, size: painter.size(12, context), weight: isToday ? .semibold : .medium,
                isToday ? theme.ink : theme.tertiary)
            label.draw(on: canvas, baseline: Point(x: center, y: plot.maxY + (isTight ? 20 : 26)), anchor: .center)
            guard let level = day.average else { continue }
            let height = max(plot.height * Double(level) / top, width)
            let bar = Rect(x: center - width / 2, y: plot.maxY - height, width: width, height: height)
            let path = Path.roundedRect(bar, radius: width / 2)
            let end = Point(x: 0, y: bar.maxY)
            let blend =
                isToday
                ? Gradient(theme.accent, theme.accentEnd, from: Point(x: 0, y: bar.y), to: end)
                : Gradient(
                    theme.accent.opacity(0.36), theme.accentEnd.opacity(0.26), from: Point(x: 0, y: bar.y), to: end)
            canvas.fill(path, with: .gradient(blend))
        }
    }

    func drawList(_ layout: GrowthLayout, on canvas: Canvas, context: PageContext, now: UInt64) {
        let theme = Theme(context.appearance)
        let card = layout.listCard
        let viewport = layout.viewport
        let inset = layout.frame.gap < 16 ? 16.0 : 22
        let offset = scroller.offset(at: now)
        painter.card(card, on: canvas, theme: theme)
        let title = painter.line("History", size: painter.size(15, context), weight: .semibold, theme.ink)
        title.draw(on: canvas, at: Point(x: card.x + inset, y: card.y + 18))
        let count = data.week.reduce(0) { $0 + $1.readings.count }
        let note = painter.line(
            count == 0 ? "Nothing yet" : "\(count) readings", size: painter.size(13, context), weight: .medium,
            theme.tertiary)
        note.draw(on: canvas, baseline: Point(x: card.maxX - inset, y: card.y + 18 + title.baseline), anchor: .trailing)

        canvas.clipped(to: [viewport]) {
            for row in list.items {
                let top = viewport.y + row.top - offset
                guard top < viewport.maxY, top + row.height > viewport.y else { continue }
                let rect = Rect(x: card.x + inset, y: top, width: card.width - 2 * inset, height: row.height)
                draw(row.item, in: rect, on: canvas, context: context)
            }
            drawFades(viewport, offset: offset, on: canvas, theme: theme)
        }
        if offset > 0 {
            let line = Rect(x: card.x + inset, y: viewport.y, width: card.width - 2 * inset, height: 1 / canvas.scale)
            canvas.fill(canvas.snapped(line), theme.hairline.opacity(min(offset / 12, 1)))
        }
        drawThumb(viewport, offset: offset, on: canvas, theme: theme)
    }

    private func draw(_ item: HistoryList.Item, in rect: Rect, on canvas: Canvas, context: PageContext) {
        let theme = Theme(context.appearance)
        switch item {
        case .day(let day):
            let name = painter.line(
                day.name, size: painter.size(13, context), weight: .semibold, theme.secondary)
            name.draw(on: canvas, baseline: Point(x: rect.x, y: rect.maxY - 12))
            guard let average = day.average else { return }
            let mean = painter.line("avg \(average)", size: painter.size(13, context), theme.tertiary, tabular: true)
            mean.draw(on: canvas, baseline: Point(x: rect.maxX, y: rect.maxY - 12), anchor: .trailing)
        case .reading(let reading, let isFirst):
            if !isFirst {
                let line = Rect(x: rect.x + 24, y: rect.y, width: rect.width - 24, height: 1 / canvas.scale)
                canvas.fill(canvas.snapped(line), theme.hairline)
            }
            let dot = Point(x: rect.x + 6, y: rect.center.y)
            canvas.fill(.circle(center: dot, radius: 5), with: .color(theme.color(of: reading.category)))
            let level = painter.line(
                "\(reading.level)", size: painter.size(19, context), weight: .semibold, theme.ink, tabular: true)
            level.draw(
                on: canvas, at: Point(x: rect.maxX - level.size.width, y: rect.center.y - level.size.height / 2))
            let width = rect.width - 24 - level.size.width - 12
            let word = painter.line(
                reading.category.word, size: painter.size(15, context), weight: .medium, theme.ink, width: width)
            let detail = painter.line(
                "\(reading.time) · \(reading.variability) ms · \(reading.heartRate) bpm",
                size: painter.size(13, context), theme.secondary, width: width, tabular: true)
            let top = rect.center.y - (word.size.height + detail.size.height + 3) / 2
            word.draw(on: canvas, at: Point(x: rect.x + 24, y: top))
            detail.draw(on: canvas, at: Point(x: rect.x + 24, y: top + word.size.height + 3))
        }
    }

    /// Content fades out where it goes on beyond an edge.
    private func drawFades(_ viewport: Rect, offset: Double, on canvas: Canvas, theme: Theme) {
        let height = 28.0
        // Not over the card's round corners.
        let viewport = Rect(x: viewport.x + 12, y: viewport.y, width: viewport.width - 24, height: viewport.height)
        let (solid, none) = (theme.card, theme.card.opacity(0))
        let below = scroller.maximum - offset
        if offset > 0 {
            let strength = min(offset / height, 1)
            canvas.fill(
                viewport.slice(top: 0, height: height),
                Gradient(
                    solid.opacity(0.9 * strength), none, from: Point(x: 0, y: viewport.y),
                    to: Point(x: 0, y: viewport.y + height)))
        }
        if below > 0 {
            let strength = min(below / height, 1)
            canvas.fill(
                viewport.slice(top: viewport.height - height, height: height),
                Gradient(
                    none, solid.opacity(strength), from: Point(x: 0, y: viewport.maxY - height),
                    to: Point(x: 0, y: viewport.maxY)))
        }
    }

    private func drawThumb(_ viewport: Rect, offset: Double, on canvas: Canvas, theme: Theme) {
        guard scroller.maximum > 0 else { return }
        let track = viewport.height - 8
        let height = max(track * viewport.height / list.height, 32)
        let thumb = Rect(
            x: viewport.maxX - 11, y: viewport.y + 4 + (track - 4 - height) * offset / scroller.maximum, width: 4,
            height: height)
        canvas.fillRoundedRect(thumb, radius: 2, theme.track)
    }
}
