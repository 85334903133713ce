// SPDX-License-Identifier: MIT

import Testing

@testable import TabDaemon

@Suite struct PingTrackerTests {
    private let timeouts = PingTracker.Timeouts(restart: 30)
    private let second: UInt64 = 1_000_000_000
    /// One that has answered a ping.
    private let answering: PingTracker = {
        var tracker = PingTracker()
        _ = tracker.send(at: 0)
        _ = tracker.answered(1)
        return tracker
    }()

    @Test func timeToReportIsAtMostHalfOfTimeToRestart() {
        #expect(timeouts.report == 5 * second)
        #expect(timeouts.restart == 30 * second)
        #expect(PingTracker.Timeouts(restart: 2).report == second)
        #expect(PingTracker.Timeouts(restart: nil).restart == nil)
    }

    @Test func programThatAnswersIsNeverJudged() {
        var tracker = PingTracker()
        #expect(tracker.deadline(timeouts) == nil)
        #expect(tracker.send(at: 100) == 1)
        // One question at a time.
        #expect(tracker.send(at: 200) == nil)
        #expect(tracker.deadline(timeouts) == 100 + 30 * second)
        #expect(tracker.check(at: 30 * second, timeouts) == .none)
        #expect(tracker.answered(1) == true)
        #expect(tracker.deadline(timeouts) == nil)
        #expect(tracker.answered(1) == false)
        #expect(tracker.send(at: 300) == 2)
        #expect(tracker.deadline(timeouts) == 300 + 5 * second)
        #expect(tracker.answered(1) == false)
    }

    /// A slow machine needs more than 5 s for it.
    @Test func programThatIsStartingIsReportedWhenItIsToBeRestarted() {
        var tracker = PingTracker()
        _ = tracker.send(at: 0)
        #expect(tracker.check(at: 29 * second, timeouts) == .none)
        #expect(tracker.check(at: 30 * second, timeouts) == .unresponsive)
        #expect(tracker.deadline(timeouts) == 30 * second)
        #expect(tracker.check(at: 30 * second, timeouts) == .overdue)
        var unlimited = PingTracker()
        _ = unlimited.send(at: 0)
        #expect(unlimited.deadline(PingTracker.Timeouts(restart: nil)) == 5 * second)
    }

    @Test func silenceIsReportedAndThenEndedOnce() {
        var tracker = answering
        _ = tracker.send(at: 0)
        #expect(tracker.check(at: 5 * second, timeouts) == .unresponsive)
        #expect(tracker.isUnresponsive)
        #expect(tracker.deadline(timeouts) == 30 * second)
        #expect(tracker.check(at: 29 * second, timeouts) == .none)
        #expect(tracker.check(at: 30 * second, timeouts) == .overdue)
        #expect(tracker.deadline(timeouts) == nil)
        #expect(tracker.answered(2) == true)
        #expect(!tracker.isUnresponsive)
    }

    @Test func withoutRestartSilenceIsOnlyReported() {
        var tracker = answering
        let never = PingTracker.Timeouts(restart: nil)
        _ = tracker.send(at: 0)
        #expect(tracker.check(at: 5 * second, never) == .unresponsive)
        #expect(tracker.deadline(never) == nil)
        #expect(tracker.check(at: 1_000_000 * second, never) == .none)
    }

    /// A wake-up that comes late says that nothing ran in time, the program included: the machine was suspended, the
    /// daemon stopped, or both starved.
    @Test func lateWakeUpGivesTheWholeTimeAgain() {
        var tracker = answering
        _ = tracker.send(at: 0)
        #expect(tracker.check(at: 3600 * second, timeouts) == .none)
        #expect(!tracker.isUnresponsive)
        #expect(tracker.deadline(timeouts) == 3605 * second)
        #expect(tracker.check(at: 3605 * second, timeouts) == .unresponsive)
        // So does one before the restart.
        #expect(tracker.check(at: 9000 * second, timeouts) == .none)
        #expect(tracker.deadline(timeouts) == 9005 * second)
    }

    @Test func stoppedProgramGetsTheWholeTimeAgain() {
        var tracker = answering
        _ = tracker.send(at: 0)
        #expect(tracker.check(at: 5 * second, timeouts) == .unresponsive)
        tracker.excuse(at: 30 * second)
        #expect(!tracker.isUnresponsive && tracker.deadline(timeouts) == 35 * second)
        #expect(tracker.answered(2) == true)
        tracker.excuse(at: 40 * second)
        #expect(tracker.deadline(timeouts) == nil)
    }
}
