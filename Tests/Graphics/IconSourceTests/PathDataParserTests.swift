// SPDX-License-Identifier: MIT

import Geometry
import IconSource
import Testing

@Suite struct PathDataParserTests {
    private func elements(_ data: String) throws -> [PathElement] {
        try #require(PathDataParser.elements(of: data), "\(data)")
    }

    private func line(_ x: Double, _ y: Double) -> PathElement { .line(Point(x: x, y: y)) }
    private func move(_ x: Double, _ y: Double) -> PathElement { .move(Point(x: x, y: y)) }

    /// The points that a curve goes through, at even steps of its parameter; other elements have none.
    private func points(_ elements: [PathElement], from start: Point) -> [Point] {
        var point = start
        return elements.flatMap { element -> [Point] in
            guard case .curve(let end, let control1, let control2) = element else { return [] }
            let start = point
            point = end
            return (0...8).map { step in
                let t = Double(step) / 8
                let (a, b, c, d) = (
                    (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t
                )
                return Point(
                    x: a * start.x + b * control1.x + c * control2.x + d * end.x,
                    y: a * start.y + b * control1.y + c * control2.y + d * end.y)
            }
        }
    }

    @Test func linesAreAbsoluteOrRelative() throws {
        let absolute = [move(1, 2), line(4, 6), line(9, 6), line(9, 1), .close]
        #expect(try elements("M1 2L4 6H9V1Z") == absolute)
        #expect(try elements("m1 2l3 4h5v-5z") == absolute)
        #expect(try elements("") == [])
        #expect(try elements(" \t\n\r\u{C}") == [])
    }

    @Test func commandsRepeat() throws {
        #expect(try elements("M0 0 1 2 3 4") == [move(0, 0), line(1, 2), line(3, 4)])
        #expect(try elements("m1 1 1 2 3 4") == [move(1, 1), line(2, 3), line(5, 7)])
        #expect(
            try elements("M0 0h1 2 3V4 5") == [move(0, 0), line(1, 0), line(3, 0), line(6, 0), line(6, 4), line(6, 5)])
        #expect(try elements("M0 0C1 2 3 4 5 6 7 8 9 10 11 12").count == 3)
        #expect(
            try elements("M1 1c1 2 3 4 5 6 1 2 3 4 5 6").last
                == .curve(Point(x: 11, y: 13), control1: Point(x: 7, y: 9), control2: Point(x: 9, y: 11)))
    }

    @Test(arguments: [
        ("M1.5.5-3-.25", [1.5, 0.5, -3, -0.25]), ("M+1,2 , 3\n-4", [1, 2, 3, -4]),
        ("M1e1 2E-1 1.e+1.5e0", [10, 0.2, 10, 0.5]),
        ("M0.1.2.3.4", [0.1, 0.2, 0.3, 0.4]), ("M007-0 00 -0.0", [7, 0, 0, 0]), ("M1e-400 0 1 1", [0, 0, 1, 1]),
        ("M 1000000000 -1e9 0 0", [1e9, -1e9, 0, 0]),
    ])
    func numbersHaveEveryForm(data: String, numbers: [Double]) throws {
        #expect(try elements(data) == [move(numbers[0], numbers[1]), line(numbers[2], numbers[3])])
    }

    @Test func closedSubpathContinuesAtItsStart() throws {
        #expect(try elements("M2 3h5v5zl1 1") == [move(2, 3), line(7, 3), line(7, 8), .close, line(3, 4)])
        #expect(try elements("M2 3h5zm1 1h1") == [move(2, 3), line(7, 3), .close, move(3, 4), line(4, 4)])
    }

    @Test func smoothCurvesMirrorTheControlPoint() throws {
        let first = PathElement.curve(Point(x: 6, y: 0), control1: Point(x: 1, y: 3), control2: Point(x: 4, y: 2))
        let mirrored = PathElement.curve(Point(x: 9, y: 0), control1: Point(x: 8, y: -2), control2: Point(x: 9, y: 1))
        #expect(try elements("M0 0C1 3 4 2 6 0S9 1 9 0") == [move(0, 0), first, mirrored])
        #expect(try elements("M0 0c1 3 4 2 6 0s3 1 3 0") == [move(0, 0), first, mirrored])
        // There is nothing to mirror after a line, nor after a curve of the other kind.
        let plain = PathElement.curve(Point(x: 9, y: 0), control1: Point(x: 6, y: 0), control2: Point(x: 9, y: 1))
        #expect(try elements("M0 0H6S9 1 9 0").last == plain)
        #expect(try elements("M0 0Q3 3 6 0S9 1 9 0").last == plain)
        #expect(try elements("M0 0C1 3 4 2 6 0T9 3").last == elements("M6 0Q6 0 9 3").last)
    }

    @Test func quadraticCurvesBecomeCubic() throws {
        let made = try elements("M0 0Q3 6 6 0T12 0t6 0")
        let middle = points(Array(made[1...1]), from: .zero)[4]
        #expect(abs(middle.x - 3) < 1e-9 && abs(middle.y - 3) < 1e-9)
        let mirrored = points(Array(made[2...2]), from: Point(x: 6, y: 0))[4]
        #expect(abs(mirrored.x - 9) < 1e-9 && abs(mirrored.y + 3) < 1e-9)
        let again = points(Array(made[3...3]), from: Point(x: 12, y: 0))[4]
        #expect(abs(again.x - 15) < 1e-9 && abs(again.y - 3) < 1e-9)
        #expect(try elements("m0 0q3 6 6 0t6 0 6 0") == made)
    }

    /// Of the four arcs between (0, 0) and (5, 5) with a radius of 5, two are on each of two circles.
    @Test(arguments: [
        ("0 0", Point(x: 5, y: 0), 1, Point(x: 5 - 3.5355, y: 3.5355)),
        ("0 1", Point(x: 0, y: 5), 1, Point(x: 3.5355, y: 5 - 3.5355)),
        ("1 0", Point(x: 0, y: 5), 3, Point(x: -3.5355, y: 5 + 3.5355)),
        ("1 1", Point(x: 5, y: 0), 3, Point(x: 5 + 3.5355, y: -3.5355)),
    ])
    func flagsSelectOneOfFourArcs(flags: String, center: Point, curves: Int, middle: Point) throws {
        for data in [
            "M0 0A5 5 0 \(flags) 5 5", "M0 0a5-5 0 \(flags),5,5", "M0 0a5 5 0 \(flags.filter { $0 != " " })5 5",
        ] {
            let made = Array(try elements(data).dropFirst())
            #expect(made.count == curves)
            let points = points(made, from: .zero)
            for point in points {
                let distance =
                    ((point.x - center.x) * (point.x - center.x) + (point.y - center.y) * (point.y - center.y))
                    .squareRoot()
                #expect(abs(distance - 5) < 0.002, "\(data): \(point)")
            }
            #expect(points.last == Point(x: 5, y: 5))
            #expect(points.contains { abs($0.x - middle.x) < 0.001 && abs($0.y - middle.y) < 0.001 }, "\(points)")
        }
    }

    @Test func arcsOfRotatedEllipses() throws {
        // Half of an ellipse, 10 by 4, rotated by 90°.
        let made = Array(try elements("M0 0A10 4 90 0 1 8 0").dropFirst())
        let top = points(made, from: .zero).min { $0.y < $1.y }
        #expect(abs((top?.x ?? 0) - 4) < 0.001 && abs((top?.y ?? 0) + 10) < 0.001)
        // Radii that are too small are enlarged.
        #expect(try elements("M0 0A1 .4 90 0 1 8 0").count == 3)
        let enlarged = points(Array(try elements("M0 0A1 .4 90 0 1 8 0").dropFirst()), from: .zero).min { $0.y < $1.y }
        #expect(abs((enlarged?.y ?? 0) + 10) < 0.001)
    }

    @Test func degenerateArcsBecomeLinesOrNothing() throws {
        for radii in ["0 5", "5 0", "0 0", "1e-300 5", "0 -0"] {
            #expect(try elements("M1 1A\(radii) 0 0 1 4 1L5 5") == [move(1, 1), line(4, 1), line(5, 5)])
        }
        #expect(try elements("M1 1A5 5 0 1 1 1 1l1 0") == [move(1, 1), line(2, 1)])
    }

    @Test func elementsAreAlwaysFinite() throws {
        let numbers = ["0", "1e9", "-1e9", "1e-9", "1e-300", "1e-162", "7"]
        for radius in numbers {
            for other in numbers {
                for end in numbers {
                    let made = try elements(
                        "M1e-9 0A\(radius) \(other) 1e9 11\(end) \(other)a\(radius) \(other) 3 01\(end) 1e-9")
                    #expect(made.allSatisfy { $0.isFinite }, "\(radius) \(other) \(end)")
                }
            }
        }
        let far = try elements("M0 0" + String(repeating: "c1e9 1e9 1e9 1e9 1e9 1e9t1e9 1e9", count: 1000))
        #expect(far.allSatisfy { $0.isFinite })
    }

    @Test(arguments: [
        "L1 2", "z", "1 2", "M", "M1", "M1 ", "M 1,", "M,1 2", "M1,,2", "M1 2,", "M1 2,L3 4", "M1 2 3", "M1 2L",
        "M1 2L3",
        "M1 2z3", "M1 2z,", "M1 2H", "M1 2C1 2 3 4 5", "M1 2S1 2 3", "M1 2Q1 2 3", "M1 2T1", "M1 2X3 4", "M1 2é",
        "M1 2;", "M1 2#", "M--1 2", "M+-1 2", "M. 2", "M-. 2", "M1e 2", "M1e+ 2", "Me1 2", "M0x10 2", "Minf 2",
        "Mnan 2",
        "M1 2 nan 3", "M1e999 2", "M1e9999999999999 2", "M1000000001 2", "M1 -1.0000001e9", "M1 2A1 1 0 2 0 3 4",
        "M1 2A1 1 0 1 -1 3 4", "M1 2A1 1 0 1 0 3", "M1 2A1 1 0 +1 0 3 4", "M1 2A1 1 0 1", "M1\u{0}2", "M1\u{B}2",
        "M1\u{A0}2",
        "M١ ٢", "M1 2\u{301}",
    ])
    func malformedDataAreRefused(data: String) {
        #expect(PathDataParser.elements(of: data) == nil)
    }
}

extension PathElement {
    fileprivate var isFinite: Bool {
        switch self {
        case .move(let point), .line(let point): point.isFinite
        case .curve(let point, let control1, let control2):
            point.isFinite && control1.isFinite && control2.isFinite
        case .close: true
        }
    }
}

extension Point {
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}
