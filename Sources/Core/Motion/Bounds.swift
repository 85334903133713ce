extension UInt64 {
    /// A sum that saturates at the clock's last tick.
    func advanced(byAtMost duration: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(duration)
        return overflow ? .max : sum
    }

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
    /// Clamps to a range; NaN becomes `fallback`.
    func clamped(to range: ClosedRange<Double>, fallback: Double) -> Double {
        isNaN ? fallback : min(max(self, range.lowerBound), range.upperBound)
    }

    /// The number clamped so that all computations of an animation, squares included, stay finite.
    var bounded: Double { clamped(to: -1e100...1e100, fallback: 0) }

    /// The position among stops of a finger that pulls beyond the first or the last one against a resistance: half
    /// as far at first, and at most a third of the way to another stop.
    public func resisted(beyond range: ClosedRange<Double>) -> Double {
        let limit = 1.0 / 3
        let nearest = Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
        let excess = self - nearest
        return nearest + limit * excess / (abs(excess) + 2 * limit)
    }
}
