// SPDX-License-Identifier: MIT

internal import StressModel

/// How times and figures read.
enum Formatters {
    static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// `14:32`.
    static func clock(_ time: Timestamp, in place: LocalTimeZone) -> String {
        let seconds = place.timeOfDay(at: time)
        return "\(seconds / 3600):\(padded(seconds / 60 % 60, 2))"
    }

    /// `Today`, `Yesterday`, `Monday, 16 November`, with the year where it is another one.
    static func day(_ day: Day, today: Day) -> String {
        if day == today { return "Today" }
        if day == today.advanced(by: -1) { return "Yesterday" }
        return date(day, today: today)
    }

    /// `Monday, 16 November`.
    static func date(_ day: Day, today: Day) -> String {
        let (year, month, number) = day.components
        let suffix = year == today.components.year ? "" : " \(year)"
        return "\(weekdays[day.weekday]), \(number) \(months[month - 1])\(suffix)"
    }

    /// `Mon, 16 Nov`.
    static func shortDate(_ day: Day, today: Day) -> String {
        let year = day.components.year
        return "\(weekdays[day.weekday].prefix(3)), \(short(day))\(year == today.components.year ? "" : " \(year)")"
    }

    /// `16 Nov`.
    static func short(_ day: Day) -> String {
        let (_, month, number) = day.components
        return "\(number) \(months[month - 1].prefix(3))"
    }

    /// `just now`, `12 min ago`, `3 h ago`, `2 days ago`.
    static func age(of time: Timestamp, at now: Timestamp) -> String {
        let minutes = max(now.milliseconds - time.milliseconds, 0) / 60_000
        switch minutes {
        case 0: return "just now"
        case 1..<60: return "\(minutes) min ago"
        case 60..<(48 * 60): return "\(minutes / 60) h ago"
        default: return "\(minutes / (24 * 60)) days ago"
        }
    }

    /// In how many ms that text changes.
    static func ageChanges(of time: Timestamp, at now: Timestamp) -> Int64 {
        let age = max(now.milliseconds - time.milliseconds, 0)
        let step: Int64 = age < 3_600_000 ? 60_000 : 3_600_000
        return step - age % step
    }

    /// `4 min`, `45 s`, `4 min 30 s`.
    static func length(_ milliseconds: Int64) -> String {
        let seconds = (milliseconds + 500) / 1000
        if seconds < 60 { return "\(seconds) s" }
        return seconds % 60 == 0 || seconds >= 600 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    }

    /// `54–121`, `54` where both are that, and a dash where there is nothing.
    static func range(_ least: Double?, _ greatest: Double?) -> String {
        guard let least = least.flatMap(rounded), let greatest = greatest.flatMap(rounded) else { return "–" }
        return least == greatest ? "\(least)" : "\(least)–\(greatest)"
    }

    /// `1 reading`, `1,200 readings`.
    static func count(_ number: Int, _ word: String) -> String {
        "\(groupedDigits(number)) \(word)\(number == 1 ? "" : "s")"
    }
}

extension StressLevel.Category {
    /// How a level is called.
    package var word: String {
        switch self {
        case .relaxed: "Relaxed"
        case .usual: "Usual"
        case .elevated: "Elevated"
        case .high: "High"
        }
    }
}
