public import Geometry

/// A path of lines, curves and arcs, in logical pixels; angles are radians, clockwise from the trailing side.
public struct Path: Equatable, Sendable {
    public enum Element: Equatable, Sendable {
        case move(Point)
        case line(Point)
        case curve(Point, control1: Point, control2: Point)
        case arc(center: Point, radius: Double, from: Double, to: Double)
        case close
    }

    public private(set) var elements: [Element] = []

    public init() {}

    public init(through points: Point...) {
        elements = points.enumerated().map { $0 == 0 ? .move($1) : .line($1) }
    }

    /// Begins a subpath at a point.
    public mutating func move(to point: Point) { elements.append(.move(point)) }

    /// Adds a straight line from the current point.
    public mutating func line(to point: Point) { elements.append(.line(point)) }

    /// Adds a cubic Bézier curve from the current point.
    public mutating func curve(to point: Point, control1: Point, control2: Point) {
        elements.append(.curve(point, control1: control1, control2: control2))
    }

    /// Adds an arc, joined by a straight line to the current point, if any.
    public mutating func arc(center: Point, radius: Double, from: Double, to: Double) {
        elements.append(.arc(center: center, radius: radius, from: from, to: to))
    }

    /// Closes the subpath with a line to its start.
    public mutating func close() { elements.append(.close) }

    /// A rectangle with round corners; the radius is limited to half of the shorter side.
    public static func roundedRect(_ rect: Rect, radius: Double) -> Path {
        let r = max(0, min(radius, rect.width / 2, rect.height / 2))
        let quarter = Double.pi / 2
        var path = Path()
        path.arc(center: Point(x: rect.maxX - r, y: rect.y + r), radius: r, from: -quarter, to: 0)
        path.arc(center: Point(x: rect.maxX - r, y: rect.maxY - r), radius: r, from: 0, to: quarter)
        path.arc(center: Point(x: rect.x + r, y: rect.maxY - r), radius: r, from: quarter, to: 2 * quarter)
        path.arc(center: Point(x: rect.x + r, y: rect.y + r), radius: r, from: 2 * quarter, to: 3 * quarter)
        path.close()
        return path
    }

    public static func rectangle(_ rect: Rect) -> Path {
        var path = Path(
            through: Point(x: rect.x, y: rect.y), Point(x: rect.maxX, y: rect.y), Point(x: rect.maxX, y: rect.maxY),
            Point(x: rect.x, y: rect.maxY))
        path.close()
        return path
    }

    public static func circle(center: Point, radius: Double) -> Path {
        var path = Path()
        path.arc(center: center, radius: radius, from: 0, to: 2 * .pi)
        path.close()
        return path
    }

    /// A smooth curve through points of increasing `x` without overshoot (monotone cubic, Fritsch and Carlson 1980).
    public static func smooth(through points: [Point]) -> Path {
        var path = Path()
        guard let first = points.first else { return path }
        path.move(to: first)
        guard points.count > 1 else { return path }
        let slopes = zip(points, points.dropFirst()).map { ($1.y - $0.y) / max($1.x - $0.x, .ulpOfOne) }
        let tangents = points.indices.map { index -> Double in
            guard index > 0, index < slopes.count else { return index == 0 ? slopes[0] : slopes[index - 1] }
            let (before, after) = (slopes[index - 1], slopes[index])
            return before * after <= 0 ? 0 : 2 * before * after / (before + after)
        }
        for index in slopes.indices {
            let (start, end) = (points[index], points[index + 1])
            let third = (end.x - start.x) / 3
            path.curve(
                to: end,
                control1: Point(x: start.x + third, y: start.y + third * tangents[index]),
                control2: Point(x: end.x - third, y: end.y - third * tangents[index + 1]))
        }
        return path
    }
}
