import Glibc
import Motion
import TestSupport
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

/// Properties of every sequence of animations, checked on random ones.
@Suite struct AnimatedSequenceTests {
    private struct Step {
        var target: Double
        var start: UInt64
        var timing: Timing
        var beginning: UInt64 { start + timing.delay }
    }

    private static let curves: [CubicBezier] = [
        .linear, .easeIn, .easeOut, .easeInOut, CubicBezier(0.3, -0.6, 0.4, 1.7), CubicBezier(0.9, 0, 0.1, 1),
    ]

    /// Each animation starts up to 0.3 s after the previous one; a quarter of them are delayed.
    private func steps(seed: UInt64, count: Int = 30) -> [Step] {
        var generator = SplitMix64(seed: seed)
        var start: UInt64 = 0
        return (0..<count).map { _ in
            start += UInt64.random(in: 0...300_000_000, using: &generator)
            var timing: Timing
            if Bool.random(using: &generator) {
                let curve = Self.curves.randomElement(using: &generator) ?? .linear
                timing = .curve(curve, duration: UInt64.random(in: 1_000_000...500_000_000, using: &generator))
            } else {
                timing = .spring(
                    Double.random(in: 0.05...0.8, using: &generator), Double.random(in: -0.8...0.8, using: &generator))
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                timing.delay = UInt64.random(in: 0...200_000_000, using: &generator)
            }
            return Step(target: Double.random(in: -10...10, using: &generator), start: start, timing: timing)
        }
    }

    /// Calls back for each animation with the value before and after its start.
    private func run(
        _ steps: [Step], _ check: (_ step: Step, _ before: AnimatedValue, _ after: AnimatedValue) throws -> Void
    )
        rethrows
    {
        var number = AnimatedValue(0)
        for step in steps {
            let before = number
            number.animate(to: step.target, from: step.start, with: step.timing)
            try check(step, before, number)
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func theValueIsContinuousWhereverAMotionBegins(seed: UInt64) {
        run(steps(seed: seed)) { step, before, after in
            let place = before.value(at: step.beginning)
            #expect(abs(after.value(at: step.beginning) - place) < 1e-12)
            #expect(abs(after.value(at: step.beginning + 1) - place) < 1e-4)
            for share in [0, 0.3, 0.9] {
                let time = step.start + UInt64(share * Double(step.timing.delay))
                if time < step.beginning { #expect(after.value(at: time) == before.value(at: time)) }
            }
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func aSpringTakesOverTheVelocityOfWhateverRuns(seed: UInt64) {
        var velocities: [Double] = []
        run(steps(seed: seed)) { step, before, after in
            guard step.timing.spring != nil else { return }
            let velocity = before.velocity(at: step.beginning)
            velocities.append(velocity)
            #expect(after.velocity(at: step.beginning) == velocity)
            // The following values have that velocity.
            let slope = (after.value(at: step.beginning + 100) - after.value(at: step.beginning)) / 1e-7
            #expect(abs(slope - velocity) < 1e-2 * max(1, abs(velocity)))
        }
        #expect(velocities.contains { abs($0) > 1 })
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func aLevelCurveKeepsTheVelocityOfWhateverRuns(seed: UInt64) {
        run(steps(seed: seed)) { step, before, after in
            guard case .curve(let curve, let duration) = step.timing.kind, curve.y1 == 0, curve.x1 > 0,
                duration > 50_000_000
            else { return }
            let velocity = before.velocity(at: step.beginning)
            let slope = (after.value(at: step.beginning + 100) - before.value(at: step.beginning)) / 1e-7
            #expect(abs(slope - velocity) < 1e-2 * max(1, abs(velocity)))
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func theVelocityIsTheSlopeOfTheValue(seed: UInt64) {
        var generator = SplitMix64(seed: ~seed)
        var bends: [UInt64] = []
        let reach: UInt64 = 1000
        var checked = 0
        let steps = steps(seed: seed)
        var index = 0
        run(steps) { step, _, after in
            index += 1
            bends += [step.beginning, after.end ?? 0]
            let next = index < steps.count ? steps[index].start : step.start + 300_000_000
            for _ in 0..<10 where next > step.start {
                let time = UInt64.random(in: step.start..<next, using: &generator)
                guard time > step.start + reach else { continue }
                guard !bends.contains(where: { $0 + reach >= time && time + reach >= $0 }) else { continue }
                let slope =
                    (after.value(at: time + reach) - after.value(at: time - reach)) / (Double(2 * reach) / 1e9)
                #expect(abs(slope - after.velocity(at: time)) < 1e-2 * max(1, abs(slope)))
                checked += 1
            }
        }
        #expect(checked > 100)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func animationEndsExactlyAtItsEnd(seed: UInt64) throws {
        try run(steps(seed: seed)) { step, before, after in
            let end = try #require(after.end)
            #expect(after.target == step.target)
            #expect(after.isMoving(at: end - 1))
            #expect(!after.isMoving(at: end))
            #expect(after.value(at: end) == step.target)
            #expect(after.velocity(at: end) == 0)
            #expect(after.value(at: end + 12_345_678_901) == step.target)
            #expect(after.value(at: .max) == step.target)
            var settled = after
            settled.discardFinished(at: end)
            #expect(settled == AnimatedValue(step.target))
            switch step.timing.kind {
            case .curve(_, let duration):
                #expect(end == step.beginning + duration)
                #expect(abs(after.value(at: end - 1) - step.target) < 1e-3)
            case .spring(let spring):
                let whole = spring.amplitude(
                    displacement: before.value(at: step.beginning) - step.target,
                    velocity: before.velocity(at: step.beginning))
                func left(_ time: UInt64) -> Double {
                    spring.amplitude(
                        displacement: after.value(at: time) - step.target, velocity: after.velocity(at: time)) / whole
                }
                // Just before the end it has not settled yet, though nearly; so the last step is not seen.
                #expect(left(end - 2) > Spring.tolerance * (1 - 1e-6))
                #expect(left(end - 2) < Spring.tolerance * (1 + 1e-6))
            }
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func settlingChangesNoValueFromThenOn(seed: UInt64) {
        var generator = SplitMix64(seed: seed &* 77)
        run(steps(seed: seed)) { step, _, after in
            var settled = after
            let time = step.start + UInt64.random(in: 0...600_000_000, using: &generator)
            settled.discardFinished(at: time)
            for _ in 0..<20 {
                let later = time + UInt64.random(in: 0...600_000_000, using: &generator)
                #expect(settled.value(at: later) == after.value(at: later))
                #expect(settled.velocity(at: later) == after.velocity(at: later))
                #expect(settled.isMoving(at: later) == after.isMoving(at: later))
            }
            #expect(settled.target == after.target)
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func theOrderOfTheQuestionsIsAllTheSame(seed: UInt64) {
        var generator = SplitMix64(seed: seed &+ 1000)
        var number = AnimatedValue(0)
        for step in steps(seed: seed).shuffled(using: &generator) {
            number.animate(to: step.target, from: step.start, with: step.timing)
        }
        let times = (0..<500 as Range<UInt64>).map { $0 * 20_000_000 }
        let inOrder = Dictionary(uniqueKeysWithValues: times.map { ($0, number.value(at: $0)) })
        for time in times.shuffled(using: &generator) { #expect(number.value(at: time) == inOrder[time]) }
        // Springs may swing beyond the targets, but not away.
        #expect(inOrder.values.allSatisfy { abs($0) < 1000 })
        #expect(number.value(at: .max) == number.target)
    }

    @Test func curvesStayWithinRangeOfTargets() {
        var generator = SplitMix64(seed: 3)
        var number = AnimatedValue(0)
        var time: UInt64 = 0
        for _ in 0..<2000 {
            number.animate(to: Double(Int.random(in: 0...1, using: &generator)), from: time, with: .easeInOut(0.35))
            time += UInt64.random(in: 0...20_000_000, using: &generator)
            #expect((0...1).contains(number.value(at: time)))
        }
    }

    /// A thousand animations per second, finite ones and endless ones.
    @Test(arguments: [
        Timing.easeInOut(0.35), .easeInOut(1e9), .spring(0.5, 0.3), .spring(1e9, 1), .easeInOut(0.2).delayed(by: ns(5)),
        .spring(0.5).delayed(by: ns(5)),
    ])
    func itDoesNotGrowHoweverOftenItIsSentElsewhere(timing: Timing) throws {
        for backwards in [false, true] {
            var number = AnimatedValue(0)
            for index in 0..<1000 as Range<UInt64> {
                let start = ns(10) + (backwards ? 1000 - index : index) * 1_000_000
                let before = number.value(at: start)
                number.animate(to: index.isMultiple(of: 2) ? 1 : 0, from: start, with: timing)
                #expect(abs(number.value(at: start) - before) < 1e-9)
                #expect(try size(number) <= 64)
            }
            #expect(number.target == 0)
            #expect(number.value(at: .max) == 0)
        }
    }

    @Test func onlyLastSpringIsKept() throws {
        var number = AnimatedValue(0)
        for index in 0..<1000 as Range<UInt64> {
            let start = index * ns(0.01)
            let before = number.value(at: start)
            number.animate(to: index.isMultiple(of: 2) ? 1 : 0, from: start, with: .spring(0.3))
            #expect(try size(number) == 1)
            // Earlier animations are discarded; for earlier times the value is that at the start of the last one.
            if start > 0 { #expect(abs(number.value(at: start - 1) - before) < 1e-12) }
        }
    }

    private func size(_ number: AnimatedValue) throws -> Int {
        let layers = try #require(Mirror(reflecting: number).descendant("layers"))
        return Mirror(reflecting: layers).children.count
    }
}

@Suite struct BounceTests {
    private let timing = Timing.curve(.linear, duration: 350_000_000)

    @Test func risesAndReturnsToRest() {
        var bounce = Bounce()
        #expect(bounce.height(at: 0) == 0 && !bounce.isMoving(at: 0))
        bounce.start(from: ns(1), with: timing)
        // sin² of a quarter, a half and three quarters of π.
        for (seconds, height) in [(0, 0), (0.0875, 0.5), (0.175, 1), (0.2625, 0.5)] {
            #expect(abs(bounce.height(at: ns(1 + seconds)) - height) < 1e-6)
        }
        #expect(bounce.isMoving(at: ns(1.35) - 1) && !bounce.isMoving(at: ns(1.35)))
        #expect(bounce.height(at: ns(1.35)) == 0 && bounce.height(at: .max) == 0)
    }

    @Test func startedAgainItNeverJumps() {
        for again in stride(from: 0.01, through: 0.5, by: 0.01) {
            var bounce = Bounce()
            bounce.start(from: ns(1), with: timing)
            let before = bounce.height(at: ns(1 + again))
            bounce.start(from: ns(1 + again), with: timing)
            #expect(abs(bounce.height(at: ns(1 + again)) - before) < 1e-9)
            let heights = (0...400).map { bounce.height(at: ns(1 + again) + UInt64($0) * 1_000_000) }
            #expect(zip(heights, heights.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
            #expect(heights.max().map { $0 > 0.999 || again < 0.175 } == true)
            #expect(heights.last == 0)
        }
    }

    @Test func immediateBounceDoesNothing() {
        var bounce = Bounce()
        bounce.start(from: ns(1), with: .immediate)
        #expect(bounce.height(at: ns(1)) == 0 && !bounce.isMoving(at: ns(1)))
    }
}
