// SPDX-License-Identifier: MIT

internal import Geometry

/// A parser of SVG path data: the `d` of `<path>` (SVG 1.1, 8.3), with every command, absolute and relative.
public struct PathDataParser {
    /// A command by the letter of its relative form.
    private enum Command: Character {
        case move = "m"
        case line = "l"
        case horizontal = "h"
        case vertical = "v"
        case cubic = "c"
        case smoothCubic = "s"
        case quadratic = "q"
        case smoothQuadratic = "t"
        case arc = "a"
        case close = "z"

        /// The number of arguments.
        var count: Int {
            switch self {
            case .close: 0
            case .horizontal, .vertical: 1
            case .move, .line, .smoothQuadratic: 2
            case .smoothCubic, .quadratic: 4
            case .cubic: 6
            case .arc: 7
            }
        }

        /// The arguments that are flags.
        var flags: Range<Int> { self == .arc ? 3..<5 : 0..<0 }
    }

    private var scanner: PathDataScanner
    private var elements: [PathElement] = []
    /// The current point.
    private var point = Point.zero
    /// The start of the subpath.
    private var start = Point.zero
    /// The last control point, if the previous command was a cubic curve.
    private var cubicControl: Point?
    /// The control point, if the previous command was a quadratic curve.
    private var quadraticControl: Point?

    private init(_ data: String) {
        scanner = PathDataScanner(data)
    }

    /// The elements of path data, none for an empty string; arcs become curves.
    ///
    /// Nil when the data are malformed, or have a number beyond ±10⁹.
    public static func elements(of data: String) -> [PathElement]? {
        var parser = PathDataParser(data)
        return parser.parse()
    }

    private mutating func parse() -> [PathElement]? {
        while let letter = scanner.letter() {
            guard let command = Command(rawValue: Character(Unicode.Scalar(letter | 0x20))),
                !elements.isEmpty || command == .move,
                apply(command, isRelative: letter & 0x20 != 0)
            else { return nil }
        }
        return scanner.isAtEnd() ? elements : nil
    }

    /// Applies a command as often as there are arguments for it; false when the arguments are malformed.
    private mutating func apply(_ command: Command, isRelative: Bool) -> Bool {
        var (command, isFirst) = (command, true)
        repeat {
            guard let numbers = arguments(of: command, isFirst: isFirst) else { return false }
            append(command, numbers, from: isRelative ? point : .zero)
            // Further pairs of a move are those of a line.
            if command == .move { command = .line }
            isFirst = false
        } while command != .close && scanner.hasArguments()
        return true
    }

    private mutating func arguments(of command: Command, isFirst: Bool) -> [Double]? {
        var numbers: [Double] = []
        numbers.reserveCapacity(command.count)
        for index in 0..<command.count {
            let isFlag = command.flags.contains(index)
            guard let number = isFlag ? scanner.flag() : scanner.number(afterComma: !isFirst || index > 0) else {
                return nil
            }
            numbers.append(number)
        }
        return numbers
    }

    private mutating func append(_ command: Command, _ numbers: [Double], from base: Point) {
        func pair(_ index: Int) -> Point { Point(x: base.x + numbers[index], y: base.y + numbers[index + 1]) }
        let (cubic, quadratic) = (cubicControl, quadraticControl)
        (cubicControl, quadraticControl) = (nil, nil)
        switch command {
        case .move:
            point = pair(0)
            start = point
            elements.append(.move(point))
        case .line: line(to: pair(0))
        case .horizontal: line(to: Point(x: base.x + numbers[0], y: point.y))
        case .vertical: line(to: Point(x: point.x, y: base.y + numbers[0]))
        case .cubic: curve(pair(0), pair(2), to: pair(4))
        case .smoothCubic: curve(mirrored(cubic), pair(0), to: pair(2))
        case .quadratic: curve(pair(0), to: pair(2))
        case .smoothQuadratic: curve(mirrored(quadratic), to: pair(0))
        case .arc: arc(numbers, to: pair(5))
        case .close:
            elements.append(.close)
            point = start
        }
    }

    private mutating func line(to end: Point) {
        elements.append(.line(end))
        point = end
    }

    private mutating func curve(_ control1: Point, _ control2: Point, to end: Point) {
        elements.append(.curve(end, control1: control1, control2: control2))
        cubicControl = control2
        point = end
    }

    /// A quadratic curve, elevated to a cubic one.
    private mutating func curve(_ control: Point, to end: Point) {
        func towardsControl(_ point: Point) -> Point {
            Point(x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
        }
        elements.append(.curve(end, control1: towardsControl(point), control2: towardsControl(end)))
        quadraticControl = control
        point = end
    }

    private mutating func arc(_ numbers: [Double], to end: Point) {
        let arc = EllipticalArc(
            from: point, to: end, radiusX: numbers[0], radiusY: numbers[1], rotation: numbers[2] * .pi / 180,
            isLarge: numbers[3] == 1, isClockwise: numbers[4] == 1)
        if let arc { elements += arc.curves } else if end != point { elements.append(.line(end)) }
        point = end
    }

    /// A control point mirrored at the current point; without one, the current point.
    private func mirrored(_ control: Point?) -> Point {
        guard let control else { return point }
        return Point(x: 2 * point.x - control.x, y: 2 * point.y - control.y)
    }
}
