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

    func drawHero(_ model: HomeViewModel, _ layout: HomeLayout, _ pen: Pen) {
        pen.card(layout.heroCard)
        switch model.state {
        case .empty:
            let code = ["tabshell-stress import export.zip", "tabshell-stress add --hrv 48"]
            drawMessage(Self.emptyTitle, Self.emptyText, code: code, layout, pen)
        case .failed(let reason): drawMessage(Self.failureTitle, reason, code: [], layout, pen)
        case .loading, .firstDays, .stale, .level:
            // A dial runs clockwise in every language.
            pen.canvas.withoutMirror(in: layout.heroCard) { drawDial(model, layout, pen) }
            drawFigures(model, layout, pen)
        }
    }

    private func drawDial(_ model: HomeViewModel, _ layout: HomeLayout, _ pen: Pen) {
        let (center, radius, theme) = (layout.dialCenter, layout.dialRadius, pen.theme)
        let width = max(radius * 0.13, 9)
        pen.canvas.strokeArc(
            center: center, radius: radius, from: Self.dialStart, to: Self.dialStart + Self.dialSweep, width: width,
            color: theme.track)
        let availableWidth = 2 * (radius - width) * 0.86
        func text(_ number: String, _ word: String, _ color: Color, _ detail: String?) {
            // In steps: cairo keeps the glyphs of each size, and these are the largest.
            let size = (min(radius * 0.62, availableWidth * 0.42) / 4).rounded(.down) * 4
            let figure = painter.line(number, size: size, weight: .semibold, theme.ink, tracking: -size * 0.03)
            pen.draw(figure, x: center.x, baseline: center.y + radius * 0.12, .center)
            let wordText = pen.line(word, max(radius * 0.13, 15), color, .semibold, width: availableWidth)
            // A large word stays below the figure.
            let baseline = center.y + max(radius * 0.4, radius * 0.12 + wordText.baseline + 4)
            pen.draw(wordText, x: center.x, baseline: baseline, .center)
            guard let detail, !layout.isTrendBelow else { return }
            let detailText = pen.line(detail, max(radius * 0.075, 13), theme.secondary, width: availableWidth * 0.86)
            pen.draw(detailText, x: center.x, baseline: baseline + wordText.size.height * 1.05, .center)
        }
        switch model.state {
        case .level(let level):
            drawArc(Double(level.value) / 100, width: width, layout, pen)
            text("\(level.value)", level.category.word, theme.textColor(of: level.category), model.trend)
        case .firstDays(let days, let needed):
            drawArc(Double(days) / Double(max(needed, 1)), width: width, layout, pen, isProgress: true)
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
            let text = pen.line(string, size, theme.secondary, width: width)
            pen.draw(text, x: layout.heroCard.center.x, baseline: baseline, .center)
        }
        let trend = layout.isTrendBelow ? model.trend : nil
        textBelow(trend, size: 13, baseline: layout.measuredBaseline - layout.frame.size(20))
        textBelow(model.measured, size: 14, baseline: layout.measuredBaseline)
    }

    private func drawArc(
        _ fraction: Double, width: Double, _ layout: HomeLayout, _ pen: Pen, isProgress: Bool = false
    ) {
        let (center, radius, theme) = (layout.dialCenter, layout.dialRadius, pen.theme)
        let (start, end) = (Self.dialStart, Self.dialStart + Self.dialSweep * min(max(fraction, 0.012), 1))
        let (left, right) = (Point(x: center.x - radius, y: 0), Point(x: center.x + radius, y: 0))
        let blend =
            isProgress
            ? Gradient(theme.color(of: .usual), theme.color(of: .relaxed), from: left, to: right)
            : Gradient(
                stops: [
                    Gradient.Stop(0, theme.color(of: .relaxed)), Gradient.Stop(0.3, theme.color(of: .usual)),
                    Gradient.Stop(0.72, theme.color(of: .elevated)), Gradient.Stop(1, theme.color(of: .high)),
                ], from: left, to: right)
        func stroke(_ width: Double, _ paint: Paint) {
            pen.canvas.strokeArc(center: center, radius: radius, from: start, to: end, width: width, with: paint)
        }
        if let outline = theme.outline { stroke(width + 3, .color(outline)) }
        stroke(width, .gradient(blend))
        guard !isProgress else { return }
        pen.circle(Point(x: center.x + radius * cos(end), y: center.y + radius * sin(end)), width * 0.28, .white)
    }

    private func drawFigures(_ model: HomeViewModel, _ layout: HomeLayout, _ pen: Pen) {
        let area = layout.figures.inset(x: layout.frame.inset)
        let (canvas, theme) = (pen.canvas, pen.theme)
        pen.hairline(area, y: area.y)
        let column = area.width / Double(max(model.figures.count, 1))
        for (index, figure) in model.figures.enumerated() {
            let x = area.x + column * Double(index) + (index == 0 ? 0 : 16)
            let width = column - 16
            if index > 0 {
                let line = Rect(x: x - 16, y: area.y + 16, width: 1 / canvas.scale, height: area.height - 32)
                canvas.fill(canvas.snapped(line), theme.hairline)
            }
            let isBeside = !layout.isTrendBelow
            let label = pen.line(figure.name, 13, theme.secondary, width: isBeside ? width * 0.5 : width)
            let value = pen.line(figure.value.map(String.init) ?? "–", 24, theme.ink, .semibold, tabular: true)
            let unit = pen.line(figure.unit, 13, theme.secondary)
            let usual = pen.line(
                figure.usual.map { localized("usual \($0)") } ?? "", 13, theme.tertiary,
                width: isBeside ? width - label.size.width - 8 : width)
            let below = isBeside ? 0 : usual.size.height
            let top = area.center.y - (label.size.height + value.size.height + below) / 2
            pen.draw(label, x: x, top: top)
            if isBeside {
                pen.draw(usual, x: x + width, baseline: top + label.baseline, .trailing)
            } else {
                pen.draw(usual, x: x, top: top + label.size.height + value.size.height)
            }
            pen.draw(value, unit: unit, x: x, baseline: top + label.size.height + value.baseline, gap: 5)
        }
    }

    private func drawMessage(_ title: String, _ text: String, code: [String], _ layout: HomeLayout, _ pen: Pen) {
        let (frame, theme) = (layout.frame, pen.theme)
        let card = layout.heroCard.slice(top: 0, height: layout.heroCard.height - layout.suggestionCard.height)
        let width = min(card.width - 2 * frame.inset, 420)
        let title = pen.paragraph(title, 22, theme.ink, .bold, width: width, alignment: .center)
        let body = pen.paragraph(text, 16, theme.secondary, width: width, alignment: .center)
        let lines = code.map { pen.line($0, 14, theme.accentText, width: width - 20) }
        let lineHeight = frame.size(14) + 24
        let height =
            title.size.height + 12 + body.size.height + (lines.isEmpty ? 0 : 20)
            + Double(lines.count) * (lineHeight + 8)
        var y = max(card.center.y - height / 2, card.y + 16)
        let x = card.center.x - width / 2
        pen.draw(title, x: x, top: y)
        y += title.size.height + 12
        pen.draw(body, x: x, top: y)
        y += body.size.height + 20
        for line in lines {
            let box = Rect(x: x, y: y, width: width, height: lineHeight)
            pen.canvas.fillRoundedRect(box, radius: 12, theme.track)
            pen.draw(line, centeredIn: box)
            y += lineHeight + 8
        }
    }

    func drawChart(_ model: HomeViewModel, _ layout: HomeLayout, in card: Rect, _ pen: Pen) {
        let (plot, theme) = (layout.plot, pen.theme)
        let (top, end) = (card.y + layout.frame.inset - 4, card.maxX - layout.frame.inset)
        pen.card(card)
        let title = pen.line(chartTitle(model), 16, theme.ink, .semibold)
        pen.draw(title, x: plot.x, top: top)
        let note = model.curve.isEmpty ? "" : Formatters.readings(model.curve.count)
        let room = max(end - plot.x - title.size.width - 12, 1)
        let count = pen.line(note, 13, theme.tertiary, width: room, smallest: 13)
        if !count.isCut { pen.draw(count, x: end, baseline: top + title.baseline, .trailing) }
        let values = model.curve.map(\.value)
        let axis: ChartAxis = model.isCurveOfLevels || values.isEmpty ? .level : ChartAxis(values)
        let chart = Chart(plot: plot, axis: axis)
        let hasBand = model.isCurveOfLevels && !model.curve.isEmpty
        chart.drawGrid(pen, hasBand: hasBand)
        chart.drawHours(pen)
        if model.curve.isEmpty, model.state != .loading {
            let text = pen.line(localized("Nothing measured today"), 15, theme.secondary, width: plot.width)
            let middle = (chart.y(50) + chart.y(100)) / 2
            pen.draw(text, x: plot.center.x, baseline: middle + text.size.height * 0.3, .center)
        }
        let points = model.curve.map { chart.point($0.fraction, $0.value) }
        let colors = model.curve.map { model.isCurveOfLevels ? theme.color(of: $0.category) : theme.accent }
        chart.drawLine(points, colors: colors, isOfLevels: model.isCurveOfLevels, pen)
        guard hasBand else { return }
        chart.drawBandLabel(avoiding: points.map { Rect(center: $0, width: 12, height: 12) }, pen)
        if let legend = layout.legend { pen.legend(in: legend) }
    }

    func drawWeek(_ model: HomeViewModel, in card: Rect, _ pen: Pen) {
        let (frame, theme) = (pen.frame, pen.theme)
        pen.card(card)
        let area = card.inset(x: frame.inset)
        let title = pen.line(Self.weekTitle, 16, theme.ink, .semibold)
        pen.draw(title, x: area.x, top: card.y + frame.inset - 4)
        let top = card.y + frame.inset + title.size.height + 8 + frame.size(18)
        let bottom = card.maxY - frame.inset + 4 - frame.size(18)
        let column = area.width / Double(max(model.week.count, 1))
        let width = min(column * 0.5, 44)
        for (index, day) in model.week.enumerated() {
            let isToday = index == model.week.count - 1
            let x = area.x + column * (Double(index) + 0.5)
            let track = Rect(x: x - width / 2, y: top, width: width, height: max(bottom - top, 4))
            let radius = min(width / 2, track.height / 2, 8)
            pen.canvas.fillRoundedRect(track, radius: radius, theme.track)
            let color = isToday ? theme.ink : theme.secondary
            pen.draw(
                pen.line(day.name, 13, color, isToday ? .bold : .medium, width: column), centerX: x, top: bottom + 4)
            guard let value = day.value else { continue }
            let height = max(track.height * Double(value) / 100, 2 * radius)
            let bar = Rect(x: track.x, y: track.maxY - height, width: width, height: height)
            pen.bar(bar, radius: radius, theme.color(of: day.category))
            let number = pen.line("\(value)", 13, theme.ink, .semibold, tabular: true)
            pen.draw(number, centerX: x, top: top - number.size.height - 2)
        }
    }
}

extension Pen {
    /// Draws the suggestion as a card or, without data, as the last row of the only card.
    fileprivate func suggestion(_ suggestion: Suggestion, in card: Rect, isRow: Bool, pressed: Bool) {
        if !isRow {
            self.card(card, pressed: pressed)
        } else {
            if pressed {
                canvas.fillRoundedRect(card.inset(by: 8), radius: PagePainter.cardRadius - 8, theme.cardPressed)
            }
            hairline(card.inset(x: frame.inset), y: card.y)
        }
        let badge = Rect(center: Point(x: card.x + frame.inset + 22, y: card.center.y), width: 44, height: 44)
        // Large text needs the picture's place.
        let hasBadge = card.width >= 180 * frame.textScale
        if hasBadge { self.badge(suggestion == .setup ? .box : .breath, in: badge, inset: 12) }
        let x = hasBadge ? badge.maxX + 16 : card.x + frame.inset
        let width = card.maxX - frame.inset - 20 - x
        let title = line(suggestion.title, 17, theme.ink, .semibold, width: width)
        let detail = line(suggestion.detail, 14, theme.secondary, .regular, width: width)
        draw(title, above: detail, x: x, middle: card.center.y)
        chevron(at: Point(x: card.maxX - frame.inset - 4, y: card.center.y), size: 11, theme.tertiary)
    }
}

extension Part {
    /// The suggestion, which leads to its tab. `isRow` is true if it is the last row of a card.
    static func suggestion(
        _ suggestion: Suggestion, in card: Rect, isRow: Bool, _ pen: @escaping Pen.Maker
    ) -> Part {
        Part(
            .button, suggestion.title, id: "suggestion", description: suggestion.detail, in: card,
            radius: PagePainter.cardRadius
        ) { canvas, state in
            pen(canvas).suggestion(suggestion, in: card, isRow: isRow, pressed: state.isPressed)
        } press: {
            .request(.select(tab: suggestion.tab))
        }
    }
}
