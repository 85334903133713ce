import Motion
import Testing

@Suite struct CubicBezierTests {
    @Test(arguments: [
        (0.1, 0.019722), (0.2, 0.081660), (0.25, 0.129162), (0.4, 0.331884), (0.5, 0.5), (0.75, 0.870838),
        (0.9, 0.980278),
    ])
    func easeInOutMeetsItsVectors(fraction: Double, expected: Double) {
        #expect(abs(CubicBezier.easeInOut.state(at: fraction).progress - expected) < 1e-6)
    }

    @Test func linearCurveIsIdentity() {
        for step in 0...100 {
            let fraction = Double(step) / 100
            #expect(abs(CubicBezier.linear.state(at: fraction).progress - fraction) < 1e-9)
        }
    }

    @Test func endsAreExactAndOutsideIsClamped() {
        for curve in [CubicBezier.easeIn, .easeOut, .easeInOut, CubicBezier(0.3, -2, 0.4, 3)] {
            #expect(curve.state(at: 0).progress == 0)
            #expect(curve.state(at: 1).progress == 1)
            #expect(curve.state(at: -1).progress == 0)
            #expect(curve.state(at: 7).progress == 1)
        }
    }

    @Test func controlPointsAreClampedInTime() {
        let curve = CubicBezier(-4, 0, 9, 1)
        #expect(curve.x1 == 0)
        #expect(curve.x2 == 1)
        var last = 0.0
        for step in 1...1000 {
            let value = curve.state(at: Double(step) / 1000).progress
            #expect(value >= last)
            last = value
        }
    }

    /// Vertical tangents at both ends defeat Newton's method, so the bisection must converge.
    @Test func steepCurvesConverge() {
        let curve = CubicBezier(1, 0, 0, 1)
        #expect(abs(curve.state(at: 0.5).progress - 0.5) < 1e-6)
        #expect(curve.state(at: 0.49).progress < 0.5)
        #expect(curve.state(at: 0.51).progress > 0.5)
    }

    @Test(arguments: [
        CubicBezier.linear, .easeIn, .easeOut, .easeInOut, CubicBezier(0.3, -2, 0.4, 3),
        CubicBezier(0.25, 0.1, 0.25, 1),
    ])
    func theSlopeIsTheDerivative(curve: CubicBezier) {
        for step in 1..<100 {
            let fraction = Double(step) / 100
            let difference =
                (curve.state(at: fraction + 1e-6).progress - curve.state(at: fraction - 1e-6).progress) / 2e-6
            #expect(abs(curve.state(at: fraction).slope - difference) < 1e-4)
        }
        #expect(curve.state(at: 0).slope == 0)
        #expect(curve.state(at: 1).slope == 0)
    }

    @Test func linearSlopeIsOneFromTheStart() {
        for fraction in [1e-18, 1e-9, 0.5, 1 - 1e-9] {
            #expect(abs(CubicBezier.linear.state(at: fraction).slope - 1) < 1e-3, "at \(fraction)")
        }
        // The straight line in another parameter, which stands still halfway.
        #expect(abs(CubicBezier(1, 1, 0, 0).state(at: 0.5).slope - 1) < 1e-3)
    }

    @Test func verticalTangentHasFiniteSlope() {
        #expect(CubicBezier(1, 0, 0, 1).state(at: 0.5).slope == 1000)
        #expect(CubicBezier(0, 1, 0, 1).state(at: 1e-9).slope == 1000)
        #expect(CubicBezier(0, -1, 0, 1).state(at: 1e-9).slope == -1000)
    }
}
