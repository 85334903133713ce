// SPDX-License-Identifier: MIT

internal import StressModel

/// The period that a trend shows.
package enum Period: String, CaseIterable, Sendable {
    case day
    case week
    case month
    case year

    /// The name that is shown.
    package var word: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    private var unit: CalendarUnit { CalendarUnit(rawValue: rawValue) ?? .day }

    /// The first day of the period that contains a day.
    func start(around day: Day) -> Day { unit.days(around: day).lowerBound }

    /// The first day of the period after the one that contains a day.
    func end(around day: Day) -> Day { unit.days(around: day).upperBound }

    /// The title of the period that contains a day.
    func title(around day: Day, today: Day) -> String {
        let (first, last) = (start(around: day), end(around: day).advanced(by: -1))
        let (year, month, number) = first.components
        let suffix = Formatters.yearSuffix(first, today: today)
        switch self {
        case .day: return Formatters.day(day, today: today)
        case .week:
            let (_, lastMonth, lastNumber) = last.components
            return month == lastMonth
                ? "\(number) – \(lastNumber) \(Formatters.months[month - 1])\(suffix)"
                : "\(Formatters.short(first)) – \(Formatters.short(last))\(suffix)"
        case .month: return "\(Formatters.months[month - 1]) \(year)"
        case .year: return "\(year)"
        }
    }
}
