import Localization
import ShellModel

enum Formatters {
    /// Joins parts in a line. Beside right-to-left text each part is isolated, so that a number stays before its unit.
    static func line(_ parts: [String]) -> String {
        let isIsolated = parts.contains(where: \.hasRightToLeftLetters)
        return parts.map { isIsolated ? $0.isolated : $0 }.joined(separator: " · ")
    }

    /// The time of day: `14:32`.
    static func clock(_ time: Timestamp, in timeZone: LocalTimeZone, _ format: LocaleFormat = .user) -> String {
        let seconds = timeZone.timeOfDay(at: time)
        return format.clock(hour: Int(seconds / 3600), minute: Int(seconds / 60 % 60))
    }

    /// A day: `Today`, `Yesterday`, `Monday, 16 November`, with the year if it differs.
    static func day(_ day: Day, today: Day, _ format: LocaleFormat = .user) -> String {
        if day == today { return localized("Today") }
        if day == today.advanced(by: -1) { return localized("Yesterday") }
        return date(day, today: today, format)
    }

    /// A date: `Monday, 16 November`.
    static func date(_ day: Day, today: Day, _ format: LocaleFormat = .user) -> String {
        let (_, month, number) = day.components
        let date = localized(
            "\(format.weekdays[day.weekday]), \(format.dayAndMonth(number, month))", context: "weekday and date")
        return withYear(date, of: day, today: today, format)
    }

    /// A short date with the weekday: `Mon, 16 Nov`.
    static func shortDate(_ day: Day, today: Day, _ format: LocaleFormat = .user) -> String {
        let date = localized(
            "\(format.shortWeekdays[day.weekday]), \(short(day, format))", context: "short weekday and date")
        return withYear(date, of: day, today: today, format)
    }

    static func withYear(_ date: String, of day: Day, today: Day, _ format: LocaleFormat = .user) -> String {
        let year = day.components.year
        guard year != today.components.year else { return date }
        return format.hasMonthFirst
            ? localized("\(date), \(year)", context: "month, day and year")
            : localized("\(date) \(year)", context: "day, month and year")
    }

    /// A short date: `16 Nov`.
    static func short(_ day: Day, _ format: LocaleFormat = .user) -> String {
        let (_, month, number) = day.components
        return format.dayAndMonth(number, month, isShort: true)
    }

    /// The age of a moment: `just now`, `12 min ago`, `3 h ago`, `2 days ago`.
    static func age(of time: Timestamp, at now: Timestamp) -> String {
        let minutes = max(now.milliseconds - time.milliseconds, 0) / 60_000
        switch minutes {
        case 0: return localized("just now")
        case 1..<60: return localized("\(minutes) min ago")
        case 60..<(48 * 60): return localized("\(minutes / 60) h ago")
        default:
            let days = Int(minutes / (24 * 60))
            return localized(days, one: "\(days) day ago", other: "\(days) days ago")
        }
    }

    /// The time until the text of an age changes, ms.
    static func timeUntilAgeChanges(of time: Timestamp, at now: Timestamp) -> Int64 {
        let age = max(now.milliseconds - time.milliseconds, 0)
        let step: Int64 = age < 3_600_000 ? 60_000 : 3_600_000
        return step - age % step
    }

    /// A duration: `4 min`, `45 s`, `4 min 30 s`.
    static func length(_ milliseconds: Int64) -> String {
        let seconds = (milliseconds + 500) / 1000
        if seconds < 60 { return localized("\(seconds) s") }
        return seconds % 60 == 0 || seconds >= 600
            ? localized("\(seconds / 60) min") : localized("\(seconds / 60) min \(seconds % 60) s")
    }

    /// A range: `54–121`, `54` if both ends are equal, and a dash without values.
    static func range(_ minimum: Double?, _ maximum: Double?) -> String {
        guard let minimum = minimum.flatMap(rounded), let maximum = maximum.flatMap(rounded) else { return "–" }
        return minimum == maximum ? "\(minimum)" : "\(minimum)–\(maximum)"
    }

    /// A number of readings: `1 reading`, `1,200 readings`.
    static func readings(_ number: Int, _ format: LocaleFormat = .user) -> String {
        let count = format.grouped(number)
        return localized(number, one: "\(count) reading", other: "\(count) readings")
    }

    static func measurements(_ number: Int, _ format: LocaleFormat = .user) -> String {
        let count = format.grouped(number)
        return localized(number, one: "\(count) measurement", other: "\(count) measurements")
    }

    static func items(_ number: Int, _ format: LocaleFormat = .user) -> String {
        let count = format.grouped(number)
        return localized(number, one: "\(count) item", other: "\(count) items")
    }
}

extension StressLevel.Category {
    var word: String {
        switch self {
        case .relaxed: localized("Relaxed")
        case .usual: localized("Usual")
        case .elevated: localized("Elevated")
        case .high: localized("High")
        }
    }
}
