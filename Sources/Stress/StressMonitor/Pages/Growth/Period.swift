import Localization

enum Period: String, CaseIterable, Sendable {
    case day
    case week
    case month
    case year

    var word: String {
        switch self {
        case .day: localized("Day")
        case .week: localized("Week")
        case .month: localized("Month")
        case .year: localized("Year")
        }
    }

    func days(around day: Day, _ format: LocaleFormat = .user) -> Range<Day> {
        (CalendarUnit(rawValue: rawValue) ?? .day).days(around: day, firstWeekday: format.firstWeekday)
    }

    func title(around day: Day, today: Day, _ format: LocaleFormat = .user) -> String {
        let days = days(around: day, format)
        let (first, last) = (days.lowerBound, days.upperBound.advanced(by: -1))
        let (year, month, number) = first.components
        switch self {
        case .day: return Formatters.day(day, today: today, format)
        case .week:
            let (_, lastMonth, lastNumber) = last.components
            let span: String
            if month != lastMonth {
                span = localized(
                    "\(Formatters.short(first, format)) – \(Formatters.short(last, format))", context: "days")
            } else if format.hasMonthFirst {
                span = localized("\(format.months[month - 1]) \(number) – \(lastNumber)", context: "month and days")
            } else {
                span = localized("\(number) – \(lastNumber) \(format.months[month - 1])", context: "days and month")
            }
            return Formatters.withYear(span, of: first, today: today, format)
        case .month: return localized("\(format.monthsAlone[month - 1]) \(year)", context: "month and year")
        case .year: return localized("\(year)", context: "year")
        }
    }
}
