import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension GrowthPage {
    static let emptyTitle = localized("Nothing to show yet")

    /// True if a single card reports missing data.
    var isMessage: Bool { history.phase == .complete && history.isEmpty }

    func drawTrend(_ trend: Trend, _ layout: GrowthLayout, _ pen: Pen, now: UInt64) {
        if !isMessage {
            let title = pen.line(trend.title, 15, pen.theme.ink, .semibold, width: layout.title.width)
            pen.draw(title, centeredIn: layout.title)
        }
        switch history.phase {
        case .failed(let failure):
            let area = layout.readout.union(layout.legend)
            let text = pen.paragraph(
                failure.reason, 15, pen.theme.secondary, width: area.width, alignment: .center)
            return pen.draw(text, x: area.x, middle: area.center.y)
        case .untouched: break
        case .loading, .complete:
            if drawFirstDays(layout, trend, pen, now: now) { return }
        }
        drawReadout(trend, in: layout.readout, pen)
        drawMarks(trend, in: layout.plot, pen)
        drawLegend(trend, in: layout.legend, pen)
    }

    /// Draws the categories: a line of dots, or a row for each if they fit, with its part of the marks.
    func drawLegend(_ trend: Trend, in area: Rect, _ pen: Pen) {
        let (frame, theme, categories) = (pen.frame, pen.theme, StressLevel.Category.allCases)
        let columns = area.height >= Double(categories.count) * frame.size(40) ? 1 : 2
        let rows = categories.count / columns
        guard area.height >= Double(rows) * frame.size(38), area.width >= frame.size(320) else {
            let height = min(frame.legendHeight(in: area.width), area.height)
            return pen.legend(in: area.slice(top: max(area.height - height, 0) / 2, height: height))
        }
        let counts = trend.counts
        let all = max(counts.reduce(0, +), 1)
        let height = min(area.height / Double(rows), frame.size(96))
        let width = (area.width - frame.gap * Double(columns - 1)) / Double(columns)
        for (index, category) in categories.enumerated() {
            let row = Rect(
                x: area.x + Double(index / rows) * (width + frame.gap),
                y: area.maxY - height * Double(rows - index % rows), width: width, height: height)
            let number = pen.line("\(counts[index])", 15, theme.ink, .semibold, tabular: true)
            let (middle, radius) = (row.center.y - 5, frame.size(5))
            pen.dot(category, at: Point(x: row.x + radius, y: middle), radius: radius)
            pen.draw(pen.line(category.word, 15, theme.ink), x: row.x + 2 * radius + 10, middle: middle)
            pen.draw(number, x: row.maxX - number.size.width, middle: middle)
            let track = Rect(x: row.x, y: middle + frame.size(14), width: row.width, height: 6)
            pen.canvas.fillRoundedRect(track, radius: 3, theme.track)
            guard counts[index] > 0 else { continue }
            var part = track
            part.width = max(track.width * Double(counts[index]) / Double(all), 6)
            pen.canvas.fillRoundedRect(part, radius: 3, theme.color(of: category))
            pen.outline(.roundedRect(part.inset(by: 0.5), radius: 3), width: 1)
        }
    }

    func drawSegments(_ layout: GrowthLayout, _ pen: Pen) {
        guard let first = layout.segments.first, let last = layout.segments.last else { return }
        let (canvas, theme) = (pen.canvas, pen.theme)
        canvas.fillRoundedRect(first.union(last), radius: 10, theme.track)
        // All titles in one size that fits the widest.
        let widths = Period.allCases.map { pen.line($0.word, 14, theme.ink, .semibold).size.width }
        let size = pen.frame.size(14) * min((first.width - 8) / max(widths.max() ?? 1, 1), 1)
        for (period, area) in zip(Period.allCases, layout.segments) {
            let (isSelected, knob) = (period == self.period, area.inset(by: 2))
            if isSelected {
                if let shadow = theme.shadow { canvas.fillRoundedRect(knob.offset(y: 1), radius: 8, shadow) }
                let fill = theme.shadow == nil ? theme.cardPressed.mixed(with: .white, fraction: 0.12) : theme.card
                canvas.fillRoundedRect(knob, radius: 8, fill)
            } else if interaction.pressed == "period/\(period.rawValue)" {
                canvas.fillRoundedRect(knob, radius: 8, theme.track)
            }
            let text = painter.line(
                period.word, size: size, weight: isSelected ? .semibold : .medium,
                isSelected ? theme.ink : theme.secondary)
            pen.draw(text, centeredIn: area)
        }
    }

    private func shownMark(of trend: Trend) -> Trend.Mark? {
        shownMark.flatMap { trend.marks.indices.contains($0) ? trend.marks[$0] : nil }
    }

    /// Draws the average, or the value of the mark under the finger.
    func drawReadout(_ trend: Trend, in area: Rect, _ pen: Pen) {
        let (mark, theme) = (shownMark(of: trend), pen.theme)
        let value = mark.map(\.value) ?? trend.average
        let label = mark?.name ?? (trend.period == .day ? localized("Level of the day") : localized("Average"))
        let name = pen.line(label, 13, theme.secondary, width: area.width)
        pen.draw(name, x: area.x, top: area.y)
        let number = pen.line(
            value.map(String.init) ?? "–", 30, theme.ink, .semibold, tabular: true, tracking: -0.6)
        let baseline = area.y + name.size.height + number.baseline - 2
        pen.draw(number, x: area.x, baseline: baseline)
        guard let value else { return }
        let category = (mark == nil ? trend.dayLevel : mark?.level)?.category ?? Trend.category(value)
        let word = pen.line(category.word, 15, theme.textColor(of: category), .semibold)
        pen.draw(word, x: area.x + number.size.width + 8, baseline: baseline)
        let readings = mark?.readings ?? trend.marks.reduce(0) { $0 + $1.readings }
        let availableWidth = area.width - number.size.width - word.size.width - 24
        let count = pen.line(Formatters.readings(readings), 13, theme.tertiary, width: availableWidth, smallest: 13)
        if !count.isCut { pen.draw(count, x: area.maxX, baseline: baseline, .trailing) }
    }

    func drawMarks(_ trend: Trend, in plot: Rect, _ pen: Pen) {
        let (chart, theme) = (Chart(plot: plot, axis: .level), pen.theme)
        chart.drawGrid(pen, hasBand: true)
        let marks = trend.marks.compactMap { mark in
            mark.value.map { (mark, point: chart.point(mark.fraction, Double($0))) }
        }
        guard trend.period == .day else {
            drawBars(trend, chart, pen)
            let width = plot.width / Double(max(trend.marks.count, 1)) * 0.6
            let bars = marks.map {
                Rect(x: $0.point.x - width / 2, y: $0.point.y, width: width, height: plot.maxY - $0.point.y)
            }
            chart.drawBandLabel(avoiding: bars, pen)
            guard let average = trend.average else { return }
            let line = pen.canvas.snapped(Rect(x: plot.x, y: chart.y(Double(average)), width: plot.width, height: 1))
            for x in stride(from: line.x, to: line.maxX, by: 7) {
                let dash = Rect(x: x, y: line.y, width: min(3.5, line.maxX - x), height: line.height)
                pen.canvas.fill(dash, theme.secondary)
            }
            return
        }
        chart.drawHours(pen)
        chart.drawLine(marks.map { $0.point }, colors: marks.map { theme.color(of: $0.0.level?.category) }, pen)
        chart.drawBandLabel(avoiding: marks.map { Rect(center: $0.point, width: 12, height: 12) }, pen)
        guard let mark = shownMark(of: trend), let value = mark.value else { return }
        let point = chart.point(mark.fraction, Double(value))
        pen.circle(point, 8, theme.card)
        pen.circle(point, 6, theme.ink)
    }

    private func drawBars(_ trend: Trend, _ chart: Chart, _ pen: Pen) {
        let (plot, theme) = (chart.plot, pen.theme)
        let column = plot.width / Double(max(trend.marks.count, 1))
        let width = min(column * 0.6, 44)
        for (index, mark) in trend.marks.enumerated() {
            guard let value = mark.value else { continue }
            let x = plot.x + plot.width * mark.fraction
            let top = min(chart.y(Double(value)), plot.maxY - width)
            let bar = Rect(x: x - width / 2, y: top, width: width, height: plot.maxY - top)
            let color = theme.color(of: mark.level?.category ?? Trend.category(value))
            let strength = shownMark == nil || shownMark == index ? 1 : 0.3
            pen.bar(bar, radius: min(width / 2, 8), color, strength: strength)
        }
        for label in trend.labels {
            let isNarrow = trend.period == .week && column < pen.frame.size(32)
            let text = pen.line(
                isNarrow ? String(label.text.prefix(1)) : label.text, 12,
                label.isCurrent ? theme.ink : theme.tertiary, label.isCurrent ? .bold : .medium, tabular: true)
            pen.draw(text, centerX: plot.x + plot.width * label.fraction, top: plot.maxY + 6)
        }
    }

    /// Draws the progress towards the first baseline; false if it has levels to draw instead.
    private func drawFirstDays(_ layout: GrowthLayout, _ trend: Trend, _ pen: Pen, now: UInt64) -> Bool {
        let days = Variability.allCases.map { history.daysWithReadings(before: today(at: now), $0) }.max() ?? 0
        guard history.phase == .complete, trend.average == nil, days < Baseline.requiredDays else { return false }
        // A gap in the middle of the history is not its start.
        guard history.pages.count <= 1 || anchor == nil else { return false }
        let (isEmpty, theme) = (history.isEmpty, pen.theme)
        let message = layout.message.slice(top: 0, height: layout.suggestion.y - layout.message.y)
        let area = isMessage ? message.inset(x: layout.frame.inset) : layout.readout.union(layout.legend)
        let title = pen.paragraph(
            isEmpty ? Self.emptyTitle : localized("Learning what is usual for you"), 18, theme.ink, .semibold,
            width: area.width, alignment: .center)
        let text = pen.paragraph(
            isEmpty
                ? localized("Trends appear here once there are readings.")
                : localized("Trends begin after \(Baseline.requiredDays) days\nwith readings: \(days) so far."),
            15, theme.secondary, width: min(area.width, 340), alignment: .center)
        let height = title.size.height + 8 + text.size.height + (isEmpty ? 0 : 32)
        var y = area.center.y - height / 2
        pen.draw(title, x: area.x, top: y)
        y += title.size.height + 8
        pen.draw(text, x: area.center.x - min(area.width, 340) / 2, top: y)
        y += text.size.height + 24
        guard !isEmpty else { return true }
        let width = min(area.width, 240)
        var track = Rect(x: area.center.x - width / 2, y: y, width: width, height: 8)
        pen.canvas.fillRoundedRect(track, radius: 4, theme.track)
        track.width = max(width * min(Double(days) / Double(Baseline.requiredDays), 1), 8)
        pen.canvas.fillRoundedRect(track, radius: 4, theme.accent)
        return true
    }

    func drawList(_ layout: GrowthLayout, offset: Double, _ context: PageContext, _ pen: Pen) {
        let (frame, theme, list) = (layout.frame, pen.theme, layout.list)
        let isEmpty = history.itemCount == 0
        let height =
            isEmpty && !frame.hasTwoColumns
            ? 104 * frame.textScale : layout.listHeight(items: history.itemCount, names: history.nameCount)
        // Of a card much higher than the window, little more than the visible part is drawn.
        let top = max(list.y, offset - 200)
        let bottom = min(list.y + height, offset + context.size.height + 200)
        guard bottom > top else { return }
        // Beside the trend the card stays in place.
        if !frame.hasTwoColumns { pen.card(Rect(x: list.x, y: top, width: list.width, height: bottom - top)) }
        let (area, titleY) = (list.inset(x: frame.inset), list.y + frame.inset - 4)
        if titleY > offset - 60 {
            let title = pen.line(localized("History"), 16, theme.ink, .semibold)
            pen.draw(title, x: area.x, top: titleY)
            let count = Formatters.items(history.itemCount)
            let note = isEmpty ? "" : history.hasPendingLoad ? localized("\(count) so far") : count
            let noteText = pen.line(note, 13, theme.tertiary, tabular: true)
            pen.draw(noteText, x: list.maxX - frame.inset, baseline: titleY + title.baseline, .trailing)
        }
        guard isEmpty, history.phase != .untouched, history.phase != .loading else { return }
        let text = pen.paragraph(
            localized("Everything that is measured is listed here."), 15, theme.secondary,
            width: list.width - 2 * frame.inset)
        pen.draw(text, x: area.x, top: titleY + 32 * frame.textScale)
    }

    func drawName(_ day: Day, today: Day, in area: Rect, _ pen: Pen) {
        let (theme, baseline) = (pen.theme, area.maxY - 10)
        let title = Formatters.day(day, today: today)
        let name = pen.line(title, 13, theme.secondary, .semibold, width: area.width * 0.62)
        pen.draw(name, x: area.x, baseline: baseline)
        guard let level = history.level(of: day)?.level else { return }
        let text = pen.line(
            "\(level.category.word) · \(level.value)", 13, theme.textColor(of: level.category),
            width: area.width * 0.36)
        pen.draw(text, x: area.maxX, baseline: baseline, .trailing)
    }

    func itemArea(_ area: Rect, figureWidth: Double) -> Rect {
        Rect(x: area.x + 32, y: area.y, width: max(area.width - 64 - figureWidth, 1), height: area.height)
    }

    /// Draws an item of the history.
    ///
    /// - Parameters:
    ///   - area: the row without the control at its trailing edge.
    ///   - day: the content of the day's page, which shows all lines of notes and the measurements around
    ///     sessions; nil in the list.
    func drawItem(_ item: HistoryItem, in area: Rect, isFirst: Bool, of day: DayViewModel? = nil, _ pen: Pen) {
        let (canvas, theme, x) = (pen.canvas, pen.theme, area.x + 32)
        if !isFirst { pen.hairline(Rect(x: x, y: 0, width: area.maxX - x, height: 0), y: area.y) }
        let badge = Rect(center: Point(x: area.x + 10, y: area.center.y), width: 18, height: 18)
        let (title, detail, figure) = texts(of: item, day: day)
        switch item {
        case .measurement(let measurement):
            pen.dot(history.level(of: measurement)?.category, at: badge.center, radius: 5.5)
        case .heartRates: Symbol.pulse.draw(in: badge, on: canvas, color: theme.secondary)
        case .session(let session):
            let isAction = session.value.kind == FlashMenu.actionKind
            (isAction ? Symbol.done : .breath).draw(in: badge, on: canvas, color: theme.accentText)
        case .note: Symbol.note.draw(in: badge.inset(by: 1), on: canvas, color: theme.secondary)
        }
        let number = pen.line(figure, 19, theme.ink, .semibold, tabular: true)
        pen.draw(number, x: area.maxX - 20 - number.size.width, middle: area.center.y)
        let width = itemArea(area, figureWidth: number.size.width).width
        let titleText: TextLayout
        if case .note = item, day != nil {
            titleText = noteText(title, pen.frame, width: width, theme: theme)
        } else {
            titleText = pen.line(title, 15, theme.ink, .semibold, width: width)
        }
        let detailText = pen.line(detail, 13, theme.secondary, width: width)
        pen.draw(titleText, above: detailText, x: x, middle: area.center.y)
    }

    /// The texts of an item: its title, the line below, and the level. `day` is as for drawing it.
    func texts(of item: HistoryItem, day: DayViewModel?) -> (title: String, detail: String, figure: String) {
        let clock = Formatters.clock(item.time, in: source.timeZone)
        switch item {
        case .measurement(let measurement):
            let level = history.level(of: measurement)
            let rate = measurement.heartRate.flatMap(rounded).map { "\($0) bpm" }
            let variability = "\(rounded(measurement.variability) ?? 0) ms"
            let detail = Formatters.line([clock, variability, rate].compactMap(\.self))
            return (level?.category.word ?? localized("Reading"), detail, level.map { "\($0.value)" } ?? "")
        case .heartRates(let day):
            let statistics = day.statistics
            let range = Formatters.range(statistics.minimum, statistics.maximum)
            return (
                localized("Heart rate"), Formatters.line(["\(range) bpm", Formatters.measurements(statistics.count)]),
                ""
            )
        case .session(let session):
            let length = session.value.length == 0 ? [] : [Formatters.length(session.value.length)]
            let detail = Formatters.line([clock] + length + (day?.effects[session.id]?.changes ?? []))
            return (session.value.name.isEmpty ? session.value.kind : session.value.name, detail, "")
        case .note(let note): return (note.value.text, clock, "")
        }
    }
}
