import Canvas
import Geometry
import Localization
import PageKit

struct ChartAxis: Equatable {
    let lower: Double
    let upper: Double
    let marks: [Double]

    static let level = ChartAxis(lower: 0, upper: 100, marks: [0, 50, 100])
    /// The levels of the category `usual`: within half a standard deviation of the mean.
    static let usual = 30.9...69.1
}

extension ChartAxis {
    /// Creates an axis that contains some values, with round marks.
    init(_ values: [Double]) {
        let (minimum, maximum) = (values.min() ?? 0, values.max() ?? 0)
        let span = max(maximum - minimum, 8)
        let step = [5.0, 10, 20, 25, 50, 100, 200, 500].first { span / $0 <= 3 } ?? 1000
        let lower = (minimum / step).rounded(.down) * step
        let upper = max((maximum / step).rounded(.up) * step, lower + step)
        self.init(lower: lower, upper: upper, marks: Array(stride(from: lower, through: upper, by: step)))
    }
}

/// The common parts of all charts: grid lines with labels at the trailing edge, and a band for the usual levels.
struct Chart {
    /// The maximum height of a plot, logical px: a higher day's curve has needles.
    static let maximumHeight = 240.0
    /// The width over which the area below a curve fades out at either side, logical px.
    static let sideFade = 24.0

    let plot: Rect
    let axis: ChartAxis

    func y(_ value: Double) -> Double {
        let fraction = (min(max(value, axis.lower), axis.upper) - axis.lower) / (axis.upper - axis.lower)
        return plot.maxY - plot.height * fraction
    }

    func point(_ fraction: Double, _ value: Double) -> Point {
        Point(x: plot.x + plot.width * min(max(fraction, 0), 1), y: y(value))
    }

    func drawGrid(_ pen: Pen, hasBand: Bool) {
        if hasBand { pen.canvas.fillRoundedRect(band, radius: 6, pen.theme.color(of: .usual).opacity(0.1)) }
        for mark in axis.marks {
            pen.hairline(plot, y: y(mark))
            let label = pen.line("\(rounded(mark) ?? 0)", 12, pen.theme.tertiary, tabular: true)
            pen.draw(label, x: plot.maxX + 8, middle: y(mark))
        }
    }

    func drawHours(_ pen: Pen) {
        for (index, hour) in [0, 6, 12, 18, 24].enumerated() {
            let x = plot.x + plot.width * Double(hour) / 24
            let label = pen.line("\(LocaleFormat.user.hour(hour))", 12, pen.theme.tertiary, tabular: true)
            let left = index == 0 ? x : index == 4 ? x - label.size.width : x - label.size.width / 2
            pen.draw(label, x: left, top: plot.maxY + 6)
        }
    }

    var band: Rect {
        let (top, bottom) = (y(ChartAxis.usual.upperBound), y(ChartAxis.usual.lowerBound))
        return Rect(x: plot.x, y: top, width: plot.width, height: bottom - top)
    }

    /// The area of the band's label: at the end of the band, or above it, wherever it covers least of the marks.
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

    func drawBandLabel(avoiding marks: [Rect], _ pen: Pen) {
        let (lower, upper) = (rounded(ChartAxis.usual.lowerBound) ?? 0, rounded(ChartAxis.usual.upperBound) ?? 0)
        let text = pen.line(localized("your usual \(lower)–\(upper)"), 12, pen.theme.accentText)
        let area = labelArea(text.size, avoiding: marks)
        // Large text does not fit on the band.
        guard area.height <= band.height, area.width <= band.width / 2 else { return }
        pen.canvas.fillRoundedRect(area, radius: area.height / 2, pen.theme.card.opacity(0.88))
        pen.draw(text, centeredIn: area)
    }

    private static let lineWidth = 3.0

    /// Draws a smooth line through points with a dot at its end and an area below it; levels also colour the line.
    func drawLine(_ readings: [Point], colors: [Color], isOfLevels: Bool = true, _ pen: Pen) {
        guard let last = readings.last, let color = colors.last else { return }
        let (line, theme) = (ChartLine(readings), pen.theme)
        for range in line.ranges {
            pen.canvas.fillRoundedRect(range.inset(by: -1), radius: 5, theme.color(of: .usual).opacity(0.18))
        }
        if line.points.count > 1 {
            drawArea(below: line.points, pen)
            let levels = Gradient(
                stops: [
                    Gradient.Stop(0, theme.color(of: .high)), Gradient.Stop(0.25, theme.color(of: .elevated)),
                    Gradient.Stop(0.5, theme.color(of: .usual)), Gradient.Stop(1, theme.color(of: .relaxed)),
                ], from: Point(x: 0, y: plot.y), to: Point(x: 0, y: plot.maxY))
            let curve = Path.smooth(through: line.points)
            pen.outline(curve, width: Self.lineWidth + 3)
            pen.canvas.stroke(
                curve, with: isOfLevels ? .gradient(levels) : .color(theme.color(of: .usual)), width: Self.lineWidth)
        }
        let end = line.points.count > 1 ? line.points.last ?? last : last
        pen.circle(end, 7, theme.outline ?? theme.card)
        pen.circle(end, 5, color)
    }

    /// Fills the area below a curve, fading out at its sides.
    private func drawArea(below points: [Point], _ pen: Pen) {
        guard let first = points.first, let last = points.last else { return }
        let usual = pen.theme.color(of: .usual)
        var area = Path.smooth(through: points)
        area.line(to: Point(x: last.x, y: plot.maxY))
        area.line(to: Point(x: first.x, y: plot.maxY))
        area.close()
        func fill(_ strips: [Rect], opacity: Double) {
            let gradient = Gradient(
                usual.opacity(0.22 * opacity), usual.opacity(0), from: Point(x: 0, y: plot.y),
                to: Point(x: 0, y: plot.maxY))
            pen.canvas.withClip(to: strips) { pen.canvas.fill(area, with: .gradient(gradient)) }
        }
        func strip(_ from: Double, _ to: Double) -> Rect {
            Rect(x: from, y: plot.y, width: max(to - from, 0), height: plot.height)
        }
        // Clips end between pixels.
        let (left, right) = (first.x.rounded(.down), last.x.rounded(.up))
        let fade = (min(Self.sideFade, (right - left) / 2) / 2).rounded(.down) * 2
        for inset in stride(from: 0, to: fade, by: 2) {
            let strips = [strip(left + inset, left + inset + 2), strip(right - inset - 2, right - inset)]
            fill(strips, opacity: (inset + 1) / fade)
        }
        fill([strip(left + fade, right - fade)], opacity: 1)
    }
}

/// The points of a day's curve. Readings closer than its ``step`` share their mean: a line through each would be needles.
struct ChartLine: Equatable {
    /// The minimum distance of readings with separate points, logical px.
    static let step = 12.0

    let points: [Point]
    /// The extent of the readings around each shared point.
    let ranges: [Rect]

    /// - Parameter readings: sorted by x.
    init(_ readings: [Point]) {
        var (points, ranges) = ([Point](), [Rect]())
        var rest = readings[...]
        while let start = rest.first {
            let near = rest.prefix { $0.x < start.x + Self.step }
            rest = rest.dropFirst(near.count)
            let count = Double(near.count)
            let mean = Point(x: near.reduce(0) { $0 + $1.x } / count, y: near.reduce(0) { $0 + $1.y } / count)
            points.append(mean)
            guard near.count > 1, let top = near.map(\.y).min(), let bottom = near.map(\.y).max() else { continue }
            ranges.append(Rect(x: mean.x - 4, y: top, width: 8, height: bottom - top))
        }
        (self.points, self.ranges) = (points, ranges)
    }
}
