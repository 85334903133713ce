// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import Glibc
import Localization
import PageKit
import PangoText

extension HomePage {
    /// The start of the dial's arc: three quarters of a circle, open at the bottom.
    private static let dialStart = 0.75 * Double.pi
    private static let dialSweep = 1.5 * Double.pi

    static let emptyTitle = localized("No readings yet")
    static let emptyText = localized("Import what your watch or chest strap has measured, or add a reading by hand:")
    static let weekTitle = localized("Last seven days")
    static let failureTitle = localized("Your readings cannot be read")

    func chartTitle(_ model: HomeViewModel) -> String {
        model.isCurveOfLevels || model.state == .loading ? localized("Today's curve") : localized("HRV today")
    }

    func drawHero(_ model: HomeViewModel, _ layout: HomeLayout, on canvas: Canvas, theme: Theme) {
        painter.card(layout.heroCard, on: canvas, theme: theme)
        switch model.state {
        case .empty:
            drawMessage(
                Self.emptyTitle, Self.emptyText,
                code: ["tabshell-stress import export.zip", "tabshell-stress add --hrv 48"], layout, on: canvas,
                theme: theme)
        case .failed(let reason): drawMessage(Self.failureTitle, reason, code: [], layout, on: canvas, theme: theme)
        case .loading, .firstDays, .stale, .level:
            // A dial runs clockwise in every language.
            canvas.withoutMirror(in: layout.heroCard) { drawDial(model, layout, on: canvas, theme: theme) }
            drawFigures(model, layout, on: canvas, theme: theme)
        }
    }

    private func drawDial(_ model: HomeViewModel, _ layout: HomeLayout, on canvas: Canvas, theme: Theme) {
        let (center, radius) = (layout.dialCenter, layout.dialRadius)
        let width = max(radius * 0.13, 9)
        canvas.strokeArc(
            center: center, radius: radius, from: Self.dialStart, to: Self.dialStart + Self.dialSweep, width: width,
            color: theme.track)
        let availableWidth = 2 * (radius - width) * 0.86
        func text(_ number: String, _ word: String, _ color: Color, _ detail: String?) {
            // In steps, as cairo keeps the glyphs of each size, and these are the largest.
            let size = (min(radius * 0.62, availableWidth * 0.42) / 4).rounded(.down) * 4
            let figure = painter.line(number, size: size, weight: .semibold, theme.ink, tracking: -size * 0.03)
            figure.draw(on: canvas, baseline: Point(x: center.x, y: center.y + radius * 0.12), anchor: .center)
            let wordText = painter.line(
                word, size: layout.frame.size(max(radius * 0.13, 15)), weight: .semibold, color, width: availableWidth)
            // A large word is below the figure all the same.
            let baseline = center.y + max(radius * 0.4, radius * 0.12 + wordText.baseline + 4)
            wordText.draw(on: canvas, baseline: Point(x: center.x, y: baseline), anchor: .center)
            guard let detail, !layout.isTrendBelow else { return }
            let detailText = painter.line(
                detail, size: layout.frame.size(max(radius * 0.075, 13)), weight: .medium, theme.secondary,
                width: availableWidth * 0.86)
            detailText.draw(
                on: canvas, baseline: Point(x: center.x, y: baseline + wordText.size.height * 1.05),
                anchor: .center)
        }
        switch model.state {
        case .level(let level):
            drawArc(Double(level.value) / 100, width: width, layout, on: canvas, theme: theme)
            text("\(level.value)", level.category.word, theme.textColor(of: level.category), model.trend)
        case .firstDays(let days, let needed):
            drawArc(
                Double(days) / Double(max(needed, 1)), width: width, layout, on: canvas, theme: theme, isProgress: true)
            text(
                "\(days)", localized(needed, one: "of \(needed) day", other: "of \(needed) days"), theme.accentText,
                localized("Learning what is usual"))
        case .stale:
            text("–", localized("No recent reading"), theme.secondary, nil)
        case .loading, .empty, .failed:
            break
        }
        func textBelow(_ string: String?, size: Double, baseline: Double) {
            guard let string else { return }
            let width = layout.heroCard.width - 2 * layout.frame.inset
            painter.line(string, size: layout.frame.size(size), weight: .medium, theme.secondary, width: width)
                .draw(on: canvas, baseline: Point(x: layout.heroCard.center.x, y: baseline), anchor: .center)
        }
        let trend = layout.isTrendBelow ? model.trend : nil
        textBelow(trend, size: 13, baseline: layout.measuredBaseline - layout.frame.size(20))
        textBelow(model.measured, size: 14, baseline: layout.measuredBaseline)
    }

    private func drawArc(
        _ fraction: Double, width: Double, _ layout: HomeLayout, on canvas: Canvas, theme: Theme,
        isProgress: Bool = false
    ) {
        let (center, radius) = (layout.dialCenter, layout.dialRadius)
        let fraction = min(max(fraction, 0.012), 1)
        let end = Self.dialStart + Self.dialSweep * fraction
        let (left, right) = (Point(x: center.x - radius, y: 0), Point(x: center.x + radius, y: 0))
        let blend =
            isProgress
            ? Gradient(theme.color(of: .usual), theme.color(of: .relaxed), from: left, to: right)
            : Gradient(
                stops: [
                    Gradient.Stop(0, theme.color(of: .relaxed)), Gradient.Stop(0.3, theme.color(of: .usual)),
                    Gradient.Stop(0.72, theme.color(of: .elevated)), Gradient.Stop(1, theme.color(of: .high)),
                ], from: left, to: right)
        if let outline = theme.outline {
            canvas.strokeArc(
                center: center, radius: radius, from: Self.dialStart, to: end, width: width + 3, color: outline)
        }
        canvas.strokeArc(
            center: center, radius: radius, from: Self.dialStart, to: end, width: width, with: .gradient(blend))
        guard !isProgress else { return }
        let tip = Point(x: center.x + radius * cos(end), y: center.y + radius * sin(end))
        canvas.fill(.circle(center: tip, radius: width * 0.28), with: .color(.white))
    }

    private func drawFigures(_ model: HomeViewModel, _ layout: HomeLayout, on canvas: Canvas, theme: Theme) {
        let area = layout.figures.inset(x: layout.frame.inset)
        painter.hairline(area, y: layout.figures.y, on: canvas, theme: theme)
        guard !model.figures.isEmpty else { return }
        let column = area.width / Double(model.figures.count)
        for (index, figure) in model.figures.enumerated() {
            let x = area.x + column * Double(index) + (index == 0 ? 0 : 16)
            let width = column - 16
            if index > 0 {
                let line = Rect(x: x - 16, y: layout.figures.y + 16, width: 1 / canvas.scale, height: area.height - 32)
                canvas.fill(canvas.snapped(line), theme.hairline)
            }
            let frame = layout.frame
            let label = painter.line(
                figure.name, size: frame.size(13), weight: .medium, theme.secondary, width: width * 0.5)
            let value = painter.line(
                figure.value.map(String.init) ?? "–", size: frame.size(24), weight: .semibold, theme.ink, tabular: true)
            let unit = painter.line(figure.unit, size: frame.size(13), weight: .medium, theme.secondary)
            let top = layout.figures.center.y - (label.size.height + value.size.height) / 2
            label.draw(on: canvas, at: Point(x: x, y: top))
            if let usual = figure.usual {
                let text = painter.line(
                    localized("usual \(usual)"), size: frame.size(13), weight: .medium, theme.tertiary,
                    width: width - label.size.width - 8)
                text.draw(on: canvas, baseline: Point(x: x + width, y: top + label.baseline), anchor: .trailing)
            }
            let baseline = top + label.size.height + value.baseline
            painter.quantity(
                value, unit, at: Point(x: x, y: baseline), gap: 5, isRightToLeft: frame.isRightToLeft, on: canvas)
        }
    }

    /// Draws a message on a card, above the suggestion.
    private func drawMessage(
        _ title: String, _ text: String, code: [String], _ layout: HomeLayout, on canvas: Canvas, theme: Theme
    ) {
        let frame = layout.frame
        let card = layout.heroCard.slice(top: 0, height: layout.heroCard.height - layout.suggestionCard.height)
        let width = min(card.width - 2 * frame.inset, 420)
        let title = painter.paragraph(
            title, size: frame.size(22), weight: .bold, theme.ink, width: width, alignment: .center)
        let body = painter.paragraph(text, size: frame.size(16), theme.secondary, width: width, alignment: .center)
        let lines = code.map {
            painter.line($0, size: frame.size(14), weight: .medium, theme.accentText, width: width - 20)
        }
        let lineHeight = frame.size(14) + 24
        let height =
            title.size.height + 12 + body.size.height + (lines.isEmpty ? 0 : 20)
            + Double(lines.count) * (lineHeight + 8)
        var y = max(card.center.y - height / 2, card.y + 16)
        let x = card.center.x - width / 2
        title.draw(on: canvas, at: Point(x: x, y: y))
        y += title.size.height + 12
        body.draw(on: canvas, at: Point(x: x, y: y))
        y += body.size.height + 20
        for line in lines {
            let box = Rect(x: x, y: y, width: width, height: lineHeight)
            canvas.fillRoundedRect(box, radius: 12, theme.track)
            line.draw(on: canvas, centeredIn: box)
            y += lineHeight + 8
        }
    }

    func drawChart(_ model: HomeViewModel, _ layout: HomeLayout, on canvas: Canvas, theme: Theme) {
        guard let card = layout.chartCard else { return }
        let (frame, plot) = (layout.frame, layout.plot)
        painter.card(card, on: canvas, theme: theme)
        let title = painter.line(
            chartTitle(model), size: frame.size(16),
            weight: .semibold, theme.ink)
        title.draw(on: canvas, at: Point(x: plot.x, y: card.y + frame.inset - 4))
        let note = model.curve.isEmpty ? "" : Formatters.readings(model.curve.count)
        let available = card.maxX - frame.inset - plot.x - title.size.width - 12
        let count = painter.line(note, size: frame.size(13), weight: .medium, theme.tertiary, width: max(available, 1))
        if !count.isCut {
            count.draw(
                on: canvas, baseline: Point(x: card.maxX - frame.inset, y: card.y + frame.inset - 4 + title.baseline),
                anchor: .trailing)
        }
        let values = model.curve.map(\.value)
        let axis: ChartAxis = model.isCurveOfLevels || values.isEmpty ? .level : ChartAxis(values)
        let chart = Chart(plot: plot, axis: axis, frame: frame)
        chart.drawGrid(
            on: canvas, painter: painter, theme: theme, hasBand: model.isCurveOfLevels && !model.curve.isEmpty)
        chart.drawHours(on: canvas, painter: painter, theme: theme)
        if model.curve.isEmpty, model.state != .loading {
            let text = painter.line(
                localized("Nothing measured today"), size: frame.size(15), weight: .medium, theme.secondary,
                width: plot.width)
            let middle = Point(x: plot.center.x, y: (chart.y(50) + chart.y(100)) / 2 + text.size.height * 0.3)
            text.draw(on: canvas, baseline: middle, anchor: .center)
        }
        let points = model.curve.map { chart.point($0.fraction, $0.value) }
        let colors = model.curve.map { model.isCurveOfLevels ? theme.color(of: $0.category) : theme.accent }
        chart.drawLine(points, colors: colors, isOfLevels: model.isCurveOfLevels, on: canvas, theme: theme)
        guard model.isCurveOfLevels, !model.curve.isEmpty else { return }
        let marks = points.map { Rect(center: $0, width: 12, height: 12) }
        chart.drawBandLabel(avoiding: marks, on: canvas, painter: painter, theme: theme)
        if let legend = layout.legend { painter.legend(in: legend, frame, on: canvas, theme: theme) }
    }

    /// Draws the levels of the last seven days.
    func drawWeek(_ model: HomeViewModel, in card: Rect, _ frame: PageGrid, on canvas: Canvas, theme: Theme) {
        painter.card(card, on: canvas, theme: theme)
        let area = card.inset(x: frame.inset)
        let title = painter.line(Self.weekTitle, size: frame.size(16), weight: .semibold, theme.ink)
        title.draw(on: canvas, at: Point(x: area.x, y: card.y + frame.inset - 4))
        let top = card.y + frame.inset + title.size.height + 8 + frame.size(18)
        let bottom = card.maxY - frame.inset + 4 - frame.size(18)
        let column = area.width / Double(max(model.week.count, 1))
        let width = min(column * 0.5, 44)
        for (index, day) in model.week.enumerated() {
            let isToday = index == model.week.count - 1
            let x = area.x + column * (Double(index) + 0.5)
            let track = Rect(x: x - width / 2, y: top, width: width, height: max(bottom - top, 4))
            let radius = min(width / 2, track.height / 2, 8)
            canvas.fillRoundedRect(track, radius: radius, theme.track)
            let name = painter.line(
                day.name, size: frame.size(13), weight: isToday ? .bold : .medium,
                isToday ? theme.ink : theme.secondary, width: column)
            name.draw(on: canvas, at: Point(x: x - name.size.width / 2, y: bottom + 4))
            guard let value = day.value else { continue }
            let height = max(track.height * Double(value) / 100, 2 * radius)
            let bar = Rect(x: track.x, y: track.maxY - height, width: width, height: height)
            painter.bar(bar, radius: radius, theme.color(of: day.category), on: canvas, theme: theme)
            let number = painter.line(
                "\(value)", size: frame.size(13), weight: .semibold, theme.ink, tabular: true)
            number.draw(on: canvas, at: Point(x: x - number.size.width / 2, y: top - number.size.height - 2))
        }
    }

    func drawSuggestion(
        _ suggestion: Suggestion, _ layout: HomeLayout, on canvas: Canvas, theme: Theme, isPressed: Bool
    ) {
        let (card, frame) = (layout.suggestionCard, layout.frame)
        if layout.heroCard.contains(card.center) {
            // Without data it is the last row of the only card.
            if isPressed {
                canvas.fillRoundedRect(card.inset(by: 8), radius: PagePainter.cardRadius - 8, theme.cardPressed)
            }
            painter.hairline(card.inset(x: frame.inset), y: card.y, on: canvas, theme: theme)
        } else {
            painter.card(card, on: canvas, theme: theme, pressed: isPressed)
        }
        let badge = Rect(center: Point(x: card.x + frame.inset + 22, y: card.center.y), width: 44, height: 44)
        // Large text needs the place of the picture.
        let hasBadge = card.width >= 180 * frame.textScale
        if hasBadge { painter.badge(.breath, in: badge, inset: 12, on: canvas, theme: theme) }
        let x = hasBadge ? badge.maxX + 16 : card.x + frame.inset
        let width = card.maxX - frame.inset - 20 - x
        let title = painter.line(suggestion.title, size: frame.size(17), weight: .semibold, theme.ink, width: width)
        let detail = painter.line(suggestion.detail, size: frame.size(14), theme.secondary, width: width)
        TextLayout.draw(title, detail, x: x, centerY: card.center.y, on: canvas)
        painter.chevron(
            at: Point(x: card.maxX - frame.inset - 4, y: card.center.y), size: 11, on: canvas, color: theme.tertiary)
    }
}
