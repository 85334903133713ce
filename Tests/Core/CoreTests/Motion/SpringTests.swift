import Testing

@testable import Motion

@Suite struct SpringTests {
    /// The value on the way from 0 to 1, from rest.
    private func position(_ spring: Spring, _ time: Double) -> Double {
        1 + spring.state(after: time, displacement: -1, velocity: 0).displacement
    }

    /// The last pair is the other one that Apple's manual gives: stiffness 100 and damping 10.
    @Test(arguments: [(0.5, 0.3, 157.91, 17.593), (0.5, -0.3, 157.91, 35.904), (0.6283, 0.5, 100.006, 10)])
    func constantsMatchReferenceValues(duration: Double, bounce: Double, stiffness: Double, damping: Double) {
        let spring = Spring(duration: duration, bounce: bounce)
        #expect(abs(spring.frequency * spring.frequency - stiffness) < 0.005)
        #expect(abs(2 * spring.dampingRatio * spring.frequency - damping) < 0.0005)
    }

    @Test(arguments: [
        (0.3, [0.42330, 0.87371, 1.03393, 1.01450]), (0.0, [0.35774, 0.71542, 0.89003, 0.98640]),
        (0.15, [0.38810, 0.78637, 0.95645, 1.00602]), (-0.3, [0.29083, 0.57040, 0.74261, 0.90776]),
    ])
    func positionsMeetTheirVectors(bounce: Double, expected: [Double]) {
        let spring = Spring(duration: 0.5, bounce: bounce)
        for (time, value) in zip([0.1, 0.2, 0.3, 0.5], expected) {
            #expect(abs(position(spring, time) - value) < 1e-5)
        }
    }

    @Test func overshootMatchesReferenceValue() {
        let spring = Spring(duration: 0.5, bounce: 0.3)
        let highest = (0...2000).map { position(spring, Double($0) / 1000) }.max() ?? 0
        #expect(abs(highest - 1.0460) < 1e-4)
    }

    @Test(arguments: [-0.9, -0.3, -1e-6, 0.0, 1e-6, 0.3, 0.9])
    func velocityIsTheSlope(bounce: Double) {
        let spring = Spring(duration: 0.4, bounce: bounce)
        let step = 1e-6
        for time in stride(from: 0.0, to: 2, by: 0.05) {
            let before = spring.state(after: time, displacement: 0.7, velocity: -3)
            let after = spring.state(after: time + step, displacement: 0.7, velocity: -3)
            #expect(abs((after.displacement - before.displacement) / step - before.velocity) < 1e-2)
        }
    }

    /// The time after which the spring stays within a thousandth of its distance.
    @Test(arguments: [(0.0, 0.734), (0.15, 0.696), (0.3, 0.818), (-0.3, 1.381)])
    func itSettlesByItsVector(bounce: Double, expected: Double) {
        let spring = Spring(duration: 0.5, bounce: bounce)
        let last = (0...3000).last { abs(1 - position(spring, Double($0) / 1000)) > 0.001 } ?? 0
        #expect(abs(Double(last) / 1000 - expected) <= 0.001)
        // The swing, which counts the velocity too, is that small a little later.
        let time = spring.settlingTime(displacement: -1, velocity: 0, tolerance: 0.001)
        #expect(time >= expected - 0.001)
        #expect(time < expected + 0.25)
    }

    @Test(arguments: [-1.0, -0.3, 0.0, 0.15, 0.3, 0.8, 1.0], [(-1.0, 4.0), (-1, 0), (0, 3), (1000, -7)])
    func itStaysWhereItHasSettled(bounce: Double, start: (displacement: Double, velocity: Double)) {
        let spring = Spring(duration: 0.5, bounce: bounce)
        func left(_ time: Double) -> Double {
            let state = spring.state(after: time, displacement: start.displacement, velocity: start.velocity)
            return spring.amplitude(displacement: state.displacement, velocity: state.velocity)
        }
        let end = spring.settlingTime(displacement: start.displacement, velocity: start.velocity)
        let limit = Spring.tolerance * left(0)
        for time in stride(from: end, to: end + 3, by: 0.01) { #expect(left(time) <= limit) }
        #expect(left(end - 1e-6) > limit)
    }

    @Test func springAtRestIsSettled() {
        #expect(Spring(duration: 0.5).settlingTime(displacement: 0, velocity: 0) == 0)
        #expect(Spring(duration: 0).settlingTime(displacement: 1, velocity: 5) == 0)
    }

    @Test(arguments: [-1.0, -0.5, -1e-3, -1e-9, 0.0])
    func withoutABounceItNeverTurns(bounce: Double) {
        let spring = Spring(duration: 0.5, bounce: bounce)
        var last = 0.0
        for step in 1...5000 {
            let value = position(spring, Double(step) / 1000)
            #expect(value >= last)
            #expect(value <= 1)
            last = value
        }
        #expect(last > 0.2)
    }

    @Test func solutionsAgreeNearCriticalDamping() {
        for time in stride(from: 0.0, to: 1, by: 0.02) {
            let values = [-2e-9, -1e-7, 0, 2e-9, 1e-7].map { bounce in
                Spring(duration: 0.5, bounce: bounce).state(after: time, displacement: -1, velocity: 2).displacement
            }
            #expect((values.max() ?? 1) - (values.min() ?? 0) < 1e-5)
        }
    }

    /// The least damped spring settles, too.
    @Test func everySpringSettles() {
        for bounce in [-1.0, 1.0] {
            let spring = Spring(duration: 0.5, bounce: bounce)
            #expect(spring.settlingTime(displacement: 1, velocity: 0) < 200)
        }
    }
}
