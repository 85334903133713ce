internal import Geometry
private import Glibc

/// An arc of a circle by its centre, converted from SVG's form, which has its end points (SVG 1.1, F.6).
struct CircularArc {
    private let center: Point
    private let radius: Double
    /// The start angle, radians.
    private let start: Double
    /// The angle from start to end, radians; clockwise if positive.
    private let sweep: Double
    private let end: Point

    /// An arc between two points; a too small radius grows. Nil for a line: without a radius, or between equal points.
    init?(from: Point, to: Point, radius: Double, isLarge: Bool, isClockwise: Bool) {
        // The start relative to the middle of both ends, on a circle of radius 1.
        let (x, y) = ((from.x - to.x) / 2 / radius, (from.y - to.y) / 2 / radius)
        let distance = x * x + y * y
        // A radius of 0 gives no finite distance.
        guard distance.isFinite, distance > 0 else { return nil }
        let enlargement = max(1, distance.squareRoot())
        self.radius = radius * enlargement
        let (unitX, unitY) = (x / enlargement, y / enlargement)
        let toCenter = max(0, 1 / distance - 1).squareRoot() * (isLarge == isClockwise ? -1 : 1)
        let (centerX, centerY) = (toCenter * unitY, -toCenter * unitX)
        start = atan2(unitY - centerY, unitX - centerX)
        let angle = atan2(-unitY - centerY, -unitX - centerX) - start
        sweep = isClockwise && angle < 0 ? angle + 2 * .pi : !isClockwise && angle > 0 ? angle - 2 * .pi : angle
        center = Point(
            x: (from.x + to.x) / 2 + self.radius * centerX, y: (from.y + to.y) / 2 + self.radius * centerY)
        end = to
    }

    /// The arc as cubic curves of about a quarter of the circle at most.
    var curves: [PathElement] {
        // An inexact quarter may be a little more than one.
        let count = max(1, (abs(sweep) / (.pi / 2 + 0.001)).rounded(.up))
        let step = sweep / count
        let reach = 4 / 3 * tan(step / 4)
        return stride(from: 0, to: count, by: 1).map { index in
            let (from, to) = (start + index * step, start + (index + 1) * step)
            return .curve(
                index == count - 1 ? end : point(x: cos(to), y: sin(to)),
                control1: point(x: cos(from) - reach * sin(from), y: sin(from) + reach * cos(from)),
                control2: point(x: cos(to) + reach * sin(to), y: sin(to) - reach * cos(to)))
        }
    }

    /// Maps a point from the plane in which the circle is the unit circle.
    private func point(x: Double, y: Double) -> Point { Point(x: center.x + radius * x, y: center.y + radius * y) }
}
