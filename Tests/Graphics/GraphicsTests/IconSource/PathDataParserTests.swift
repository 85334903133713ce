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

    @Test func commandsRepeat() throws {
        #expect(try elements("M1 2L4 6H9V1Z") == [move(1, 2), line(4, 6), line(9, 6), line(9, 1), .close])
        #expect(try elements("M0 0 1 2 -3 .5") == [move(0, 0), line(1, 2), line(-3, 0.5)])
        #expect(try elements("M0 0H1 2V4 5") == [move(0, 0), line(1, 0), line(2, 0), line(2, 4), line(2, 5)])
        #expect(try elements("M0 0C1 2 3 4 5 6 7 8 9 10 11 12").count == 3)
    }

    @Test func closedSubpathContinuesAtItsStart() throws {
        #expect(try elements("M2 3H7V8ZV4") == [move(2, 3), line(7, 3), line(7, 8), .close, line(2, 4)])
    }

    @Test func smoothCurvesMirrorTheControlPoint() throws {
        let first = PathElement.curve(Point(x: 6, y: 0), control1: Point(x: 1, y: 3), control2: Point(x: 4, y: 2))
        let mirrored = PathElement.curve(Point(x: 9, y: 0), control1: Point(x: 8, y: -2), control2: Point(x: 9, y: 1))
        #expect(try elements("M0 0C1 3 4 2 6 0S9 1 9 0") == [move(0, 0), first, mirrored])
        // A line leaves nothing to mirror.
        let plain = PathElement.curve(Point(x: 9, y: 0), control1: Point(x: 6, y: 0), control2: Point(x: 9, y: 1))
        #expect(try elements("M0 0H6S9 1 9 0").last == plain)
    }

    /// Of the four arcs between (0, 0) and (5, 5) with a radius of 5, two are on each of two circles.
    @Test(arguments: [
        ("0 0", Point(x: 5, y: 0), 1, Point(x: 5 - 3.5355, y: 3.5355)),
        ("0 1", Point(x: 0, y: 5), 1, Point(x: 3.5355, y: 5 - 3.5355)),
        ("1 0", Point(x: 0, y: 5), 3, Point(x: -3.5355, y: 5 + 3.5355)),
        ("1 1", Point(x: 5, y: 0), 3, Point(x: 5 + 3.5355, y: -3.5355)),
    ])
    func flagsSelectOneOfFourArcs(flags: String, center: Point, curves: Int, middle: Point) throws {
        let made = Array(try elements("M0 0A5 5 0 \(flags) 5 5").dropFirst())
        #expect(made.count == curves)
        let points = points(made, from: .zero)
        for point in points {
            let (x, y) = (point.x - center.x, point.y - center.y)
            #expect(abs((x * x + y * y).squareRoot() - 5) < 0.002, "\(point)")
        }
        #expect(points.last == Point(x: 5, y: 5))
        #expect(points.contains { abs($0.x - middle.x) < 0.001 && abs($0.y - middle.y) < 0.001 }, "\(points)")
    }

    @Test func unusualArcs() throws {
        // A too small radius is enlarged.
        let enlarged = points(Array(try elements("M0 0A1 1 0 0 1 8 0").dropFirst()), from: .zero).min { $0.y < $1.y }
        #expect(abs((enlarged?.y ?? 0) + 4) < 0.001)
        #expect(try elements("M1 1A0 0 0 0 1 4 1L5 5") == [move(1, 1), line(4, 1), line(5, 5)])
        #expect(try elements("M1 1A5 5 0 1 1 1 1L2 1") == [move(1, 1), line(2, 1)])
    }

    @Test(arguments: [
        "L1 2", "Z", "1 2", "M", "M1", "M1 2 3", "M1,2", "m1 2", "M1 2L", "M1 2L3", "M1 2Z3", "M1 2H", "M1 2C1 2 3 4 5",
        "M1 2S1 2 3", "M1 2Q1 2 3 4", "M1 2X3 4", "M1 2;", "M--1 2", "M1e 2", "Mnan 2", "M1 2A1 1 0 1",
    ])
    func malformedDataAreRefused(data: String) {
        #expect(PathDataParser.elements(of: data) == nil)
    }
}
