// SPDX-License-Identifier: MIT
import Canvas
import Geometry
import Localization
import PageKit

/// The value axis of a chart.
struct ChartAxis: Equatable {
    var lower: Double
    var upper: Double
    var marks: [Double]

    /// The axis of stress levels.
    static let level = ChartAxis(lower: 0, upper: 100, marks: [0, 50, 100])
    /// The levels of the category `usual`: within half a standard deviation of the mean.
    static let usual = 30.9...69.1

    /// Creates an axis that contains some values, with round marks.
    init(_ values: [Double]) {
        let (minimum, maximum) = (values.min() ?? 0, values.max() ?? 0)
        let span = max(maximum - minimum, 8)
        let steps = [5.0, 10, 20, 25, 50, 100, 200, 500]
        let step = steps.first { span / $0 <= 3 } ?? 1000
        lower = (minimum / step).rounded(.down) * step
        upper = max((maximum / step).rounded(.up) * step, lower + step)
        marks = Array(stride(from: lower, through: upper, by: step))
    }

    private init(lower: Double, upper: Double, marks: [Double]) {
        (self.lower, self.upper, self.marks) = (lower, upper, marks)
    }
}

/// The common parts of all charts: grid lines with labels at the trailing edge, and a band for the usual levels.
struct Chart {
    /// The maximum height of a plot, logical px: a day's curve that is higher has needles.
    static let maximumHeight = 240.0
    /// The width over which the area below a curve fades out at either side, logical px.
    static let sideFade = 24.0

    var plot: Rect
    var axis: ChartAxis
    var frame: PageGrid

    func y(_ value: Double) -> Double {
        let fraction = (min(max(value, axis.lower), axis.upper) - axis.lower) / (axis.upper - axis.lower)
        return plot.maxY - plot.height * fraction
    }

    func point(_ fraction: Double, _ value: Double) -> Point {
        Point(x: plot.x + plot.width * min(max(fraction, 0), 1), y: y(value))
    }

    func drawGrid(on canvas: Canvas, painter: PagePainter, theme: Theme, hasBand: Bool) {
        if hasBand { canvas.fillRoundedRect(band, radius: 6, theme.color(of: .usual).opacity(0.1)) }
        for mark in axis.marks {
            painter.hairline(plot, y: y(mark), on: canvas, theme: theme)
            let label = painter.line(
                "\(rounded(mark) ?? 0)", size: frame.size(12), weight: .medium, theme.tertiary, tabular: true)
            label.draw(on: canvas, at: Point(x: plot.maxX + 8, y: y(mark) - label.size.height / 2))
        }
    }

    /// Draws the hours of a day below the plot.
    func drawHours(on canvas: Canvas, painter: PagePainter, theme: Theme) {
        for (index, hour) in [0, 6, 12, 18, 24].enumerated() {
            let x = plot.x + plot.width * Double(hour) / 24
            let label = painter.line(
                "\(LocaleFormat.user.hour(hour))", size: frame.size(12), weight: .medium, theme.tertiary, tabular: true)
            let left = index == 0 ? x : index == 4 ? x - label.size.width : x - label.size.width / 2
            label.draw(on: canvas, at: Point(x: left, y: plot.maxY + 6))
        }
    }

    /// The band of the usual levels.
    var band: Rect {
        let (top, bottom) = (y(ChartAxis.usual.upperBound), y(ChartAxis.usual.lowerBound))
        return Rect(x: plot.x, y: top, width: plot.width, height: bottom - top)
    }

    /// The area of the band's label: at the end of the band, or above that, where it covers the least of the marks.
    func labelArea(_ size: Size, avoiding marks: [Rect]) -> Rect {
        let (width, height) = (size.width + 16, size.height + 6)
        let onBand = band.y + min(6, max((band.height - height) / 2, 0))
        let areas = [onBand, max(band.y - 2 - height, plot.y)].flatMap { y in
            [band.x + 6, band.maxX - 6 - width].map { Rect(x: $0, y: y, width: width, height: height) }
        }
        func covered(_ area: Rect) -> Double {
            marks.compactMap(area.intersection).reduce(0) { $0 + max($1.width, 1) * max($1.height, 1) }
        }
        return areas.min { covered($0) < covered($1) } ?? band
    }

    /// Draws which levels are usual on their band, above the marks.
    func drawBandLabel(avoiding marks: [Rect], on canvas: Canvas, painter: PagePainter, theme: Theme) {
        let (lower, upper) = (rounded(ChartAxis.usual.lowerBound) ?? 0, rounded(ChartAxis.usual.upperBound) ?? 0)
        let text = painter.line(
            localized("your usual \(lower)–\(upper)"), size: frame.size(12), weight: .medium, theme.accentText)
        let area = labelArea(text.size, avoiding: marks)
        // Large text does not fit on the band.
        guard area.height <= band.height, area.width <= band.width / 2 else { return }
        canvas.fillRoundedRect(area, radius: area.height / 2, theme.card.opacity(0.88))
        text.draw(on: canvas, centeredIn: area)
    }

    /// The width of the line, logical px.
    private static let lineWidth = 3.0

    /// Draws a smooth line through points with a dot at its end and an area below it.
    ///
    /// - Parameter isOfLevels: true if the values are stress levels, which then also colour the line.
    func drawLine(_ readings: [Point], colors: [Color], isOfLevels: Bool = true, on canvas: Canvas, theme: Theme) {
        guard let last = readings.last, let color = colors.last else { return }
        let line = ChartLine(readings)
        for range in line.ranges {
            canvas.fillRoundedRect(range.inset(by: -1), radius: 5, theme.color(of: .usual).opacity(0.18))
        }
        if line.points.count > 1 {
            drawArea(below: line.points, on: canvas, theme: theme)
            let levels = Gradient(
                stops: [
                    Gradient.Stop(0, theme.color(of: .high)), Gradient.Stop(0.25, theme.color(of: .elevated)),
                    Gradient.Stop(0.5, theme.color(of: .usual)), Gradient.Stop(1, theme.color(of: .relaxed)),
                ], from: Point(x: 0, y: plot.y), to: Point(x: 0, y: plot.maxY))
            let curve = Path.smooth(through: line.points)
            if let outline = theme.outline { canvas.stroke(curve, with: .color(outline), width: Self.lineWidth + 3) }
            canvas.stroke(
                curve, with: isOfLevels ? .gradient(levels) : .color(theme.color(of: .usual)), width: Self.lineWidth)
        }
        let end = line.points.count > 1 ? line.points.last ?? last : last
        canvas.fill(.circle(center: end, radius: 7), with: .color(theme.outline ?? theme.card))
        canvas.fill(.circle(center: end, radius: 5), with: .color(color))
    }

    /// Fills the area below a curve, which fades out at its sides.
    private func drawArea(below points: [Point], on canvas: Canvas, theme: Theme) {
        guard let first = points.first, let last = points.last else { return }
        let usual = theme.color(of: .usual)
        var area = Path.smooth(through: points)
        area.line(to: Point(x: last.x, y: plot.maxY))
        area.line(to: Point(x: first.x, y: plot.maxY))
        area.close()
        func fill(_ strips: [Rect], opacity: Double) {
            let gradient = Gradient(
                usual.opacity(0.22 * opacity), usual.opacity(0), from: Point(x: 0, y: plot.y),
                to: Point(x: 0, y: plot.maxY))
            canvas.withClip(to: strips) { canvas.fill(area, with: .gradient(gradient)) }
        }
        func strip(_ from: Double, _ to: Double) -> Rect {
            Rect(x: from, y: plot.y, width: max(to - from, 0), height: plot.height)
        }
        // Clips end between pixels.
        let (left, right) = (first.x.rounded(.down), last.x.rounded(.up))
        let fade = (min(Self.sideFade, (right - left) / 2) / 2).rounded(.down) * 2
        for distance in stride(from: 0, to: fade, by: 2) {
            fill(
                [
                    strip(left + distance, left + distance + 2), strip(right - distance - 2, right - distance),
                ], opacity: (distance + 1) / fade)
        }
        fill([strip(left + fade, right - fade)], opacity: 1)
    }
}
