// SPDX-License-Identifier: MIT

/// Lets something happen once in an interval. It reads no clock and needs no timer: whoever wants it to happen says what
/// time it is.
package struct RateLimit: Equatable, Sendable {
    private let interval: UInt64
    private var last: UInt64?

    /// - Parameter interval: ns.
    package init(interval: UInt64) {
        self.interval = interval
    }

    /// Whether it may happen at a time (CLOCK_MONOTONIC, ns), which is then taken as when it did.
    package mutating func admits(_ time: UInt64) -> Bool {
        if let last, time >= last, time - last < interval { return false }
        last = time
        return true
    }

    /// Lets it happen at any time, as at the start.
    package mutating func reset() {
        last = nil
    }
}
