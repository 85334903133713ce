// SPDX-License-Identifier: MIT

internal import Geometry
internal import PageKit

/// The layout of the Home page, in content coordinates.
struct HomeLayout: Equatable, Sendable {
    let frame: PageGrid
    let heroCard: Rect
    /// The centre of the dial.
    let dialCenter: Point
    /// The radius of the dial's arc, measured to the middle of the stroke.
    let dialRadius: Double
    /// The baseline of the reading's time, below the dial.
    let measuredBaseline: Double
    let figures: Rect
    /// True if the trend is below the dial, because large text does not fit inside.
    let isTrendBelow: Bool
    let chartCard: Rect?
    /// The plot area of the day's curve.
    let plot: Rect
    let suggestionCard: Rect
    let contentHeight: Double

    init(_ context: PageContext, hasChart: Bool = true) {
        let frame = PageGrid(context)
        self.frame = frame
        let gap = frame.gap
        let scale = frame.textScale
        let suggestionHeight = (32 + 48 * scale).rounded()
        let figuresHeight = (24 + 56 * scale).rounded()
        isTrendBelow = scale > 1.2
        let measuredHeight = ((isTrendBelow ? 60 : 40) * scale).rounded()
        let hero: Rect
        let side: Rect
        let chartHeight: Double
        if frame.hasTwoColumns {
            let height = min(max(frame.body.height, 440 * max(scale, 1)), 620).rounded()
            let (left, right) = frame.columns(fraction: hasChart ? 0.46 : 0.58)
            hero = Rect(x: left.x, y: left.y, width: left.width, height: height)
            side = right
            chartHeight = height - suggestionHeight - gap
        } else {
            chartHeight = min(max((frame.body.height * 0.27).rounded(), 168 * max(scale, 1)), 240)
            let rest = frame.body.height - suggestionHeight - gap - (hasChart ? chartHeight + gap : 0)
            let minimum = figuresHeight + measuredHeight + 208 * max(scale * 0.8, 1)
            hero = Rect(
                x: frame.body.x, y: frame.body.y, width: frame.body.width,
                height: min(max(rest, minimum), max(520, minimum)).rounded())
            side = Rect(x: hero.x, y: hero.maxY + gap, width: hero.width, height: 0)
        }
        heroCard = hero
        figures = hero.slice(top: hero.height - figuresHeight, height: figuresHeight)
        let availableHeight = hero.height - figuresHeight - measuredHeight - 40
        dialRadius = max(min(availableHeight / 1.78, (hero.width - 96) / 2, 184), 56)
        // The arc is open at the bottom, so its bounding box is 1.71 radii high.
        dialCenter = Point(x: hero.center.x, y: hero.y + 28 + (availableHeight - 1.71 * dialRadius) / 2 + dialRadius)
        measuredBaseline = figures.y - (isTrendBelow ? 18 : 20) * scale
        let chart = hasChart ? Rect(x: side.x, y: side.y, width: side.width, height: chartHeight) : nil
        chartCard = chart
        suggestionCard = Rect(
            x: side.x, y: chart.map { $0.maxY + gap } ?? side.y, width: side.width, height: suggestionHeight)
        let inset = frame.inset
        let top = (inset + 32 * scale).rounded()
        let area = chart ?? side
        plot = Rect(
            x: area.x + inset, y: area.y + top, width: max(area.width - 2 * inset - 28 * scale, 10),
            height: max(area.height - top - 20 * scale - 16, 10))
        contentHeight = max(hero.maxY, suggestionCard.maxY) + frame.margin + context.insets.bottom
    }
}
