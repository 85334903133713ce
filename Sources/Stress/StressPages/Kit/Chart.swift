// SPDX-License-Identifier: MIT

internal import Canvas
internal import Geometry
internal import PageKit
import Localization
internal import StressModel

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
        if hasBand {
            let (top, bottom) = (y(ChartAxis.usual.upperBound), y(ChartAxis.usual.lowerBound))
            canvas.fillRoundedRect(
                Rect(x: plot.x, y: top, width: plot.width, height: bottom - top), radius: 6, theme.accent.opacity(0.1))
        }
        for mark in axis.marks {
            painter.hairline(plot, y: y(mark), on: canvas, theme: theme)
            let label = painter.line(
                "\(rounded(mark) ?? 0)", size: frame.size(11), weight: .medium, theme.tertiary, tabular: true)
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

    /// The width of the line, logical px.
    private static let lineWidth = 3.0
    /// The number of points up to which all are drawn.
    static let mostPoints = 300

    /// Leaves out points that a line hides: of those within its width, only the lowest and the highest remain, in their
    /// order, and at the ends the first and the last one. A thousand curves take longer than a frame may.
    ///
    /// - Parameter points: sorted by x.
    static func thinned(_ points: [Point]) -> [Point] {
        guard points.count > mostPoints, let first = points.first, let last = points.last else { return points }
        var kept = [first]
        var rest = points.dropFirst().dropLast()
        while let start = rest.first {
            let column = rest.prefix { $0.x < start.x + lineWidth }
            rest = rest.dropFirst(column.count)
            let indices = column.indices
            let highest = indices.min { points[$0].y < points[$1].y } ?? indices.startIndex
            let lowest = indices.max { points[$0].y < points[$1].y } ?? indices.startIndex
            kept += Set([highest, lowest]).sorted().map { points[$0] }
        }
        return kept + [last]
    }

    /// Draws a smooth line through points with a dot at its end and an area below it.
    ///
    /// - Parameter isOfLevels: true if the values are stress levels, which then also colour the line.
    func drawLine(_ points: [Point], colors: [Color], isOfLevels: Bool = true, on canvas: Canvas, theme: Theme) {
        guard let last = points.last, let color = colors.last else { return }
        let points = Self.thinned(points)
        if points.count > 1, let first = points.first {
            var area = Path.smooth(through: points)
            area.line(to: Point(x: last.x, y: plot.maxY))
            area.line(to: Point(x: first.x, y: plot.maxY))
            area.close()
            canvas.withClip(to: [plot]) {
                canvas.fill(
                    area,
                    with: .gradient(
                        Gradient(
                            theme.accent.opacity(0.22), theme.accent.opacity(0), from: Point(x: 0, y: plot.y),
                            to: Point(x: 0, y: plot.maxY))))
            }
            let levels = Gradient(
                stops: [
                    Gradient.Stop(0, theme.color(of: .high)), Gradient.Stop(0.25, theme.color(of: .elevated)),
                    Gradient.Stop(0.5, theme.accent), Gradient.Stop(1, theme.accentEnd),
                ], from: Point(x: 0, y: plot.y), to: Point(x: 0, y: plot.maxY))
            canvas.stroke(
                .smooth(through: points), with: isOfLevels ? .gradient(levels) : .color(theme.accent),
                width: Self.lineWidth)
        }
        canvas.fill(.circle(center: last, radius: 7), with: .color(theme.card))
        canvas.fill(.circle(center: last, radius: 5), with: .color(color))
    }
}
