public import EventLoop
import TestSupport

extension EventLoop {
    /// Runs the loop until a condition holds. An idle iteration ends with an alarm.
    public func turn(until isReached: () throws -> Bool) throws {
        let alarm = timer {}
        try waitUntil("the condition", interval: 0) {
            if try isReached() { return true }
            alarm.arm(after: 2_000_000)
            try runOnce()
            return try isReached()
        }
        alarm.disarm()
    }

    /// Runs a number of iterations, of a few milliseconds at most each.
    public func turn(times: Int) throws {
        let alarm = timer {}
        for _ in 0..<times {
            alarm.arm(after: 5_000_000)
            try runOnce()
        }
        alarm.disarm()
    }
}
