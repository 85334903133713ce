// SPDX-License-Identifier: MIT

import EventLoop
import LoopTestSupport
import ShellModel
import Testing

@testable import TabDaemon

@Suite struct ResponseMonitorTests {
    private let loop: EventLoop
    private let monitor: ResponseMonitor

    init() throws {
        loop = try EventLoop()
        monitor = ResponseMonitor(on: loop)
    }

    /// A program that waits for a processor on a slow machine cannot answer, and is not reported for it.
    @Test func onlyTimeInWhichTheProgramCouldRunCounts() throws {
        monitor.timeouts = PingTracker.Timeouts(restart: 0.002)
        var (time, readings): (UInt64, Int) = (0, 0)
        monitor.clock = { _ in
            readings += 1
            if readings > 5 { time += 1_000_000 }
            return time
        }
        var reports: [UInt64] = []
        monitor.onUnresponsive = { reports.append($1) }
        monitor.add(.panel) { [monitor] in if $0 == 1 { monitor.answered(.panel, 1) } else { #expect($0 == 2) } }
        try loop.turn { readings == 1 }
        monitor.setFront([.panel])
        try loop.turn { readings == 5 }
        #expect(reports.isEmpty)
        try loop.turn { !reports.isEmpty }
        #expect(readings == 6 && reports == [1_000_000])
    }

    /// An unused screen wakes the daemon once a minute, however many programs are in front.
    @Test func programsInFrontArePingedTogether() throws {
        var pings: [Program: UInt64] = [:]
        for program in [Program.panel, .page("a"), .page("b")] {
            monitor.add(program) { [monitor] in
                pings[program] = $0
                monitor.answered(program, $0)
            }
        }
        try loop.turn { pings.count == 3 }
        #expect(monitor.nextRound == nil)
        let before = MonotonicClock.now
        monitor.setFront([.panel, .page("a")])
        #expect(pings == [.panel: 2, .page("a"): 2, .page("b"): 1])
        let round = try #require(monitor.nextRound)
        #expect(round >= before + 60_000_000_000 && round <= MonotonicClock.now + 60_000_000_000)
        monitor.pingFront()
        #expect(pings == [.panel: 3, .page("a"): 3, .page("b"): 1])
    }
}
