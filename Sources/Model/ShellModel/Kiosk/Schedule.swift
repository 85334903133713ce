// SPDX-License-Identifier: MIT

/// The entries of `[[schedule]]`. Of two that overlap, the later one has its values, and the other one the rest.
public struct Schedule: Equatable, Sendable {
    public var entries: [ScheduleEntry]

    public init(_ entries: [ScheduleEntry] = []) {
        self.entries = entries
    }

    /// Returns the values in force in a minute.
    public func values(at time: CivilTime) -> ScheduledValues {
        entries.filter { $0.contains(time) }.reduce(into: ScheduledValues()) { $0.apply($1.values) }
    }

    /// Returns the values in force at a time.
    ///
    /// - Parameters:
    ///   - time: seconds since 1970.
    ///   - offset: returns the offset of the zone at a time, s east of UTC.
    public func values(at time: Int64, offset: (Int64) -> Int64) -> ScheduledValues {
        values(at: CivilTime(time, offset: offset(time)))
    }

    /// Returns the next time at which other values are in force; nil for none within eight days.
    ///
    /// An hour that the zone leaves out has its effect when it would have begun, and one that it repeats has it twice.
    public func nextChange(after time: Int64, offset: (Int64) -> Int64) -> Int64? {
        guard !entries.isEmpty else { return nil }
        let present = values(at: time, offset: offset)
        let today = CivilTime.day(time + offset(time))
        let minutes = Set(entries.flatMap { [$0.from, $0.to] })
        // Those of all days together: a change of the zone's offset may come after the first times of the next day.
        var times: [Int64] = []
        for day in today...today + 8 {
            let midnight = day * CivilTime.secondsPerDay
            let (early, late) = (offset(midnight - 86_400), offset(midnight + 2 * 86_400))
            times += minutes.flatMap { minute in [early, late].map { midnight + Int64(minute) * 60 - $0 } }
            if early != late { times.append(Self.transition(in: midnight - 86_400...midnight + 2 * 86_400, offset)) }
        }
        return times.filter { $0 > time }.sorted().first { values(at: $0, offset: offset) != present }
    }

    /// The first time with another offset than at the beginning.
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
