import Geometry
import Testing

@testable import StressMonitor

@Suite
struct ChartTests {
    /// A day of readings in a plot of 600 px.
    private func points(_ count: Int) -> [Point] {
        (0..<count).map { index in
            Point(x: 600 * Double(index) / Double(max(count - 1, 1)), y: Double((index * 7919) % 101))
        }
    }

    @Test(arguments: [0, 1, 2, 10, 50])
    func readingsThatAreApartHavePointsOfTheirOwn(count: Int) {
        let line = ChartLine(points(count))
        #expect(line.points == points(count))
        #expect(line.ranges.isEmpty)
    }

    @Test(arguments: [60, 301, 1500, 100_000])
    func ofManyReadingsNoNeedlesAreDrawn(count: Int) {
        let points = points(count)
        let line = ChartLine(points)
        #expect(line.points.count <= 51)
        #expect(zip(line.points, line.points.dropFirst()).allSatisfy { $0.x < $1.x })
        // The extremes are seen, but not in the line.
        #expect(line.ranges.map(\.y).min() == points.map(\.y).min())
        #expect(line.ranges.map(\.maxY).max() == points.map(\.y).max())
        let range = line.points.map(\.y).max().map { $0 - (line.points.map(\.y).min() ?? 0) } ?? 0
        #expect(range <= 100 && (count < 1500 || range < 50))
    }

    private let chart = Chart(plot: Rect(x: 20, y: 100, width: 400, height: 200), axis: .level)

    @Test func labelIsOnTheBandWhereItCoversFewerMarks() {
        let size = Size(width: 100, height: 16)
        let (left, right) = (Rect(x: 20, y: 100, width: 60, height: 200), Rect(x: 350, y: 100, width: 60, height: 200))
        let none = chart.labelArea(size, avoiding: [])
        #expect(chart.labelArea(size, avoiding: [right]) == none)
        let other = chart.labelArea(size, avoiding: [left])
        #expect(other.x > none.maxX)
        #expect(other.intersection(right) != nil && none.intersection(left) != nil)
        for area in [none, other] { #expect(chart.band.intersection(area) == area) }
        // Between many low marks it is above them.
        let above = chart.labelArea(size, avoiding: [left, right].map { $0.offset(y: 60) })
        #expect(above.maxY < chart.band.y && above.y >= chart.plot.y && above.x == none.x)
    }
}
