// SPDX-License-Identifier: MIT

import Testing

@testable import TabDaemon

@Suite struct LogThrottleTests {
    @Test func oneLineAMinuteCountsTheOthers() {
        var throttle = LogThrottle()
        let minute = LogThrottle.interval
        #expect(throttle.line("a", at: 5) == "a")
        for time in 6..<1006 as Range<UInt64> { #expect(throttle.line("b", at: time) == nil) }
        #expect(throttle.line("c", at: 5 + minute) == "c, and 1000 more since the last such line")
        #expect(throttle.line("d", at: 5 + 2 * minute) == "d")
    }
}
