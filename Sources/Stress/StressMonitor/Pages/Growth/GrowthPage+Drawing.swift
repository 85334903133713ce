// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import Localization
import PageKit
import PangoText

extension GrowthPage {
    // MARK: - Trend

    static let emptyTitle = localized("Nothing to show yet")

    /// True if one card says that there is nothing to show.
    var isMessage: Bool { history.phase == .complete && history.isEmpty }

    func drawTrend(_ trend: Trend, _ layout: GrowthLayout, on canvas: Canvas, theme: Theme, now: UInt64) {
        if !isMessage {
            let title = painter.line(
                trend.title, size: layout.frame.size(15), weight: .semibold, theme.ink, width: layout.title.width)
            title.draw(on: canvas, centeredIn: layout.title)
        }
        switch history.phase {
        case .failed(let failure):
            return drawFailure(failure.reason, layout, on: canvas, theme: theme)
        case .untouched: break
        case .loading, .complete:
            if drawFirstDays(layout, trend, on: canvas, theme: theme, now: now) { return }
        }
        drawReadout(trend, in: layout.readout, layout.frame, on: canvas, theme: theme)
        drawMarks(trend, in: layout.plot, layout.frame, on: canvas, theme: theme)
        drawLegend(trend, in: layout.legend, layout.frame, on: canvas, theme: theme)
    }

    /// Draws the categories: a line of dots, or a row for each if they fit, with its part of the marks.
    func drawLegend(_ trend: Trend, in area: Rect, _ frame: PageGrid, on canvas: Canvas, theme: Theme) {
        let categories = StressLevel.Category.allCases
        let columns = area.height >= Double(categories.count) * frame.size(40) ? 1 : 2
        let rows = categories.count / columns
        guard area.height >= Double(rows) * frame.size(38), area.width >= frame.size(320) else {
            return painter.legend(
                in: area.slice(top: max(area.height - frame.size(24), 0) / 2, height: frame.size(24)), frame,
                on: canvas, theme: theme)
        }
        let counts = trend.counts
        let all = max(counts.reduce(0, +), 1)
        let height = min(area.height / Double(rows), frame.size(96))
        let width = (area.width - frame.gap * Double(columns - 1)) / Double(columns)
        for (index, category) in categories.enumerated() {
            let row = Rect(
                x: area.x + Double(index / rows) * (width + frame.gap),
                y: area.maxY - height * Double(rows - index % rows), width: width, height: height)
            let word = painter.line(category.word, size: frame.size(15), weight: .medium, theme.ink)
            let number = painter.line(
                "\(counts[index])", size: frame.size(15), weight: .semibold, theme.ink, tabular: true)
            let middle = row.center.y - 5
            let radius = frame.size(5)
            painter.dot(
                category, at: Point(x: row.x + radius, y: middle), radius: radius, on: canvas, theme: theme)
            word.draw(on: canvas, at: Point(x: row.x + 2 * radius + 10, y: middle - word.size.height / 2))
            number.draw(
                on: canvas, at: Point(x: row.maxX - number.size.width, y: middle - number.size.height / 2))
            let track = Rect(x: row.x, y: middle + frame.size(14), width: row.width, height: 6)
            canvas.fillRoundedRect(track, radius: 3, theme.track)
            guard counts[index] > 0 else { continue }
            let part = Rect(
                x: track.x, y: track.y, width: max(track.width * Double(counts[index]) / Double(all), 6), height: 6)
            canvas.fillRoundedRect(part, radius: 3, theme.color(of: category))
            if let outline = theme.outline {
                canvas.stroke(.roundedRect(part.inset(by: 0.5), radius: 3), with: .color(outline), width: 1)
            }
        }
    }

    func drawSegments(_ layout: GrowthLayout, on canvas: Canvas, theme: Theme) {
        guard let first = layout.segments.first, let last = layout.segments.last else { return }
        canvas.fillRoundedRect(first.union(last), radius: 10, theme.track)
        // All titles in one size, at which the widest fits.
        let maximumWidth =
            Period.allCases.map {
                painter.line($0.word, size: layout.frame.size(14), weight: .semibold, theme.ink).size.width
            }.max() ?? 1
        let size = layout.frame.size(14) * min((first.width - 8) / max(maximumWidth, 1), 1)
        for (period, area) in zip(Period.allCases, layout.segments) {
            let isSelected = period == self.period
            if isSelected {
                let knob = area.inset(by: 2)
                if let shadow = theme.shadow { canvas.fillRoundedRect(knob.offset(y: 1), radius: 8, shadow) }
                canvas.fillRoundedRect(
                    knob, radius: 8,
                    theme.shadow == nil ? theme.cardPressed.mixed(with: .white, fraction: 0.12) : theme.card)
            } else if interaction.pressed == "period/\(period.rawValue)" {
                canvas.fillRoundedRect(area.inset(by: 2), radius: 8, theme.track)
            }
            let text = painter.line(
                period.word, size: size, weight: isSelected ? .semibold : .medium,
                isSelected ? theme.ink : theme.secondary)
            text.draw(on: canvas, centeredIn: area)
        }
    }

    private func shownMark(of trend: Trend) -> Trend.Mark? {
        shownMark.flatMap { trend.marks.indices.contains($0) ? trend.marks[$0] : nil }
    }

    /// Draws the average, or the value of the mark under the finger.
    func drawReadout(_ trend: Trend, in area: Rect, _ frame: PageGrid, on canvas: Canvas, theme: Theme) {
        let mark = shownMark(of: trend)
        let value = mark.map(\.value) ?? trend.average
        let label = mark?.name ?? (trend.period == .day ? localized("Level of the day") : localized("Average"))
        let name = painter.line(label, size: frame.size(13), weight: .medium, theme.secondary, width: area.width)
        name.draw(on: canvas, at: Point(x: area.x, y: area.y))
        let number = painter.line(
            value.map(String.init) ?? "–", size: frame.size(30), weight: .semibold, theme.ink, tabular: true,
            tracking: -0.6)
        let baseline = area.y + name.size.height + number.baseline - 2
        number.draw(on: canvas, baseline: Point(x: area.x, y: baseline))
        guard let value else { return }
        let category = (mark == nil ? trend.dayLevel : mark?.level)?.category ?? Trend.category(value)
        let word = painter.line(category.word, size: frame.size(15), weight: .semibold, theme.textColor(of: category))
        word.draw(on: canvas, baseline: Point(x: area.x + number.size.width + 8, y: baseline))
        let readings = mark?.readings ?? trend.marks.reduce(0) { $0 + $1.readings }
        let availableWidth = area.width - number.size.width - word.size.width - 24
        let count = painter.line(
            Formatters.readings(readings), size: frame.size(13), weight: .medium, theme.tertiary,
            width: availableWidth)
        if !count.isCut { count.draw(on: canvas, baseline: Point(x: area.maxX, y: baseline), anchor: .trailing) }
    }

    func drawMarks(_ trend: Trend, in plot: Rect, _ frame: PageGrid, on canvas: Canvas, theme: Theme) {
        let chart = Chart(plot: plot, axis: .level, frame: frame)
        chart.drawGrid(on: canvas, painter: painter, theme: theme, hasBand: true)
        if trend.period == .day {
            chart.drawHours(on: canvas, painter: painter, theme: theme)
            let marks = trend.marks.filter { $0.value != nil }
            let points = marks.map { chart.point($0.fraction, Double($0.value ?? 0)) }
            chart.drawLine(points, colors: marks.map { theme.color(of: $0.level?.category) }, on: canvas, theme: theme)
        } else {
            drawBars(trend, chart, on: canvas, theme: theme)
        }
        let marks = trend.marks.compactMap { mark in
            mark.value.map { value -> Rect in
                let point = chart.point(mark.fraction, Double(value))
                let isPoint = trend.period == .day
                let width = isPoint ? 12 : plot.width / Double(max(trend.marks.count, 1)) * 0.6
                return Rect(
                    x: point.x - width / 2, y: isPoint ? point.y - 6 : point.y, width: width,
                    height: isPoint ? 12 : plot.maxY - point.y)
            }
        }
        chart.drawBandLabel(avoiding: marks, on: canvas, painter: painter, theme: theme)
        if let average = trend.average, trend.period != .day {
            let y = chart.y(Double(average))
            let line = canvas.snapped(Rect(x: plot.x, y: y, width: plot.width, height: 1))
            for x in stride(from: line.x, to: line.maxX, by: 7) {
                canvas.fill(Rect(x: x, y: line.y, width: min(3.5, line.maxX - x), height: line.height), theme.secondary)
            }
        }
        guard trend.period == .day, let mark = shownMark(of: trend), let value = mark.value else { return }
        let point = chart.point(mark.fraction, Double(value))
        canvas.fill(.circle(center: point, radius: 8), with: .color(theme.card))
        canvas.fill(.circle(center: point, radius: 6), with: .color(theme.ink))
    }

    private func drawBars(_ trend: Trend, _ chart: Chart, on canvas: Canvas, theme: Theme) {
        let plot = chart.plot
        let column = plot.width / Double(max(trend.marks.count, 1))
        let width = min(column * 0.6, 44)
        for (index, mark) in trend.marks.enumerated() {
            guard let value = mark.value else { continue }
            let x = plot.x + plot.width * mark.fraction
            let top = min(chart.y(Double(value)), plot.maxY - width)
            let bar = Rect(x: x - width / 2, y: top, width: width, height: plot.maxY - top)
            let color = theme.color(of: mark.level?.category ?? Trend.category(value))
            let strength = shownMark == nil || shownMark == index ? 1 : 0.3
            painter.bar(
                bar, radius: min(width / 2, 8), color, strength: strength, on: canvas, theme: theme)
        }
        for label in trend.labels {
            let isNarrow = trend.period == .week && column < chart.frame.size(32)
            let text = painter.line(
                isNarrow ? String(label.text.prefix(1)) : label.text, size: chart.frame.size(12),
                weight: label.isCurrent ? .bold : .medium, label.isCurrent ? theme.ink : theme.tertiary, tabular: true)
            text.draw(
                on: canvas, at: Point(x: plot.x + plot.width * label.fraction - text.size.width / 2, y: plot.maxY + 6))
        }
    }

    /// Draws the progress towards the first baseline.
    ///
    /// - Returns: false when there are levels to draw instead.
    private func drawFirstDays(
        _ layout: GrowthLayout, _ trend: Trend, on canvas: Canvas, theme: Theme, now: UInt64
    ) -> Bool {
        let days = Variability.allCases.map { history.daysWithReadings(before: today(at: now), $0) }.max() ?? 0
        guard history.phase == .complete, trend.average == nil, days < Baseline.requiredDays else { return false }
        // A gap in the middle of the history is not its start.
        guard history.pages.count <= 1 || anchor == nil else { return false }
        let frame = layout.frame
        let area =
            isMessage ? layout.message.inset(x: frame.inset) : layout.readout.union(layout.legend)
        let title = painter.paragraph(
            history.isEmpty ? Self.emptyTitle : localized("Learning what is usual for you"),
            size: frame.size(18),
            weight: .semibold, theme.ink, width: area.width, alignment: .center)
        let text = painter.paragraph(
            history.isEmpty
                ? localized("Trends appear here once there are readings.")
                : localized("Trends begin after \(Baseline.requiredDays) days\nwith readings: \(days) so far."),
            size: frame.size(15), theme.secondary, width: min(area.width, 340), alignment: .center)
        let height = title.size.height + 8 + text.size.height + (history.isEmpty ? 0 : 32)
        var y = area.center.y - height / 2
        title.draw(on: canvas, at: Point(x: area.x, y: y))
        y += title.size.height + 8
        text.draw(on: canvas, at: Point(x: area.center.x - min(area.width, 340) / 2, y: y))
        y += text.size.height + 24
        if !history.isEmpty {
            let width = min(area.width, 240)
            let track = Rect(x: area.center.x - width / 2, y: y, width: width, height: 8)
            canvas.fillRoundedRect(track, radius: 4, theme.track)
            let fraction = Double(days) / Double(Baseline.requiredDays)
            canvas.fillRoundedRect(
                Rect(x: track.x, y: y, width: max(width * min(fraction, 1), 8), height: 8), radius: 4, theme.accent)
        }
        return true
    }

    private func drawFailure(_ reason: String, _ layout: GrowthLayout, on canvas: Canvas, theme: Theme) {
        let area = layout.readout.union(layout.legend)
        let text = painter.paragraph(
            reason, size: layout.frame.size(15), theme.secondary, width: area.width, alignment: .center)
        text.draw(on: canvas, at: Point(x: area.x, y: area.center.y - text.size.height / 2))
    }

    // MARK: - History

    /// Draws the card and the title of the history.
    func drawList(_ layout: GrowthLayout, offset: Double, on canvas: Canvas, context: PageContext) {
        let theme = Theme(ownColors: context)
        let frame = layout.frame
        let isEmpty = history.itemCount == 0
        let height =
            isEmpty && !frame.hasTwoColumns
            ? 104 * frame.textScale : layout.listHeight(items: history.itemCount, names: history.nameCount)
        // Of a card that is much higher than the window, only a little more than the visible part is drawn.
        let top = max(layout.list.y, offset - 200)
        let bottom = min(layout.list.y + height, offset + context.size.height + 200)
        guard bottom > top else { return }
        let card = Rect(x: layout.list.x, y: top, width: layout.list.width, height: bottom - top)
        // Beside the trend the card stays where it is.
        if !frame.hasTwoColumns { painter.card(card, on: canvas, theme: theme) }
        let titleY = layout.list.y + frame.inset - 4
        if titleY > offset - 60 {
            let title = painter.line(localized("History"), size: frame.size(16), weight: .semibold, theme.ink)
            title.draw(on: canvas, at: Point(x: card.x + frame.inset, y: titleY))
            let isMore = history.hasPendingLoad && !isEmpty
            let note = painter.line(
                isEmpty
                    ? ""
                    : isMore
                        ? localized("\(Formatters.items(history.itemCount)) so far")
                        : Formatters.items(history.itemCount),
                size: frame.size(13), weight: .medium, theme.tertiary, tabular: true)
            note.draw(
                on: canvas, baseline: Point(x: card.maxX - frame.inset, y: titleY + title.baseline), anchor: .trailing)
        }
        guard isEmpty else { return }
        let text = painter.paragraph(
            history.phase == .untouched || history.phase == .loading
                ? "" : localized("Everything that is measured is listed here."),
            size: frame.size(15), theme.secondary, width: card.width - 2 * frame.inset)
        text.draw(on: canvas, at: Point(x: card.x + frame.inset, y: titleY + 32 * frame.textScale))
    }

    /// Draws a row of the history.
    func drawRow(
        _ item: HistoryItem, in row: Rect, isFirst: Bool, _ frame: PageGrid, on canvas: Canvas, theme: Theme,
        isPressed: Bool
    ) {
        if isPressed { canvas.fillRoundedRect(row.inset(x: 8, y: 1), radius: 12, theme.cardPressed) }
        let area = row.inset(x: frame.inset)
        drawItem(item, in: area, isFirst: isFirst, frame, on: canvas, theme: theme)
        painter.chevron(at: Point(x: area.maxX - 3, y: area.center.y), size: 9, on: canvas, color: theme.tertiary)
    }

    func drawName(_ day: Day, today: Day, in area: Rect, _ frame: PageGrid, on canvas: Canvas, theme: Theme) {
        let baseline = area.maxY - 10
        let name = painter.line(
            Formatters.day(day, today: today), size: frame.size(13), weight: .semibold, theme.secondary,
            width: area.width * 0.62)
        name.draw(on: canvas, baseline: Point(x: area.x, y: baseline))
        guard let level = history.level(of: day)?.level else { return }
        let text = painter.line(
            "\(level.category.word) · \(level.value)", size: frame.size(13), weight: .medium,
            theme.textColor(of: level.category), width: area.width * 0.36)
        text.draw(on: canvas, baseline: Point(x: area.maxX, y: baseline), anchor: .trailing)
    }

    /// The text area of an item in its row.
    func itemArea(_ area: Rect, figureWidth: Double) -> Rect {
        Rect(x: area.x + 32, y: area.y, width: max(area.width - 64 - figureWidth, 1), height: area.height)
    }

    /// Draws an item of the history.
    ///
    /// - Parameters:
    ///   - area: the row without the control at its trailing edge.
    ///   - day: the content of the day's page, on which notes have all their lines and sessions the measurements around
    ///     them; nil in the list.
    func drawItem(
        _ item: HistoryItem, in area: Rect, isFirst: Bool, of day: DayViewModel? = nil, _ frame: PageGrid,
        on canvas: Canvas, theme: Theme
    ) {
        let x = area.x + 32
        if !isFirst {
            painter.hairline(Rect(x: x, y: 0, width: area.maxX - x, height: 0), y: area.y, on: canvas, theme: theme)
        }
        let badge = Rect(center: Point(x: area.x + 10, y: area.center.y), width: 18, height: 18)
        let (title, detail, figure) = texts(of: item, day: day)
        switch item {
        case .measurement(let measurement):
            let level = history.level(of: measurement)
            painter.dot(level?.category, at: badge.center, radius: 5.5, on: canvas, theme: theme)
        case .heartRates: Symbol.pulse.draw(in: badge, on: canvas, color: theme.secondary)
        case .session(let session):
            let isAction = session.value.kind == FlashMenu.actionKind
            (isAction ? Symbol.done : .breath).draw(in: badge, on: canvas, color: theme.accentText)
        case .note: Symbol.note.draw(in: badge.inset(by: 1), on: canvas, color: theme.secondary)
        }
        let number = painter.line(figure, size: frame.size(19), weight: .semibold, theme.ink, tabular: true)
        number.draw(
            on: canvas, at: Point(x: area.maxX - 20 - number.size.width, y: area.center.y - number.size.height / 2))
        let width = itemArea(area, figureWidth: number.size.width).width
        let titleText: TextLayout
        if case .note = item, day != nil {
            titleText = noteText(title, frame, width: width, theme: theme)
        } else {
            titleText = painter.line(title, size: frame.size(15), weight: .semibold, theme.ink, width: width)
        }
        let detailText = painter.line(detail, size: frame.size(13), weight: .medium, theme.secondary, width: width)
        TextLayout.draw(titleText, detailText, x: x, centerY: area.center.y, on: canvas)
    }

    /// The texts of an item: its title, the line below, and the level.
    ///
    /// - Parameter day: as for ``drawItem(_:in:isFirst:of:_:on:theme:)``.
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
