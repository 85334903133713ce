import Geometry
import PageKit

struct HomeLayout: Equatable, Sendable {
    let frame: PageGrid
    let heroCard: Rect
    let dialCenter: Point
    /// The radius of the dial's arc, measured to the middle of the stroke.
    let dialRadius: Double
    /// The baseline of the reading's time, below the dial.
    let measuredBaseline: Double
    let figures: Rect
    /// True if the trend is below the dial and usual values are below the figures: large text does not fit inside and beside.
    let isTrendBelow: Bool
    let chartCard: Rect?
    /// The legend below the day's curve; nil if it does not fit.
    let legend: Rect?
    /// The card of the last days, beside the dial of a wide page.
    let weekCard: Rect?
    let plot: Rect
    let suggestionCard: Rect
    let contentHeight: Double

    init(_ context: PageContext, hasChart: Bool = true) {
        let frame = PageGrid(context)
        self.frame = frame
        let gap = frame.gap
        let scale = frame.textScale
        let suggestionHeight = frame.suggestionHeight
        isTrendBelow = scale > 1.2
        let figuresHeight = (24 + (isTrendBelow ? 74 : 56) * scale).rounded()
        let measuredHeight = ((isTrendBelow ? 60 : 40) * scale).rounded()
        let inset = frame.inset
        let top = (inset + 32 * scale).rounded()
        let hoursHeight = (20 * scale + 16).rounded()
        let legendHeight = (28 * scale).rounded()
        // Of all that is above and below the plot.
        let tallestChart = top + Chart.maximumHeight + hoursHeight + legendHeight
        let hero: Rect
        let side: Rect
        let chartHeight: Double
        var suggestion: Rect?
        if !hasChart {
            hero = frame.message(height: 300 * scale + suggestionHeight)
            side = hero
            chartHeight = 0
            suggestion = hero.slice(top: hero.height - suggestionHeight, height: suggestionHeight)
            weekCard = nil
        } else if frame.hasTwoColumns {
            let height = max(frame.body.height, 440 * max(scale, 1)).rounded()
            let (left, right) = frame.columns(fraction: 0.46)
            hero = left.slice(top: 0, height: height)
            side = right
            let rest = height - suggestionHeight - 2 * gap
            chartHeight = min((rest * 0.62).rounded(), tallestChart)
            weekCard = right.slice(top: chartHeight + gap, height: rest - chartHeight)
            suggestion = right.slice(top: height - suggestionHeight, height: suggestionHeight)
        } else {
            let share = frame.isWide ? 0.32 : 0.27
            chartHeight = min(
                max((frame.body.height * share).rounded(), 168 * max(scale, 1)),
                frame.isWide ? tallestChart : 240 * max(scale, 1))
            let rest = frame.body.height - suggestionHeight - chartHeight - 2 * gap
            let minimum = figuresHeight + measuredHeight + 208 * max(scale * 0.8, 1)
            hero = frame.body.slice(
                top: 0, height: min(max(rest, minimum), max(frame.isWide ? 640 : 520, minimum)).rounded())
            side = hero.slice(top: hero.height + gap, height: 0)
            weekCard = nil
        }
        heroCard = hero
        figures = hero.slice(top: hero.height - figuresHeight, height: figuresHeight)
        let availableHeight = hero.height - figuresHeight - measuredHeight - 40
        dialRadius = max(min(availableHeight / 1.78, (hero.width - 96) / 2, frame.isWide ? 240 : 184), 56)
        // The arc is open at the bottom, so its bounding box is 1.71 radii high.
        dialCenter = Point(x: hero.center.x, y: hero.y + 28 + (availableHeight - 1.71 * dialRadius) / 2 + dialRadius)
        measuredBaseline = figures.y - (isTrendBelow ? 18 : 20) * scale
        let chart = hasChart ? Rect(x: side.x, y: side.y, width: side.width, height: chartHeight) : nil
        chartCard = chart
        suggestionCard = suggestion ?? side.slice(top: chart.map { $0.height + gap } ?? 0, height: suggestionHeight)
        let area = chart ?? side
        let hasLegend = area.height >= 240 * scale
        legend =
            hasLegend ? area.inset(x: inset).slice(top: area.height - legendHeight - 12, height: legendHeight) : nil
        plot = Rect(
            x: area.x + inset, y: area.y + top, width: max(area.width - 2 * inset - frame.axisWidth, 10),
            height: min(
                max(area.height - top - hoursHeight - (hasLegend ? legendHeight : 0), 10), Chart.maximumHeight))
        contentHeight = max(hero.maxY, suggestionCard.maxY) + frame.bottomMargin + context.insets.bottom
    }
}
