/// A limit of one event per interval. It reads no clock and needs no timer: the caller passes the time.
package struct RateLimit: Equatable, Sendable {
    private let interval: UInt64
    private var last: UInt64?

    /// - Parameter interval: ns.
    package init(interval: UInt64) {
        self.interval = interval
    }

    /// Returns true, and records the event, if it is allowed at a time (CLOCK_MONOTONIC, ns).
    package mutating func admits(_ time: UInt64) -> Bool {
        if let last, time >= last, time - last < interval { return false }
        last = time
        return true
    }

    package mutating func reset() {
        last = nil
    }
}
