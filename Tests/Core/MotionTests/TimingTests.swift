// SPDX-License-Identifier: MIT
import Motion
import Testing

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
