import Canvas
import Foundation
import Geometry
import Testing

@Suite struct GaussianShadowTests {
    @Test func coverageIsTheErrorFunction() {
        let shadow = GaussianShadow(sigma: 10)
        #expect(shadow.coverage(atDistance: 0) == 0.5)
        for distance in stride(from: -40.0, through: 40, by: 2.5) {
            let expected = 0.5 * (1 - erf(distance / (10 * 2.0.squareRoot())))
            #expect(abs(shadow.coverage(atDistance: distance) - expected) < 1e-12)
        }
        // One standard deviation out: 15.87 %, the normal distribution's table.
        #expect(abs(shadow.coverage(atDistance: 10) - 0.158655) < 1e-6)
    }

    @Test func extentIsRoundedUp() {
        #expect(GaussianShadow(sigma: 10).extent == 28)
        #expect(GaussianShadow(sigma: 16).extent == 45)
        #expect(GaussianShadow(sigma: 0).extent == 0)
        #expect(GaussianShadow(sigma: .nan).extent == 0)
        #expect(GaussianShadow(sigma: 1).mask(width: 4, height: 4, radius: .nan).width == 10)
    }

    @Test func edgeProfileRisesTowardsTheEdge() {
        let shadow = GaussianShadow(sigma: 10)
        let profile = (0..<33).map { shadow.coverage(atDistance: 32.5 - Double($0)) }
        #expect(profile.count == 33)
        #expect(zip(profile, profile.dropFirst()).allSatisfy { $0 < $1 })
        #expect(profile.last == shadow.coverage(atDistance: 0.5))
        #expect(profile.first == shadow.coverage(atDistance: 32.5))
    }

    @Test func maskOfARectangleIsTheProductOfTwoEdges() {
        let shadow = GaussianShadow(sigma: 4)
        let mask = shadow.mask(width: 30, height: 20, radius: 0)
        #expect(mask.width == 30 + 2 * 12)
        #expect(mask.height == 20 + 2 * 12)
        for (column, row) in [(0, 0), (12, 12), (27, 22), (53, 40), (20, 5)] {
            let x = Double(column - 12) + 0.5
            let y = Double(row - 12) + 0.5
            let across = shadow.coverage(atDistance: -x) - shadow.coverage(atDistance: 30 - x)
            let down = shadow.coverage(atDistance: -y) - shadow.coverage(atDistance: 20 - y)
            #expect(abs(Double(mask.coverage(column, row)) - across * down * 255) <= 2.5, "at \(column), \(row)")
        }
    }

    @Test func maskOfARoundedRectangleIsSymmetric() {
        let shadow = GaussianShadow(sigma: 3)
        let round = shadow.mask(width: 40, height: 40, radius: 16)
        let square = shadow.mask(width: 40, height: 40, radius: 0)
        let last = round.width - 1
        for (x, y) in [(9, 9), (12, 20), (5, 14)] {
            #expect(round.coverage(x, y) == round.coverage(last - x, y))
            #expect(round.coverage(x, y) == round.coverage(x, last - y))
            #expect(abs(round.coverage(x, y) - round.coverage(y, x)) <= 3)
        }
        #expect(round.coverage(11, 11) < square.coverage(11, 11))
        #expect(round.coverage(29, 29) == 255)
    }

    /// A sum over every row of the shape, without regard to its cost.
    private func plainMask(_ shadow: GaussianShadow, width: Int, height: Int, radius: Double) -> [[Double]] {
        let margin = shadow.extent
        func inset(_ row: Int) -> Double {
            let y = min(Double(row), Double(height - 1 - row)) + 0.5
            return y < radius ? radius - (radius * radius - (radius - y) * (radius - y)).squareRoot() : 0
        }
        return (0..<(height + 2 * margin)).map { row in
            (0..<(width + 2 * margin)).map { column in
                let x = Double(column - margin) + 0.5
                return (0..<height).reduce(0) { sum, source in
                    let distance = Double(source + margin - row)
                    guard abs(distance) <= Double(margin) else { return sum }
                    let weight =
                        shadow.coverage(atDistance: distance - 0.5) - shadow.coverage(atDistance: distance + 0.5)
                    let inset = inset(source)
                    let line =
                        shadow.coverage(atDistance: inset - x)
                        - shadow.coverage(atDistance: Double(width) - inset - x)
                    return sum + weight * line
                }
            }
        }
    }

    @Test(arguments: [
        (3.0, 20, 14, 4.0), (2, 9, 9, 4.5), (5, 12, 31, 6), (0, 8, 6, 3), (4, 7, 5, 0), (1.5, 6, 6, 10), (2, 1, 1, 0.5),
    ])
    func maskIsTheSumOverAllRows(sigma: Double, width: Int, height: Int, radius: Double) {
        let shadow = GaussianShadow(sigma: sigma)
        let mask = shadow.mask(width: width, height: height, radius: min(radius, Double(min(width, height)) / 2))
        let expected = plainMask(
            shadow, width: width, height: height, radius: min(radius, Double(min(width, height)) / 2))
        let rows = mask.packedRows
        for (y, line) in expected.enumerated() {
            for (x, value) in line.enumerated() {
                #expect(abs(Double(rows[y * mask.width + x]) - value * 255) <= 1, "at \(x), \(y)")
            }
        }
    }
}
