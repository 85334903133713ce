// SPDX-License-Identifier: MIT

internal import StressModel

/// Times and numbers as text.
enum Formatters {
    static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The time of day: `14:32`.
    static func clock(_ time: Timestamp, in timeZone: LocalTimeZone) -> String {
        let seconds = timeZone.timeOfDay(at: time)
        return "\(seconds / 3600):\(padded(seconds / 60 % 60, 2))"
    }

    /// A day: `Today`, `Yesterday`, `Monday, 16 November`, with the year if it is another one.
    static func day(_ day: Day, today: Day) -> String {
        if day == today { return "Today" }
        if day == today.advanced(by: -1) { return "Yesterday" }
        return date(day, today: today)
    }

    /// A date: `Monday, 16 November`.
    static func date(_ day: Day, today: Day) -> String {
        let (_, month, number) = day.components
        return "\(weekdays[day.weekday]), \(number) \(months[month - 1])\(yearSuffix(day, today: today))"
    }

    /// A short date with the weekday: `Mon, 16 Nov`.
    static func shortDate(_ day: Day, today: Day) -> String {
        "\(weekdays[day.weekday].prefix(3)), \(short(day))\(yearSuffix(day, today: today))"
    }

    /// The year with a space before it if it is not the present one.
    static func yearSuffix(_ day: Day, today: Day) -> String {
        let year = day.components.year
        return year == today.components.year ? "" : " \(year)"
    }

    /// A short date: `16 Nov`.
    static func short(_ day: Day) -> String {
        let (_, month, number) = day.components
        return "\(number) \(months[month - 1].prefix(3))"
    }

    /// The age of a moment: `just now`, `12 min ago`, `3 h ago`, `2 days ago`.
    static func age(of time: Timestamp, at now: Timestamp) -> String {
        let minutes = max(now.milliseconds - time.milliseconds, 0) / 60_000
        switch minutes {
        case 0: return "just now"
        case 1..<60: return "\(minutes) min ago"
        case 60..<(48 * 60): return "\(minutes / 60) h ago"
        default: return "\(minutes / (24 * 60)) days ago"
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
        if seconds < 60 { return "\(seconds) s" }
        return seconds % 60 == 0 || seconds >= 600 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    }

    /// A range: `54–121`, `54` if both ends are equal, and a dash without values.
    static func range(_ minimum: Double?, _ maximum: Double?) -> String {
        guard let minimum = minimum.flatMap(rounded), let maximum = maximum.flatMap(rounded) else { return "–" }
        return minimum == maximum ? "\(minimum)" : "\(minimum)–\(maximum)"
    }

    /// A count with its noun: `1 reading`, `1,200 readings`.
    static func count(_ number: Int, _ word: String) -> String {
        "\(groupedDigits(number)) \(word)\(number == 1 ? "" : "s")"
    }
}

extension StressLevel.Category {
    /// The name of the category that is shown.
    package var word: String {
        switch self {
        case .relaxed: "Relaxed"
        case .usual: "Usual"
        case .elevated: "Elevated"
        case .high: "High"
        }
    }
}
