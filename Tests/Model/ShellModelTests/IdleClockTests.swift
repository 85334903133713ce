import TestSupport
import Testing

@testable import ShellModel

/// The steps of an idle time, on a scripted clock.
@Suite struct IdleClockTests {
    private static let second: UInt64 = 1_000_000_000
    private static let rules = IdleRules(returnAfter: 60, dimAfter: 30, blankAfter: 120)

    private func time(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

    @Test func nothingConfiguredHasNoDeadline() {
        var clock = IdleClock(at: 5)
        #expect(clock.deadline == nil)
        #expect(clock.advance(to: time(1e6)) == [])
        #expect(clock.input(isActive: true, at: time(1e6)) == [])
        #expect(clock.deadline == nil)
    }

    @Test func inputEndsAnIdleTimeOnce() {
        var clock = IdleClock(Self.rules, at: 0)
        #expect(clock.advance(to: time(61)) == [.dimmed, .returned])
        #expect(clock.input(isActive: true, at: time(62)) == [.active])
        #expect(clock.input(isActive: true, at: time(63)) == [])
        // Nothing is due while somebody is there, however long.
        #expect(clock.deadline == nil)
        #expect(clock.advance(to: time(1000)) == [])
        #expect(clock.input(isActive: false, at: time(1000)) == [])
        #expect(clock.deadline == time(1030))
    }

    @Test func stepsOfOneTimeKeepTheOrderOfTheRules() {
        var clock = IdleClock(IdleRules(returnAfter: 10, dimAfter: 10, blankAfter: 10), at: 0)
        #expect(clock.advance(to: time(10)) == [.returned, .dimmed, .blanked])
    }

    @Test func otherRulesBeginAgain() {
        var clock = IdleClock(Self.rules, at: 0)
        _ = clock.advance(to: time(31))
        clock.rules.dimAfter = 40
        #expect(clock.deadline == time(40))
        #expect(clock.advance(to: time(60)) == [.dimmed, .returned])
    }

    /// An idle screen wakes once a step, and the clock never misses one or repeats it.
    @Test func deadlinesAreThoseOfTheSteps() {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<200 {
            let times = (0..<3).map { _ in
                Bool.random(using: &generator) ? Double(Int.random(in: 2...300, using: &generator)) : nil
            }
            var clock = IdleClock(IdleRules(returnAfter: times[0], dimAfter: times[1], blankAfter: times[2]), at: 0)
            var steps: [IdleStep] = []
            var wakes = 0
            while let deadline = clock.deadline {
                wakes += 1
                steps += clock.advance(to: deadline)
            }
            let configured = times.compactMap(\.self)
            #expect(steps.count == configured.count && wakes == Set(configured).count)
        }
    }
}
