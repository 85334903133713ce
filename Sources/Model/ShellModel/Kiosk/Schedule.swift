/// The entries of `[[schedule]]`. Where two overlap, the later one has priority, key by key.
///
/// Times are seconds since 1970, and `offset` returns the offset of the zone at a time, s east of UTC.
extension [ScheduleEntry] {
    func values(at time: Int64, offset: (Int64) -> Int64) -> ScheduledValues {
        let time = CivilTime(time, offset: offset(time))
        return filter { $0.contains(time) }.reduce(into: ScheduledValues()) { $0.apply($1.values) }
    }

    /// Returns the next time at which other values take effect; nil without one within eight days. An entry in a skipped
    /// DST hour takes effect at the change; one in a repeated hour takes effect twice.
    func nextChange(after time: Int64, offset: (Int64) -> Int64) -> Int64? {
        guard !isEmpty else { return nil }
        let present = values(at: time, offset: offset)
        let today = CivilTime.day(time + offset(time))
        let minutes = Set(flatMap { [$0.from, $0.to] })
        // All days together: the zone's offset may change after the first times of the next day.
        var times: [Int64] = []
        for day in today...today + 8 {
            let midnight = day * CivilTime.secondsPerDay
            let (early, late) = (offset(midnight - 86_400), offset(midnight + 2 * 86_400))
            times += minutes.flatMap { minute in [early, late].map { midnight + Int64(minute) * 60 - $0 } }
            if early != late { times.append(Self.transition(in: midnight - 86_400...midnight + 2 * 86_400, offset)) }
        }
        return times.filter { $0 > time }.sorted().first { values(at: $0, offset: offset) != present }
    }

    /// The first time whose offset differs from the beginning's.
    private static func transition(in range: ClosedRange<Int64>, _ offset: (Int64) -> Int64) -> Int64 {
        var (low, high) = (range.lowerBound, range.upperBound)
        let before = offset(low)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(middle) == before { low = middle } else { high = middle }
        }
        return high
    }
}
