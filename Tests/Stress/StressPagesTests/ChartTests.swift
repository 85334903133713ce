// SPDX-License-Identifier: MIT

import Geometry
import Testing

@testable import StressPages

@Suite
struct ChartTests {
    /// A day of readings in a plot of 600 px.
    private func points(_ count: Int) -> [Point] {
        (0..<count).map { index in
            Point(x: 600 * Double(index) / Double(count - 1), y: Double((index * 7919) % 101))
        }
    }

    @Test func fewPointsAreAllDrawn() {
        for count in [0, 1, 2, Chart.mostPoints] {
            let points = count < 2 ? Array(repeating: Point.zero, count: count) : points(count)
            #expect(Chart.thinned(points) == points)
        }
    }

    @Test(arguments: [301, 1500, 100_000])
    func ofManyPointsTheExtremesRemain(count: Int) {
        let points = points(count)
        let thinned = Chart.thinned(points)
        // Two in each line's width, and the ends.
        #expect(thinned.count <= 402)
        #expect(thinned.first == points.first && thinned.last == points.last)
        #expect(zip(thinned, thinned.dropFirst()).allSatisfy { $0.x <= $1.x })
        var kept = thinned[...]
        for point in points {
            // Each point that was left out is within the line's width of a higher and a lower one that remain.
            while let first = kept.first, first.x < point.x - 3 { kept.removeFirst() }
            let near = kept.prefix { $0.x <= point.x + 3 }
            #expect(near.contains { $0.y <= point.y } && near.contains { $0.y >= point.y })
        }
    }
}
