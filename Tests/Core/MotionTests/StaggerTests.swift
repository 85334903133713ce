// SPDX-License-Identifier: MIT

import Motion
import Testing

@Suite struct StaggerTests {
    /// The menu of the fourth look, with starts 0.05 s apart.
    @Test func delaysGrowWithIndex() {
        let stagger = Stagger(interval: ns(0.05))
        #expect((0..<4).map { stagger.delay(of: $0) } == [0, 50_000_000, 100_000_000, 150_000_000])
        #expect(stagger.total(4) == 150_000_000)
        #expect(stagger.total(1) == 0)
    }

    @Test func extremeCountsAreClamped() {
        #expect(Stagger(interval: .max).delay(of: 2) == .max)
        #expect(Stagger(interval: 5).delay(of: -3) == 0)
        #expect(Stagger(interval: 5).total(0) == 0)
        #expect(Stagger(interval: 5).total(.min) == 0)
        #expect(Stagger(interval: 2).delay(of: .max) == UInt64.max - 1)
    }

    @Test func staggeredValuesStartInTurn() {
        let stagger = Stagger(interval: 100)
        var menu = [AnimatedValue](repeating: AnimatedValue(0), count: 3)
        for place in menu.indices {
            menu[place].animate(to: 1, from: 1000, with: .spring(0.35).delayed(by: stagger.delay(of: place)))
        }
        #expect(menu.map { $0.value(at: 1150) > 0 } == [true, true, false])
        #expect(menu.map { $0.end ?? 0 }.max() == (menu[0].end ?? 0) + stagger.total(3))
    }
}

@Suite struct TimingTests {
    @Test func reducedMotionIsImmediateWithoutDelay() {
        for timing in [Timing.easeInOut(0.2), .spring(0.35, 0.3), .easeInOut(0.2).delayed(by: 50)] {
            #expect(timing.reduced(true) == .immediate)
            #expect(timing.reduced(false) == timing)
        }
    }

    @Test func delaysAddUp() {
        #expect(Timing.spring(0.3).delayed(by: 50).delayed(by: 20).delay == 70)
        #expect(Timing.immediate.delayed(by: .max).delayed(by: 1).delay == .max)
    }
}
