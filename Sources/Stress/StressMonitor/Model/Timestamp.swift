import Glibc
import Posix

/// A moment in milliseconds since 1970-01-01T00:00:00Z. It is within the years 1970 to 9999, so sums and
/// differences of two timestamps cannot overflow.
struct Timestamp: Comparable, Hashable, Sendable {
    let milliseconds: Int64

    static let range: ClosedRange<Int64> = 0...253_402_300_799_999
    static let earliest = Timestamp(milliseconds: range.lowerBound)
    static let latest = Timestamp(milliseconds: range.upperBound)

    /// Creates a timestamp, limited to ``range``.
    init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Creates a timestamp, limited to ``range``.
    init(seconds: Int64) {
        self.init(milliseconds: min(max(seconds, 0), Self.range.upperBound / 1000) * 1000)
    }

    static var now: Timestamp { Timestamp(milliseconds: Int64((clockTime(CLOCK_REALTIME) ?? 0) / 1_000_000)) }

    /// Whole seconds since 1970.
    var seconds: Int64 { milliseconds / 1000 }

    /// A later moment, or an earlier one for a negative number of milliseconds.
    func advanced(by milliseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        return overflow ? (milliseconds < 0 ? .earliest : .latest) : Timestamp(milliseconds: sum)
    }

    static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}
