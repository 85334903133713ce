import Motion
import TestSupport
import Testing

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
