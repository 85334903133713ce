import Motion
import Testing

@Suite struct AnimatedValueTests {
    /// A reference value of the looks: easeInOut 0.35 s from 0 to 1, reversed to 0 at 0.1 s.
    @Test(arguments: [
        (0.10, 0.16970), (0.15, 0.36295), (0.20, 0.51609), (0.25, 0.51609), (0.30, 0.36295), (0.35, 0.16970),
        (0.45, 0.0),
    ])
    func interruptedCurvesCombine(time: Double, expected: Double) {
        var number = AnimatedValue(0)
        number.animate(to: 1, from: 0, with: .easeInOut(0.35))
        number.animate(to: 0, from: ns(0.1), with: .easeInOut(0.35))
        #expect(abs(number.value(at: ns(time)) - expected) < 1e-5)
    }

    /// Interrupting a spring with the same spring and target changes nothing.
    @Test(arguments: [-0.5, 0.0, 0.3, 0.8])
    func aSpringOverItselfChangesNothing(bounce: Double) {
        var whole = AnimatedValue(0)
        whole.animate(to: 1, from: 0, with: .spring(0.5, bounce))
        var interrupted = whole
        for time in stride(from: 0.03, to: 0.4, by: 0.06) {
            interrupted.animate(to: 1, from: ns(time), with: .spring(0.5, bounce))
        }
        for time in stride(from: 0.4, to: 0.7, by: 0.01) {
            #expect(abs(interrupted.value(at: ns(time)) - whole.value(at: ns(time))) < 1e-9)
        }
    }

    @Test func curveBlendsFromRunningSpring() {
        var spring = AnimatedValue(0)
        spring.animate(to: 1, from: 0, with: .spring(0.5, 0.3))
        var number = spring
        number.animate(to: 0.25, from: ns(0.1), with: .easeInOut(0.2))
        #expect(number.end == ns(0.3))
        #expect(number.velocity(at: ns(0.1)) == spring.velocity(at: ns(0.1)))
        for step in 0...20 {
            let share = CubicBezier.easeInOut.state(at: Double(step) / 20).progress
            let time = ns(0.1 + 0.01 * Double(step))
            let below = spring.value(at: time)
            #expect(abs(number.value(at: time) - (below + share * (0.25 - below))) < 1e-12)
        }
        // The later motion decides, although the spring has not settled.
        #expect(spring.isMoving(at: ns(0.3)))
        #expect(!number.isMoving(at: ns(0.3)))
        #expect(number.value(at: ns(0.35)) == 0.25)
    }

    @Test(arguments: [
        Timing.immediate, .curve(.easeInOut, duration: 0), .spring(0), .spring(-1), .spring(.nan, 0.3),
    ])
    func whatTakesNoTimeIsAJump(timing: Timing) {
        var number = AnimatedValue(0)
        number.animate(to: 1, from: 0, with: .curve(.linear, duration: 100))
        number.animate(to: 3, from: 50, with: timing)
        #expect(number == AnimatedValue(3))
        #expect(number.value(at: 50) == 3)
        #expect(number.end == nil)
        #expect(!number.isMoving(at: 0))
    }

    @Test(arguments: [Timing.immediate, .easeInOut(0.2), .spring(0.3)])
    func aNumberAtRestStaysAtRestWhenSentWhereItIs(timing: Timing) {
        var number = AnimatedValue(1)
        number.animate(to: 1, from: 0, with: timing.delayed(by: 5))
        #expect(number == AnimatedValue(1))
    }

    @Test func earlierAnimationContinuesDuringDelay() {
        for timing in [Timing.easeInOut(0.2), .spring(0.3), .immediate] {
            var earlier = AnimatedValue(0)
            earlier.animate(to: 1, from: 0, with: .easeInOut(0.35))
            var number = earlier
            number.animate(to: -4, from: ns(0.1), with: timing.delayed(by: ns(0.1)))
            #expect(number.target == -4)
            for time in stride(from: 0.1, to: 0.2, by: 0.005) {
                #expect(number.value(at: ns(time)) == earlier.value(at: ns(time)))
                #expect(number.isMoving(at: ns(time)))
            }
            // A start in the future is a delay.
            var later = earlier
            later.animate(to: -4, from: ns(0.2), with: timing)
            #expect(later.end ?? ns(0.2) == number.end)
            for time in stride(from: 0.2, to: 1, by: 0.01) {
                #expect(later.value(at: ns(time)) == number.value(at: ns(time)))
            }
        }
    }

    @Test func delayedAnimationCountsAsMoving() {
        var number = AnimatedValue(0)
        number.animate(to: 1, from: 100, with: .curve(.linear, duration: 100).delayed(by: 1000))
        #expect(number.isMoving(at: 100))
        #expect(number.value(at: 1100) == 0)
        #expect(number.value(at: 1150) == 0.5)
        #expect(number.end == 1200)
    }

    @Test func laterAnimationOverridesEarlierDelayedOne() {
        for timing in [Timing.immediate, .easeInOut(0.1), .spring(0.1)] {
            var number = AnimatedValue(0)
            number.animate(to: 1, from: 0, with: .spring(0.3).delayed(by: ns(20)))
            number.animate(to: 2, from: ns(1), with: timing)
            #expect(number.target == 2)
            for time in [3.0, 19.9, 20, 20.1, 30] { #expect(number.value(at: ns(time)) == 2) }
        }
    }

    @Test func pastStartTimeBeginsMidway() {
        var number = AnimatedValue(0)
        number.animate(to: 1, from: ns(5), with: .easeInOut(0.2))
        number.animate(to: 0, from: ns(4.95), with: .easeInOut(0.2))
        #expect(number.value(at: ns(5)) == 0)
        #expect(number.end == ns(5.15))
        number.animate(to: 3, from: ns(1), with: .easeInOut(0.2))
        #expect(number.value(at: ns(5)) == 3)
    }

    @Test func jumpDiscardsAllAnimations() {
        var number = AnimatedValue(0)
        number.animate(to: 1, from: 0, with: .spring(0.5))
        number.animate(to: 2, from: 1, with: .easeInOut(0.5).delayed(by: 100))
        number.jump(to: 7)
        #expect(number == AnimatedValue(7))
    }

    @Test func nanTargetIsIgnored() {
        var number = AnimatedValue(.nan)
        #expect(number == AnimatedValue(0))
        number.animate(to: .nan, from: 0, with: .spring(0.5))
        number.jump(to: .nan)
        #expect(number == AnimatedValue(0))
        number.animate(to: 1, from: 0, with: .easeInOut(0.2))
        let running = number
        number.animate(to: .nan, from: ns(0.1), with: .immediate)
        #expect(number == running)
        number.animate(to: .infinity, from: ns(0.1), with: .spring(0.5, 0.5))
        #expect(number.value(at: ns(0.3)).isFinite)
        #expect(number.value(at: .max).isFinite)
    }
}
