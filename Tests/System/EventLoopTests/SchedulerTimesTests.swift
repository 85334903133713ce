// SPDX-License-Identifier: MIT

import Testing

@testable import EventLoop

@Suite struct SchedulerTimesTests {
    @Test(
        arguments: [
            ("12 34 5\n", 12, 34), ("0 0 0\n", 0, 0), ("", 0, 0), ("12", 0, 0), ("12 x 5", 0, 0),
            ("18446744073709551616 1 1", 0, 0),
        ] as [(String, UInt64, UInt64)])
    func timesOfALine(line: String, running: UInt64, waiting: UInt64) {
        let times = SchedulerTimes(schedstat: Array(line.utf8))
        #expect(times.running == running && times.waiting == waiting)
    }

    @Test func processThatDoesNotExistHasNone() { #expect(SchedulerTimes(of: -1) == SchedulerTimes(schedstat: [])) }
}
