// SPDX-License-Identifier: MIT
import Motion
import Testing

@Suite struct SpringTests {
    /// The way from 0 to 1 from rest.
    private func position(_ spring: Spring, _ time: Double) -> Double {
        1 + spring.state(after: time, displacement: -1, velocity: 0).displacement
    }

    @Test func constantsMeetTheirVectors() {
        let spring = Spring(duration: 0.5, bounce: 0.3)
        #expect(abs(spring.stiffness - 157.91) < 0.005)
        #expect(abs(spring.damping - 17.593) < 0.0005)
        #expect(abs(Spring(duration: 0.5, bounce: -0.3).damping - 35.904) < 0.0005)
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

    @Test func itOvershootsByItsVector() {
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

    @Test(arguments: [-0.3, 0.0, 0.15, 0.3, 0.8])
    func itStaysWhereItHasSettled(bounce: Double) {
        let spring = Spring(duration: 0.5, bounce: bounce)
        let end = spring.settlingTime(displacement: -1, velocity: 4)
        for time in stride(from: end, to: end + 3, by: 0.01) {
            #expect(abs(spring.state(after: time, displacement: -1, velocity: 4).displacement) <= 0.001)
        }
        #expect(abs(spring.state(after: end * 0.5, displacement: -1, velocity: 4).displacement) > 0.001 || bounce > 0)
    }

    /// A spring with full bounce never comes to rest; the time is bounded all the same.
    @Test func oneThatNeverSettlesHasAnEnd() {
        #expect(Spring(duration: 0.5, bounce: 1).settlingTime(displacement: 1, velocity: 0) < 10_000)
    }
}
