// SPDX-License-Identifier: MIT

/// The log lines of an event that many clients may cause at once: at most one a minute, with the number of the others.
struct LogThrottle {
    /// The time between two lines, ns.
    static let interval: UInt64 = 60_000_000_000

    private var next: UInt64 = 0
    private var suppressed = 0

    /// Returns the line to log; nil for none.
    mutating func line(_ text: String, at now: UInt64) -> String? {
        guard now >= next else {
            suppressed += 1
            return nil
        }
        defer { (next, suppressed) = (now + Self.interval, 0) }
        return suppressed == 0 ? text : "\(text), and \(suppressed) more since the last such line"
    }
}
