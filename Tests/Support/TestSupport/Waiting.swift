import Glibc

/// A condition that did not hold in time.
public struct WaitTimeout: Error, CustomStringConvertible {
    /// The caller's description of the condition.
    public let what: String
    /// The timeout, s.
    public let seconds: Double

    /// Creates an error for a caller's own wait.
    public init(what: String, seconds: Double) {
        (self.what, self.seconds) = (what, seconds)
    }

    /// The message, with both.
    public var description: String { "waited \(seconds) s in vain for \(what)" }
}

/// Polls until a condition holds, which a failure's message describes: "the bar's first frame". The timeout is
/// generous, since only a failure takes that long; the interval is in ms.
public func waitUntil(
    _ what: @autoclosure () -> String, seconds: Double = Deadline.usual, interval: Int32 = 5,
    _ condition: () throws -> Bool
) throws {
    try waitFor(what(), seconds: seconds, interval: interval) { try condition() ? () : nil }
}

/// Polls until the closure returns a value, and returns it. `pause` waits for at most a time, ms.
@discardableResult
public func waitFor<Value>(
    _ what: @autoclosure () -> String, seconds: Double = Deadline.usual, interval: Int32 = 5,
    pause: (Int32) -> Void = { poll(nil, 0, $0) }, _ value: () throws -> Value?
) throws -> Value {
    let deadline = Deadline(seconds: seconds)
    while true {
        // Read before the check, for one check after the deadline.
        let late = deadline.hasPassed
        if let value = try value() { return value }
        if late { throw WaitTimeout(what: what(), seconds: seconds) }
        pause(min(interval, deadline.remaining))
    }
}

/// Polls until the value has been the same for a time (s), and returns it.
@discardableResult
public func waitUntilSettled<Value: Equatable>(
    _ what: @autoclosure () -> String, quiet: Double, seconds: Double = Deadline.usual, _ value: () throws -> Value
) throws -> Value {
    var last = try value()
    var calm = Deadline(quiet: quiet)
    try waitUntil("\(what()) to settle", seconds: seconds) {
        let next = try value()
        if next != last {
            last = next
            calm = Deadline(quiet: quiet)
        }
        return calm.hasPassed
    }
    return last
}
