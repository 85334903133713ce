// SPDX-License-Identifier: MIT

/// Start delays of several animations at even intervals: the first starts at once, the last one last.
public struct Stagger: Equatable, Hashable, Sendable {
    /// The time from one start to the next, ns.
    public var interval: UInt64

    public init(interval: UInt64) {
        self.interval = interval
    }

    /// The delay of the animation at an index, ns; 0 for the first.
    public func delay(of index: Int) -> UInt64 {
        let (delay, overflow) = interval.multipliedReportingOverflow(by: UInt64(max(index, 0)))
        return overflow ? .max : delay
    }

    /// The delay of the last of `count` animations, by which all together take longer than one, ns.
    public func total(_ count: Int) -> UInt64 { count > 0 ? delay(of: count - 1) : 0 }
}
