// SPDX-License-Identifier: MIT
import Glibc

/// A moment: milliseconds since 1970-01-01T00:00:00Z. It never lies before that nor after the year 9999, so sums and
/// differences of two of them cannot overflow.
public struct Timestamp: Comparable, Hashable, Sendable {
    public let milliseconds: Int64

    /// The milliseconds that a timestamp can have.
    public static let range: ClosedRange<Int64> = 0...253_402_300_799_999
    public static let earliest = Timestamp(milliseconds: range.lowerBound)
    public static let latest = Timestamp(milliseconds: range.upperBound)

    /// The moment, or the nearest one that a timestamp can have.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// The moment, or the nearest one that a timestamp can have.
    public init(seconds: Int64) {
        self.init(milliseconds: min(max(seconds, 0), Self.range.upperBound / 1000) * 1000)
    }

    /// What the clock on the wall shows.
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Whole seconds since 1970.
    public var seconds: Int64 { milliseconds / 1000 }

    /// A moment that lies later, or earlier for a negative number of milliseconds.
    public func advanced(by milliseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        return overflow ? (milliseconds < 0 ? .earliest : .latest) : Timestamp(milliseconds: sum)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}
