// SPDX-License-Identifier: MIT

internal import Geometry
private import Glibc

/// An elliptical arc by its centre, converted from SVG's form, which has its end points (SVG 1.1, F.6).
struct EllipticalArc {
    private let center: Point
    private let radiusX: Double
    private let radiusY: Double
    private let rotation: Double
    /// The start angle, radians from the ellipse's own axis.
    private let start: Double
    /// The angle from start to end, radians; clockwise if positive.
    private let sweep: Double
    private let end: Point

    /// An arc between two points; radii that are too small are enlarged until they reach. The rotation is in radians.
    ///
    /// Nil when the arc degenerates to a line: without a radius, or between equal points.
    init?(
        from: Point, to: Point, radiusX: Double, radiusY: Double, rotation: Double, isLarge: Bool, isClockwise: Bool
    ) {
        let (cosine, sine) = (cos(rotation), sin(rotation))
        let half = Point(x: (from.x - to.x) / 2, y: (from.y - to.y) / 2)
        // The start relative to the middle of both ends, in units of the radii: on a circle of radius 1.
        let x = (cosine * half.x + sine * half.y) / abs(radiusX)
        let y = (cosine * half.y - sine * half.x) / abs(radiusY)
        let distance = x * x + y * y
        // A radius of 0 gives no finite distance.
        guard distance.isFinite, distance > 0 else { return nil }
        let enlargement = max(1, distance.squareRoot())
        self.radiusX = abs(radiusX) * enlargement
        self.radiusY = abs(radiusY) * enlargement
        let (unitX, unitY) = (x / enlargement, y / enlargement)
        let toCenter = max(0, 1 / distance - 1).squareRoot() * (isLarge == isClockwise ? -1 : 1)
        let (centerX, centerY) = (toCenter * unitY, -toCenter * unitX)
        start = atan2(unitY - centerY, unitX - centerX)
        let angle = atan2(-unitY - centerY, -unitX - centerX) - start
        sweep = isClockwise && angle < 0 ? angle + 2 * .pi : !isClockwise && angle > 0 ? angle - 2 * .pi : angle
        let offset = Point(x: self.radiusX * centerX, y: self.radiusY * centerY)
        center = Point(
            x: (from.x + to.x) / 2 + cosine * offset.x - sine * offset.y,
            y: (from.y + to.y) / 2 + sine * offset.x + cosine * offset.y)
        self.rotation = rotation
        end = to
        guard center.x.isFinite, center.y.isFinite else { return nil }
    }

    /// The arc as cubic curves of about a quarter of the ellipse at most.
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

    /// Maps a point from the plane in which the ellipse is the unit circle.
    private func point(x: Double, y: Double) -> Point {
        let (cosine, sine) = (cos(rotation), sin(rotation))
        return Point(
            x: center.x + radiusX * x * cosine - radiusY * y * sine,
            y: center.y + radiusX * x * sine + radiusY * y * cosine)
    }
}
