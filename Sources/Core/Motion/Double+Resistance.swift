// SPDX-License-Identifier: MIT

extension Double {
    /// The position among stops that a finger reaches which pulls beyond the first or the last one against a resistance: half
    /// as far at first, and never further than a third of the way to another stop.
    public func resisted(beyond range: ClosedRange<Double>) -> Double {
        let limit = 1.0 / 3
        let nearest = Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
        let excess = self - nearest
        return nearest + limit * excess / (abs(excess) + 2 * limit)
    }
}
