// SPDX-License-Identifier: MIT
import Motion
import Testing

@Suite struct AnimatedTests {
    private let second = 1_000_000_000.0

    private func ns(_ seconds: Double) -> UInt64 { UInt64((seconds * second).rounded()) }

    /// The vector of the looks: easeInOut 0.35 s from 0 to 1, sent back to 0 at 0.1 s.
    @Test(arguments: [
        (0.10, 0.16970), (0.15, 0.36295), (0.20, 0.51609), (0.30, 0.36295), (0.35, 0.16970), (0.45, 0.0),
    ])
    func interruptedCurvesCombine(time: Double, expected: Double) {
        var number = Animated(0)
        number.animate(to: 1, from: 0, duration: ns(0.35), curve: .easeInOut)
        number.animate(to: 0, from: ns(0.1), duration: ns(0.35), curve: .easeInOut)
        #expect(abs(number.value(at: ns(time)) - expected) < 1e-5)
    }

    @Test func itIsContinuousHoweverOftenItIsInterrupted() {
        var number = Animated(0)
        var time: UInt64 = 0
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let before = number.value(at: time)
            number.animate(
                to: Double(Int.random(in: 0...1, using: &generator)), from: time, duration: ns(0.2), curve: .easeInOut)
            #expect(abs(number.value(at: time) - before) < 1e-9)
            #expect(abs(number.value(at: time + 1000) - before) < 1e-3)
            time += UInt64.random(in: 1_000_000...300_000_000, using: &generator)
        }
    }

    @Test func itEndsExactlyAndNeverEarly() {
        var number = Animated(0)
        number.animate(to: 1, from: 500, duration: 1000, curve: .easeInOut)
        #expect(number.end == 1500)
        #expect(number.isMoving(at: 1499))
        #expect(number.value(at: 1499) < 1)
        #expect(!number.isMoving(at: 1500))
        #expect(number.value(at: 1500) == 1)
        #expect(number.value(at: 100) == 0)
    }

    @Test func aZeroDurationIsAJump() {
        var number = Animated(0)
        number.animate(to: 1, from: 0, duration: 100, curve: .linear)
        number.animate(to: 3, from: 50, duration: 0, curve: .linear)
        #expect(number.value(at: 50) == 3)
        #expect(!number.isMoving(at: 50))
    }

    @Test func aNumberAtRestStaysAtRestWhenSentWhereItIs() {
        var number = Animated(1)
        number.animate(to: 1, from: 0, duration: 100, curve: .linear)
        #expect(!number.isMoving(at: 0))
    }

    @Test func settlingForgetsWhatIsOverAndChangesNoValue() {
        var number = Animated(0)
        number.animate(to: 1, from: 0, duration: 100, curve: .linear)
        number.animate(to: 2, from: 50, duration: 100, curve: .linear)
        let ahead = number.value(at: 120)
        number.settle(at: 110)
        #expect(number.value(at: 120) == ahead)
        number.settle(at: 200)
        #expect(number == Animated(2))
    }
}
