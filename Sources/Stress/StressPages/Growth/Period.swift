// SPDX-License-Identifier: MIT

internal import StressModel

/// How much time a trend shows.
package enum Period: Int, CaseIterable, Sendable {
    case day
    case week
    case month
    case year

    package var word: String {
        switch self {
        case .day: "Day"
        case .week: "Week"
        case .month: "Month"
        case .year: "Year"
        }
    }

    /// The first day of the period around a day.
    func start(around day: Day) -> Day {
        let (year, _, number) = day.components
        return switch self {
        case .day: day
        case .week: day.advanced(by: -day.weekday)
        case .month: day.advanced(by: 1 - number)
        case .year: Day(year: year, month: 1, day: 1) ?? day
        }
    }

    /// The first day of the next period.
    func end(around day: Day) -> Day {
        let (year, month, _) = day.components
        return switch self {
        case .day: day.advanced(by: 1)
        case .week: start(around: day).advanced(by: 7)
        case .month:
            (month == 12 ? Day(year: year + 1, month: 1, day: 1) : Day(year: year, month: month + 1, day: 1))
                ?? day.advanced(by: 31)
        case .year: Day(year: year + 1, month: 1, day: 1) ?? day.advanced(by: 366)
        }
    }

    /// What the period around a day is called.
    func title(around day: Day, today: Day) -> String {
        let (first, last) = (start(around: day), end(around: day).advanced(by: -1))
        let (year, month, number) = first.components
        let suffix = year == today.components.year ? "" : " \(year)"
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
