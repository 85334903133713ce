internal import Geometry

/// A parser of SVG path data: the `d` of `<path>` (SVG 1.1, 8.3), with absolute commands and spaces between the numbers,
/// without quadratic curves and with arcs of circles only.
public struct PathDataParser {
    /// The number of arguments of each command.
    private static let counts: [Character: Int] = ["M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7]

    private var elements: [PathElement] = []
    private var point = Point.zero
    private var start = Point.zero
    private var lastControl: Point?

    /// The elements of path data, with curves for arcs; nil for malformed data.
    public static func elements(of data: String) -> [PathElement]? {
        var (parser, rest) = (PathDataParser(), data[...])
        while let command = rest.popFirst() {
            let words = rest.prefix { !$0.isLetter }
            rest = rest[words.endIndex...]
            let numbers = words.split(separator: " ").map { Double($0) }
            guard !numbers.contains(nil), parser.apply(command, numbers.compactMap(\.self)) else { return nil }
        }
        return parser.elements
    }

    /// Applies a command as often as its arguments allow; false when it has too few or too many.
    private mutating func apply(_ command: Character, _ numbers: [Double]) -> Bool {
        if command == "Z" {
            elements.append(.close)
            (point, lastControl) = (start, nil)
            return numbers.isEmpty && elements.count > 1
        }
        guard let count = Self.counts[command], !numbers.isEmpty, numbers.count % count == 0,
            !elements.isEmpty || command == "M"
        else { return false }
        for index in stride(from: 0, to: numbers.count, by: count) {
            // Further pairs of a move are a line's.
            append(index > 0 && command == "M" ? "L" : command, Array(numbers[index..<index + count]))
        }
        return true
    }

    private mutating func append(_ command: Character, _ numbers: [Double]) {
        func pair(_ index: Int) -> Point { Point(x: numbers[index], y: numbers[index + 1]) }
        let previous = lastControl
        lastControl = nil
        switch command {
        case "M":
            (point, start) = (pair(0), pair(0))
            elements.append(.move(point))
        case "H": line(to: Point(x: numbers[0], y: point.y))
        case "V": line(to: Point(x: point.x, y: numbers[0]))
        case "C": curve(pair(0), pair(2), to: pair(4))
        case "S": curve(mirrored(previous), pair(0), to: pair(2))
        case "A": arc(radius: numbers[0], isLarge: numbers[3] == 1, isClockwise: numbers[4] == 1, to: pair(5))
        default: line(to: pair(0))
        }
    }

    private mutating func line(to end: Point) {
        elements.append(.line(end))
        point = end
    }

    private mutating func curve(_ control1: Point, _ control2: Point, to end: Point) {
        elements.append(.curve(end, control1: control1, control2: control2))
        lastControl = control2
        point = end
    }

    private mutating func arc(radius: Double, isLarge: Bool, isClockwise: Bool, to end: Point) {
        let arc = CircularArc(from: point, to: end, radius: radius, isLarge: isLarge, isClockwise: isClockwise)
        if let arc { elements += arc.curves } else if end != point { elements.append(.line(end)) }
        point = end
    }

    /// A control point mirrored at the current point; without one, the current point.
    private func mirrored(_ control: Point?) -> Point {
        guard let control else { return point }
        return Point(x: 2 * point.x - control.x, y: 2 * point.y - control.y)
    }
}
