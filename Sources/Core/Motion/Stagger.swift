// SPDX-License-Identifier: MIT

/// Things that begin to move one after another, evenly apart: the nearest at once, the farthest last.
public struct Stagger: Equatable, Hashable, Sendable {
    /// Nanoseconds from one to the next.
    public var interval: UInt64

    public init(interval: UInt64) {
        self.interval = interval
    }

    /// The delay in nanoseconds of the thing at a place in the order; 0 is the nearest.
    public func delay(of place: Int) -> UInt64 {
        let (delay, overflow) = interval.multipliedReportingOverflow(by: UInt64(max(place, 0)))
        return overflow ? .max : delay
    }

    /// How much later than the first of so many the last begins, and so how much longer all take than one, ns.
    public func total(_ count: Int) -> UInt64 { count > 0 ? delay(of: count - 1) : 0 }
}
