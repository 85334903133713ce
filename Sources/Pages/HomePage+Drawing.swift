// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import Glibc
internal import PageKit
internal import TextKit

extension HomePage {
    /// Where the dial's arc begins: three quarters of a circle, open at the bottom.
    private static let dialStart = 0.75 * Double.pi
    private static let dialSweep = 1.5 * Double.pi

    func drawDial(_ layout: HomeLayout, on canvas: Canvas, context: PageContext) {
        let theme = Theme(context.appearance)
        painter.card(layout.dialCard, on: canvas, theme: theme)
        let (center, radius) = (layout.dialCenter, layout.dialRadius)
        let width = max(radius * 0.13, 9)
        canvas.strokeArc(
            center: center, radius: radius, from: Self.dialStart, to: Self.dialStart + Self.dialSweep, width: width,
            color: theme.track)
        if let latest = data.latest {
            drawLevel(latest.level, width: width, layout, on: canvas, theme: theme)
        }

        let number = painter.line(
            data.latest.map { "\($0.level)" } ?? "–", size: painter.size(radius * 0.62, context), weight: .semibold,
            theme.ink, tracking: -radius * 0.02)
        number.draw(on: canvas, baseline: Point(x: center.x, y: center.y + radius * 0.14), anchor: .center)
        let word = painter.line(
            data.latest.map { "\($0.category.word) stress" } ?? "No reading yet",
            size: painter.size(max(radius * 0.14, 13), context), weight: .semibold,
            data.latest.map { theme.textColor(of: $0.category) } ?? theme.secondary)
        word.draw(on: canvas, baseline: Point(x: center.x, y: center.y + radius * 0.42), anchor: .center)
        if let latest = data.latest {
            // Between the arc's ends.
            let room = 2 * (radius * 0.707 - width / 2) - 16
            let size = painter.size(max(radius * 0.105, 12), context)
            let long = painter.line("Measured at \(latest.time)", size: size, theme.secondary, tabular: true)
            let short = painter.line(latest.time, size: size, theme.secondary, tabular: true)
            let time = long.size.width <= room ? long : short
            time.draw(on: canvas, baseline: Point(x: center.x, y: center.y + radius * 0.84), anchor: .center)
        }
    }

    private func drawLevel(_ level: Int, width: Double, _ layout: HomeLayout, on canvas: Canvas, theme: Theme) {
        let (center, radius) = (layout.dialCenter, layout.dialRadius)
        let end = Self.dialStart + Self.dialSweep * Double(level) / 100
        let blend = Gradient(
            stops: [
                Gradient.Stop(0, theme.accentEnd), Gradient.Stop(0.3, theme.accent),
                Gradient.Stop(0.72, theme.color(of: .moderate)), Gradient.Stop(1, theme.color(of: .high)),
            ],
            from: Point(x: center.x - radius, y: center.y), to: Point(x: center.x + radius, y: center.y))
        canvas.strokeArc(
            center: center, radius: radius, from: Self.dialStart, to: end, width: width, with: .gradient(blend))
        let tip = Point(x: center.x + radius * cos(end), y: center.y + radius * sin(end))
        canvas.fill(.circle(center: tip, radius: width * 0.3), with: .color(.white))
    }

    func drawMetric(
        _ name: String, value: Int?, unit: String, average: Int?, in card: Rect, on canvas: Canvas,
        context: PageContext
    ) {
        let theme = Theme(context.appearance)
        painter.card(card, on: canvas, theme: theme)
        let isLarge = card.height > 100
        let inset = isLarge ? 22.0 : 16
        let width = card.width - 2 * inset
        let label = painter.line(
            name, size: painter.size(isLarge ? 14 : 13, context), weight: .medium, theme.secondary, width: width)
        let number = painter.line(
            value.map(String.init) ?? "–", size: painter.size(isLarge ? 34 : 26, context), weight: .semibold, theme.ink,
            tabular: true, tracking: -0.5)
        let suffix = painter.line(
            unit, size: painter.size(isLarge ? 15 : 13, context), weight: .medium, theme.secondary)
        let baseline = card.maxY - (card.height > 80 ? inset : 15)
        label.draw(on: canvas, at: Point(x: card.x + inset, y: card.y + (card.height > 80 ? inset - 4 : 11)))
        number.draw(on: canvas, baseline: Point(x: card.x + inset, y: baseline))
        let unitX = card.x + inset + number.size.width + 5
        suffix.draw(on: canvas, baseline: Point(x: unitX, y: baseline))
        guard let value, let average else { return }
        let difference = value - average
        let sign = difference > 0 ? "+" : difference < 0 ? "−" : "±"
        let room = card.maxX - inset - unitX - suffix.size.width - 8
        let text = "\(sign)\(abs(difference)) vs. week"
        let note = painter.line(text, size: painter.size(13, context), theme.tertiary, tabular: true)
        let short = painter.line("\(sign)\(abs(difference))", size: painter.size(13, context), theme.tertiary)
        let shown = note.size.width <= room ? note : short
        guard shown.size.width <= room else { return }
        shown.draw(on: canvas, baseline: Point(x: card.maxX - inset, y: baseline), anchor: .trailing)
    }

    func drawChart(_ layout: HomeLayout, on canvas: Canvas, context: PageContext) {
        let theme = Theme(context.appearance)
        painter.card(layout.chartCard, on: canvas, theme: theme)
        let plot = layout.plot
        let title = painter.line(
            "Stress today", size: painter.size(15, context), weight: .semibold, theme.ink,
            width: layout.chartCard.width - 32)
        title.draw(on: canvas, at: Point(x: plot.x, y: layout.chartCard.y + (layout.chartCard.height < 150 ? 12 : 20)))
        for level in [0.0, 40, 80] {
            let y = plot.maxY - plot.height * level / 80
            if level > 0 && plot.height > 100 {
                let label = painter.line(
                    "\(Int(level))", size: painter.size(12, context), theme.tertiary, tabular: true)
                label.draw(on: canvas, baseline: Point(x: plot.maxX, y: y - 6), anchor: .trailing)
            }
            let line = canvas.snapped(Rect(x: plot.x, y: y, width: plot.width, height: 1 / canvas.scale))
            canvas.fill(line, theme.hairline)
        }
        let (first, last) = (6.0 * 60, 22.0 * 60)
        func position(minute: Double) -> Double { plot.x + plot.width * (minute - first) / (last - first) }
        for hour in stride(from: 6, through: 22, by: 4) {
            let label = painter.line("\(hour):00", size: painter.size(12, context), theme.tertiary, tabular: true)
            let x = position(minute: Double(hour) * 60)
            let anchor: TextStyle.Alignment = hour == 6 ? .leading : hour == 22 ? .trailing : .center
            label.draw(on: canvas, baseline: Point(x: x, y: plot.maxY + 24), anchor: anchor)
        }
        let points = data.today.map {
            Point(x: position(minute: Double($0.minute)), y: plot.maxY - plot.height * Double($0.level) / 80)
        }
        guard let start = points.first, let end = points.last, let latest = data.latest else { return }
        let line = Path.smooth(through: points)
        var area = line
        area.line(to: Point(x: end.x, y: plot.maxY))
        area.line(to: Point(x: start.x, y: plot.maxY))
        area.close()
        let top = points.map(\.y).min() ?? plot.y
        canvas.fill(
            area,
            with: .gradient(
                Gradient(
                    theme.accent.opacity(0.28), theme.accent.opacity(0), from: Point(x: 0, y: top),
                    to: Point(x: 0, y: plot.maxY))))
        canvas.stroke(
            line,
            with: .gradient(
                Gradient(theme.accentEnd, theme.accent, from: Point(x: start.x, y: 0), to: Point(x: end.x, y: 0))),
            width: 3)
        canvas.fill(.circle(center: end, radius: 12), with: .color(theme.color(of: latest.category).opacity(0.2)))
        canvas.fill(.circle(center: end, radius: 6.5), with: .color(theme.card))
        canvas.fill(.circle(center: end, radius: 4.5), with: .color(theme.color(of: latest.category)))
    }
}
