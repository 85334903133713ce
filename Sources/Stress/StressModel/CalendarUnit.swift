// SPDX-License-Identifier: MIT

/// What a chart puts together in one point.
public enum CalendarUnit: String, CaseIterable, Sendable {
    /// Sixty minutes from a day's beginning on.
    case hour
    case day
    /// From Monday on.
    case week
    case month
    case year

    /// The part of time that a moment lies in.
    public func extent(around time: Timestamp, in place: LocalTimeZone) -> Range<Timestamp> {
        let day = place.day(at: time)
        let (year, month, dayOfMonth) = day.components
        switch self {
        case .hour:
            let start = place.start(of: day)
            let hour = (time.milliseconds - start.milliseconds) / Self.hourLength
            let begin = start.advanced(by: hour * Self.hourLength)
            let end = min(begin.advanced(by: Self.hourLength), place.extent(of: day).upperBound)
            return begin..<max(end, begin)
        case .day:
            return place.extent(of: day)
        case .week:
            return extent(from: day.advanced(by: -day.weekday), to: day.advanced(by: 7 - day.weekday), in: place)
        case .month:
            let first = day.advanced(by: 1 - dayOfMonth)
            let next = month == 12 ? Day(year: year + 1, month: 1, day: 1) : Day(year: year, month: month + 1, day: 1)
            return extent(from: first, to: next, in: place)
        case .year:
            return extent(
                from: Day(year: year, month: 1, day: 1) ?? day, to: Day(year: year + 1, month: 1, day: 1), in: place)
        }
    }

    private static let hourLength: Int64 = 3_600_000

    private func extent(from first: Day, to next: Day?, in place: LocalTimeZone) -> Range<Timestamp> {
        let start = place.start(of: first)
        return start..<max(next.map(place.start(of:)) ?? .latest, start)
    }
}
