/// The span of time that one point of a chart aggregates.
enum CalendarUnit: String, CaseIterable, Sendable {
    /// Sixty minutes, counted from the start of the day.
    case hour
    case day
    /// Starts on Monday, unless another day is given.
    case week
    case month
    case year

    /// The hour, day, week, month or year that contains a moment.
    func extent(around time: Timestamp, in timeZone: LocalTimeZone) -> Range<Timestamp> {
        let day = timeZone.day(at: time)
        guard self == .hour else {
            let days = days(around: day)
            let start = timeZone.start(of: days.lowerBound)
            return start..<max(timeZone.start(of: days.upperBound), start)
        }
        let (hour, extent): (Int64, _) = (3_600_000, timeZone.extent(of: day))
        let passed = (time.milliseconds - extent.lowerBound.milliseconds) / hour * hour
        let start = extent.lowerBound.advanced(by: passed)
        return start..<max(min(start.advanced(by: hour), extent.upperBound), start)
    }

    /// The day, week, month or year that contains a day; the day for an hour. Weeks begin on `firstWeekday`, 0 for Monday.
    func days(around day: Day, firstWeekday: Int = 0) -> Range<Day> {
        switch self {
        case .hour, .day:
            return day..<max(day.advanced(by: 1), day)
        case .week:
            let passed = (day.weekday - firstWeekday + 7) % 7
            return day.advanced(by: -passed)..<day.advanced(by: 7 - passed)
        case .month:
            let start = Self.firstOfMonth(day)
            return start..<Self.firstOfMonth(start.advanced(by: 31))
        case .year:
            let year = day.components.year
            let start = Day(year: year, month: 1, day: 1) ?? day
            return start..<(Day(year: year + 1, month: 1, day: 1) ?? max(Day(number: .max), start))
        }
    }

    private static func firstOfMonth(_ day: Day) -> Day { day.advanced(by: 1 - day.components.day) }
}
