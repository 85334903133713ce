// SPDX-License-Identifier: MIT

extension UInt64 {
    /// A sum that stays at the clock's last tick instead of passing it.
    func advanced(byAtMost duration: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(duration)
        return overflow ? .max : sum
    }

    /// Nanoseconds, rounded up, of seconds of which there may be too many or none.
    init(secondsRoundedUp seconds: Double) {
        let nanoseconds = (seconds * 1e9).rounded(.up)
        if nanoseconds >= 0x1p64 {
            self = .max
        } else {
            self = nanoseconds > 0 ? UInt64(nanoseconds) : 0
        }
    }
}

extension Double {
    /// The nearest number of a range; what is no number counts as `fallback`.
    func clamped(to range: ClosedRange<Double>, fallback: Double) -> Double {
        isNaN ? fallback : min(max(self, range.lowerBound), range.upperBound)
    }

    /// A number small enough for whatever a motion does with it, squaring included, to stay finite.
    var bounded: Double { clamped(to: -1e100...1e100, fallback: 0) }
}
