import Motion
import TestSupport
import Testing

/// Extreme arguments: every result is a finite number.
@Suite struct ExtremesTests {
    private static let numbers: [Double] = [
        0, 1, -1, 1e-300, 1e9, -1e9, 1e100, 1e308, -1e308, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
        .leastNonzeroMagnitude, 0.5, 0.99, -0.99, 1e-6, 1e-7,
    ]
    private static let times: [UInt64] = [
        0, 1, 1000, 1_000_000_000, UInt64(Int64.max), UInt64(Int64.max) + 1, .max - 1_000_000_000, .max - 1, .max,
    ]

    @Test(arguments: 0..<200 as Range<UInt64>)
    func everyValueIsFinite(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        func number() -> Double { Self.numbers.randomElement(using: &generator) ?? 0 }
        func time() -> UInt64 { Self.times.randomElement(using: &generator) ?? 0 }
        var animated = AnimatedValue(number())
        for _ in 0..<40 {
            let timing: Timing =
                Bool.random(using: &generator)
                ? .curve(CubicBezier(number(), number(), number(), number()), duration: time())
                : .spring(number(), number())
            let delay = Bool.random(using: &generator) ? time() : 0
            animated.animate(to: number(), from: time(), with: timing.delayed(by: delay))
            for _ in 0..<8 {
                let time = time()
                #expect(animated.value(at: time).isFinite, "\(animated) at \(time)")
                #expect(animated.velocity(at: time).isFinite, "\(animated) at \(time)")
            }
            #expect(!animated.isMoving(at: .max))
            #expect(animated.value(at: .max) == animated.target)
        }
    }

    @Test(arguments: [0, 1, .max - 1_000_000_000, .max - 1, .max] as [UInt64])
    func anyStartWillDo(start: UInt64) {
        for timing in [Timing.easeInOut(0.35), .spring(0.5, 0.3), .easeInOut(1e9).delayed(by: .max)] {
            var number = AnimatedValue(2)
            number.animate(to: 5, from: start, with: timing)
            #expect(start == 0 || number.value(at: start - 1) == 2 || start == .max)
            #expect((number.value(at: start) == 2) != (start == .max))
            #expect(number.value(at: .max) == 5)
        }
    }

    @Test func animationBeyondClockRangeKeepsItsVelocity() {
        var number = AnimatedValue(0)
        let start = UInt64.max - ns(1)
        number.animate(to: 1, from: start, with: .curve(.linear, duration: ns(10)))
        #expect(number.end == .max)
        #expect(abs(number.value(at: start + ns(0.5)) - 0.05) < 1e-9)
    }

    @Test func thirtyYearAnimationIsHalfwayAfterFifteen() {
        var number = AnimatedValue(0)
        number.animate(to: 1, from: 0, with: .easeInOut(1e9))
        #expect(abs(number.value(at: ns(5e8)) - 0.5) < 1e-9)
        number = AnimatedValue(0)
        number.animate(to: 1, from: 0, with: .spring(1e9))
        #expect(abs(number.value(at: ns(4e8)) - 0.71542) < 1e-5)
        #expect(number.isMoving(at: ns(1e9)))
    }

    @Test func springParametersAreClamped() {
        #expect(Spring(duration: .nan, bounce: .nan) == Spring(duration: 0, bounce: 0))
        #expect(Spring(duration: -.infinity).duration == 0)
        #expect(Spring(duration: 1e-7).duration == 0)
        #expect(Spring(duration: .infinity).duration == 1e9)
        #expect(Spring(duration: 1, bounce: 1).bounce == 0.99)
        #expect(Spring(duration: 1, bounce: -1).bounce == -0.99)
        #expect(Spring(duration: 1, bounce: -.infinity).bounce == -0.99)
    }

    @Test func curveParametersAreClamped() {
        #expect(CubicBezier(.nan, .nan, .nan, .nan) == .linear)
        #expect(CubicBezier(-.infinity, 0, .infinity, 1) == CubicBezier(0, 0, 1, 1))
        #expect(CubicBezier(0, .infinity, 1, -.infinity).state(at: 0.3).progress.isFinite)
        #expect(CubicBezier.easeInOut.state(at: .infinity).progress == 1)
        #expect(CubicBezier.easeInOut.state(at: .nan).progress == 0)
    }
}
