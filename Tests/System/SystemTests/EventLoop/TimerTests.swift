import EventLoop
import Glibc
import Posix
import Testing

@Suite struct TimerTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test func timersFireInDeadlineOrder() throws {
        var fired: [Int] = []
        let now = MonotonicClock.now
        // All are due in one round, and armed in another order.
        let timers = (0..<5).map { number in loop.timer { fired.append(number) } }
        for number in [3, 1, 4, 0, 2] { timers[number].arm(at: now + UInt64(number)) }
        timers[1].arm(at: now + 1)
        try loop.runOnce()
        #expect(fired == [0, 1, 2, 3, 4])
        #expect(timers.allSatisfy { $0.deadline == nil })
    }

    /// "Never" is a deadline like any other.
    @Test func timerThatNeverFiresDelaysNothing() throws {
        var fired: [String] = []
        let (never, late, soon) = (
            loop.timer { fired.append("never") }, loop.timer { fired.append("late") }, loop.timer { loop.stop() }
        )
        never.arm(at: .max)
        late.arm(after: .max)
        #expect(late.deadline == .max)
        try withReadyDescriptor { try loop.runOnce() }
        soon.arm(after: 1_000_000)
        try loop.run()
        #expect(fired.isEmpty)
    }

    @Test func timerIsDisarmedByNoTime() {
        let timer = loop.timer {}
        timer.arm(at: 1)
        timer.arm(at: nil)
        #expect(timer.deadline == nil)
        timer.arm(after: 1)
        timer.arm(after: nil)
        #expect(timer.deadline == nil)
    }

    /// Arrived data is read before its timeout, and its consequences need no other wait.
    @Test func timersFireAfterDescriptors() throws {
        var calls: [String] = []
        let (overdue, next) = (loop.timer { calls.append("overdue") }, loop.timer { calls.append("next") })
        overdue.arm(after: 0)
        let pipe = try Pipe()
        let source = try loop.watch(pipe.readEnd.rawValue, for: .read) { _ in
            calls.append("source")
            next.arm(after: 0)
        }
        try pipe.writeEnd.writeAll([0])
        try loop.runOnce()
        #expect(calls == ["source", "overdue", "next"])
        source.cancel()
    }

    /// Wakes the loop from a wait that would last for ever, by a descriptor.
    private func withReadyDescriptor(_ body: () throws -> Void) throws {
        let pipe = try Pipe()
        let source = try loop.watch(pipe.readEnd.rawValue, for: .read) { _ in }
        try pipe.writeEnd.writeAll([0])
        try body()
        source.cancel()
    }

    @Test func timerFiresOncePerArming() throws {
        var fired = 0
        var timer: EventLoop.Timer?
        timer = loop.timer {
            fired += 1
            if fired < 3 { timer?.arm(after: 0) } else { loop.stop() }
        }
        timer?.arm(after: 1000)
        try loop.run()
        #expect(fired == 3)
        timer = nil
    }

    /// It fires once, and also for a time that has passed.
    @Test func timerOfTheWallClockFires() throws {
        var fired = 0
        let timer = try WallClockTimer(on: loop) { fired += 1 }
        for seconds in [0, 2] as [Int64] {
            try timer.arm(at: Int64(time(nil)) - seconds)
            let earlier = fired
            while fired == earlier { try loop.runOnce() }
        }
        try withReadyDescriptor { try loop.runOnce() }
        #expect(fired == 2)
    }

    @Test func earlierTimerCanDisarmOrMoveLaterOne() throws {
        var fired: [String] = []
        let now = MonotonicClock.now
        let later = loop.timer { fired.append("later") }
        let moved = loop.timer { fired.append("moved") }
        let first = loop.timer {
            fired.append("first")
            later.disarm()
            moved.arm(after: 5_000_000)
        }
        first.arm(at: now)
        later.arm(at: now + 1)
        moved.arm(at: now + 2)
        try loop.runOnce()
        #expect(fired == ["first"])
        try loop.runOnce()
        #expect(fired == ["first", "moved"])
    }

    /// A constantly due timer leaves the descriptors their turns.
    @Test func timerThatATimerArmsWaitsForTheNextIteration() throws {
        var fired: [String] = []
        let past = MonotonicClock.now
        let other = loop.timer { fired.append("other") }
        var timer: EventLoop.Timer?
        timer = loop.timer {
            fired.append("timer")
            timer?.arm(at: past)
            other.arm(at: past)
        }
        timer?.arm(at: past)
        for _ in 0..<2 { try loop.runOnce() }
        #expect(fired == ["timer", "timer", "other"])
        timer = nil
    }

    @Test func timersNeverFireEarly() throws {
        var times: [(due: UInt64, fired: UInt64)] = []
        let timers = (1...5).map { step -> EventLoop.Timer in
            let due = MonotonicClock.now + UInt64(step) * 700_000
            let timer = loop.timer {
                times.append((due, MonotonicClock.now))
                if step == 5 { loop.stop() }
            }
            timer.arm(at: due)
            return timer
        }
        try loop.run()
        #expect(times.count == timers.count)
        #expect(times.allSatisfy { $0.fired >= $0.due })
    }
}
