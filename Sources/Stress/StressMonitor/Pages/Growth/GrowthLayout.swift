import Geometry
import PageKit

/// The layout of the Growth page's root, in content coordinates.
struct GrowthLayout: Equatable, Sendable {
    let frame: PageGrid
    let trendCard: Rect
    /// The segment of each period, in order.
    let segments: [Rect]
    let earlier: Rect
    let later: Rect
    /// The period's name, between the two arrows.
    let title: Rect
    /// The average, or the value of the mark under the finger.
    let readout: Rect
    let plot: Rect
    /// The four categories below the plot, with the number of marks in each if it is high.
    let legend: Rect
    /// The only card of a wide page without data.
    let message: Rect
    /// The top of the list's card; its height is ``listHeight(items:names:)``.
    let list: Rect
    let rowHeight: Double
    let nameHeight: Double
    /// The height above the list's first row.
    let listTitleHeight: Double

    init(_ context: PageContext) {
        let frame = PageGrid(context)
        self.frame = frame
        let scale = frame.textScale
        let inset = frame.inset
        rowHeight = max((20 + 38 * scale).rounded(), 56)
        nameHeight = (20 + 24 * scale).rounded()
        listTitleHeight = (inset + 16 * scale).rounded()
        let (card, side) = frame.split(
            minimumHeight: 440,
            height: max(min((frame.body.height * 0.62).rounded(), 460 + 40 * scale), 200 + 180 * scale))
        list = Rect(x: side.x, y: side.y, width: side.width, height: 0)
        trendCard = card
        let segmentHeight = max((12 + 24 * scale).rounded(), 36)
        let bar = Rect(x: card.x + inset, y: card.y + inset, width: card.width - 2 * inset, height: segmentHeight)
        let width = bar.width / Double(Period.allCases.count)
        segments = Period.allCases.indices.map {
            Rect(x: bar.x + Double($0) * width, y: bar.y, width: width, height: bar.height)
        }
        let line = Rect(x: bar.x, y: bar.maxY + 8, width: bar.width, height: max((20 + 20 * scale).rounded(), 40))
        earlier = Rect(x: line.x - 8, y: line.y, width: 40, height: line.height)
        later = Rect(x: line.maxX - 32, y: line.y, width: 40, height: line.height)
        title = Rect(x: earlier.maxX, y: line.y, width: max(later.x - earlier.maxX, 0), height: line.height)
        readout = Rect(x: line.x, y: line.maxY, width: line.width, height: (48 * scale).rounded())
        let top = readout.maxY + 16
        let labels = (20 * scale + 8).rounded()
        let legendHeight = frame.legendHeight(in: bar.width)
        let plotHeight = min(
            max(card.maxY - inset - labels - legendHeight - 8 - top, 40), Chart.maximumHeight)
        plot = Rect(x: bar.x, y: top, width: max(bar.width - frame.axisWidth, 10), height: plotHeight)
        let legendTop = plot.maxY + labels + 8
        legend = Rect(
            x: bar.x, y: legendTop, width: bar.width, height: max(card.maxY - inset - legendTop, 0))
        message = frame.message(height: 220 * scale + frame.suggestionHeight)
    }

    /// The last row of the only card.
    var suggestion: Rect {
        message.slice(top: message.height - frame.suggestionHeight, height: frame.suggestionHeight)
    }

    /// The card that scrolls the list, beside the trend; nil if the page scrolls.
    var listCard: Rect? {
        frame.hasTwoColumns
            ? Rect(x: list.x, y: list.y, width: list.width, height: trendCard.height) : nil
    }

    /// The height of the list; beside the trend at least as high.
    func listHeight(items: Int, names: Int) -> Double {
        let height = listTitleHeight + Double(items) * rowHeight + Double(names) * nameHeight + 12
        return frame.hasTwoColumns ? max(height, trendCard.height) : height
    }
}

/// The layout of a day's page, in content coordinates.
struct DayLayout: Equatable, Sendable {
    let frame: PageGrid
    let back: Rect
    let titleBaseline: Double
    let chartCard: Rect
    let plot: Rect
    /// The four categories below the plot; nil if they do not fit.
    let legend: Rect?
    let readout: Rect
    let figures: Rect
    let list: Rect
    let rowHeight: Double
    let rowCount: Int
    /// The tops of the rows and the bottom of the last one, from the list's top edge.
    private let edges: [Double]
    let deleteButton: Rect
    let contentHeight: Double

    /// - Parameter extra: the additional height of higher rows, by index.
    init(_ context: PageContext, rows: Int, extra: [Int: Double] = [:]) {
        let frame = PageGrid(context)
        self.frame = frame
        let scale = frame.textScale
        let barHeight = max((16 + 28 * scale).rounded(), 44)
        back = Rect(x: frame.header.x - 8, y: frame.header.y - 12, width: 96 * max(scale, 1), height: barHeight)
        titleBaseline = back.maxY + 30 * scale
        let top = (titleBaseline + 20).rounded()
        let (left, right) = frame.hasTwoColumns ? frame.columns(fraction: 0.52) : (frame.body, frame.body)
        let width = left.width
        let chartHeight = (frame.hasTwoColumns ? 440 : 320) * max(scale * 0.85, 1)
        // Beside the list it goes down to the cards' edge.
        let rest = frame.hasTwoColumns ? frame.body.maxY - top : 0
        chartCard = Rect(x: frame.body.x, y: top, width: width, height: max(chartHeight, rest).rounded())
        let inset = frame.inset
        readout = Rect(
            x: chartCard.x + inset, y: chartCard.y + inset - 4, width: width - 2 * inset,
            height: (48 * scale).rounded())
        let figuresHeight = (24 + 48 * scale).rounded()
        figures = Rect(x: chartCard.x, y: chartCard.maxY - figuresHeight, width: width, height: figuresHeight)
        let plotTop = readout.maxY + 20
        let labels = 20 * scale + 16
        let height = figures.y - labels - plotTop
        let line = frame.legendHeight(in: readout.width) + 8
        // Too low a plot lacks a legend.
        let hasLegend = height >= 150 * scale + line
        plot = Rect(
            x: readout.x, y: plotTop, width: max(readout.width - frame.axisWidth, 10),
            height: min(max(height - (hasLegend ? line : 0), 40), Chart.maximumHeight))
        legend =
            hasLegend
            ? Rect(
                x: readout.x, y: plot.maxY + labels, width: readout.width,
                height: max(figures.y - 12 - plot.maxY - labels, 0)) : nil
        rowHeight = max((20 + 38 * scale).rounded(), 56)
        rowCount = max(rows, 0)
        var edges = [6.0]
        for row in 0..<rowCount { edges.append((edges.last ?? 0) + rowHeight + max(extra[row] ?? 0, 0)) }
        self.edges = edges
        let listY = frame.hasTwoColumns ? top : chartCard.maxY + frame.gap
        let deleteHeight = max((20 + 24 * scale).rounded(), 48)
        list = Rect(
            x: right.x, y: listY, width: right.width,
            height: max(
                6 + (edges.last ?? 0),
                frame.hasTwoColumns && rowCount > 0 ? chartCard.height - frame.gap - deleteHeight : 0))
        deleteButton = Rect(x: right.x, y: list.maxY + frame.gap, width: right.width, height: deleteHeight)
        contentHeight = max(chartCard.maxY, deleteButton.maxY) + frame.margin + 72 + context.insets.bottom
    }

    /// The area of a row; empty for an index beyond the last one.
    func row(_ index: Int) -> Rect {
        let (top, bottom) = (edges[min(max(index, 0), rowCount)], edges[min(max(index + 1, 0), rowCount)])
        return Rect(x: list.x, y: list.y + top, width: list.width, height: bottom - top)
    }

    func textArea(_ row: Rect) -> Rect {
        let row = row.inset(x: frame.inset)
        return Rect(x: row.x, y: row.y, width: row.width - 24, height: row.height)
    }

    func rows(scrolledBy offset: Double, height: Double) -> Range<Int> {
        let (top, bottom) = (offset - list.y, offset - list.y + height)
        let first = edges.dropFirst().firstIndex { $0 > top }.map { $0 - 1 } ?? rowCount
        let last = edges.firstIndex { $0 >= bottom } ?? rowCount
        return first..<max(first, min(last, rowCount))
    }

    func trash(_ index: Int) -> Rect {
        let row = row(index)
        return Rect(x: row.maxX - frame.inset - 32, y: row.center.y - 22, width: 44, height: 44)
    }
}
