// SPDX-License-Identifier: MIT

import Testing

@testable import TabDaemon

@Suite struct WindowKeeperTests {
    private let second: UInt64 = 1_000_000_000

    @Test func delaysGrowUntilTheWindowStays() {
        var keeper = WindowKeeper()
        var now = second
        for delay in [1, 2, 4, 8, 16, 32, 60, 60] as [UInt64] {
            #expect(keeper.lost(at: now) == .start(at: now + delay * second))
            now += delay * second
            keeper.windowAppeared(at: now)
            now += second
        }
        keeper.windowAppeared(at: now)
        // It is there all the time.
        keeper.windowAppeared(at: now + 59 * second)
        #expect(keeper.lost(at: now + 60 * second) == .start(at: now + 61 * second))
    }

    @Test func startsAreLimitedWithinAnHour() {
        var keeper = WindowKeeper()
        var now = second
        var first: UInt64?
        for _ in 0..<WindowKeeper.maximumStarts {
            guard case .start(let time) = keeper.lost(at: now) else {
                Issue.record("a pause at \(now)")
                return
            }
            first = first ?? time
            now = time
        }
        let end = (first ?? 0) + WindowKeeper.hour
        #expect(keeper.lost(at: now) == .pause(until: end))
        #expect(keeper.lost(at: end - 1) == .pause(until: end))
        #expect(keeper.lost(at: end) == .start(at: end + 60 * second))
    }
}
