// SPDX-License-Identifier: MIT
import Geometry

/// The points of a day's curve. Readings that are nearer to one another than its ``step`` share a point at their mean: a
/// line through each of them would be a row of needles.
struct ChartLine: Equatable {
    /// The distance at which readings have points of their own, logical px.
    static let step = 12.0

    /// The points, sorted by x.
    let points: [Point]
    /// The extent of the readings around each point that stands for several.
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
