// SPDX-License-Identifier: MIT

import Glibc

/// Something did not happen in time.
public struct WaitTimeout: Error, CustomStringConvertible {
    /// What was waited for, as the caller put it.
    public let what: String
    /// How long, in s.
    public let seconds: Double

    /// A failure to report from a wait of one's own.
    public init(what: String, seconds: Double) {
        (self.what, self.seconds) = (what, seconds)
    }

    /// A sentence with both.
    public var description: String { "waited \(seconds) s in vain for \(what)" }
}

/// Waits until the condition holds, looking again every few milliseconds.
///
/// - Parameters:
///   - what: what is waited for, for the failure's message: "the bar's first frame".
///   - seconds: how long at most; generous, since only a failure takes that long.
///   - interval: ms between two looks.
/// - Throws: ``WaitTimeout``, or what the condition throws.
public func waitUntil(
    _ what: @autoclosure () -> String, seconds: Double = Deadline.usual, interval: Int32 = 5,
    _ condition: () throws -> Bool
) throws {
    try waitFor(what(), seconds: seconds, interval: interval) { try condition() ? () : nil }
}

/// Waits until the closure has a value, looking again every few milliseconds.
///
/// - Returns: the value.
/// - Throws: ``WaitTimeout``, or what the closure throws.
@discardableResult
public func waitFor<Value>(
    _ what: @autoclosure () -> String, seconds: Double = Deadline.usual, interval: Int32 = 5,
    _ value: () throws -> Value?
) throws -> Value {
    let deadline = Deadline(seconds: seconds)
    while true {
        // Asked before looking, so that there is one look after the end.
        let late = deadline.hasPassed
        if let value = try value() { return value }
        if late { throw WaitTimeout(what: what(), seconds: seconds) }
        poll(nil, 0, min(interval, deadline.remaining))
    }
}

/// Waits until the value has stayed the same for a while, and answers it.
///
/// - Parameters:
///   - quiet: how long it must not have changed, in s.
/// - Throws: ``WaitTimeout``, or what the closure throws.
@discardableResult
public func waitUntilSettled<Value: Equatable>(
    _ what: @autoclosure () -> String, quiet: Double, seconds: Double = Deadline.usual, _ value: () throws -> Value
) throws -> Value {
    var last = try value()
    var calm = Deadline(seconds: quiet)
    try waitUntil("\(what()) to settle", seconds: seconds) {
        let next = try value()
        if next != last {
            last = next
            calm = Deadline(seconds: quiet)
        }
        return calm.hasPassed
    }
    return last
}
