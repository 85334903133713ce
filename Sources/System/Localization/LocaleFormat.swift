// SPDX-License-Identifier: MIT

/// The customs of a place for dates, times and numbers: a value, so that what formats needs no locale.
public struct LocaleFormat: Equatable, Sendable {
    public var decimalSeparator = "."
    /// The separator of groups of three digits; empty where they are not separated.
    public var groupSeparator = ","
    /// The first day of the week, from 0 for Monday on.
    public var firstWeekday = 0
    /// The names of the halves of the day, where hours are counted to twelve; empty where they are counted to 24.
    public var halvesOfDay: [String] = []
    /// True if a date has the month before its day.
    public var hasMonthFirst = false
    /// The format of a date in numbers: `%d`, `%m` and `%Y`, as in strftime(3). Nil for year-month-day.
    public var numericDate: String?
    /// From Monday on.
    public var weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    public var shortWeekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// The names of months beside a day.
    public var months = english
    public var shortMonths = english.map { String($0.prefix(3)) }
    /// The names of months without a day, which some languages spell otherwise.
    public var monthsAlone = english

    private static let english = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The customs of the locale of C.
    public init() {}

    /// A number as it is written in the locale of C.
    public func number(_ text: String) -> String {
        decimalSeparator == "." ? text : text.map { $0 == "." ? decimalSeparator : String($0) }.joined()
    }

    /// A whole number with its groups of three digits separated.
    public func grouped(_ number: some BinaryInteger) -> String {
        let digits = Array(String(number.magnitude))
        let grouped = digits.indices.map { index in
            (index > 0 && (digits.count - index) % 3 == 0 ? groupSeparator : "") + String(digits[index])
        }
        return (number < 0 ? "-" : "") + grouped.joined()
    }

    /// A date in numbers; nil if the place lacks a format of its own.
    public func date(year: Int, month: Int, day: Int) -> String? {
        guard var rest = numericDate?[...] else { return nil }
        var result = ""
        while let character = rest.popFirst() {
            switch character == "%" ? rest.popFirst() : nil {
            case "d": result += (day < 10 ? "0" : "") + "\(day)"
            case "m": result += (month < 10 ? "0" : "") + "\(month)"
            case "Y": result += "\(year)"
            case nil: result.append(character)
            default: return nil
            }
        }
        return result
    }

    /// The time of day: `14:32`, or `2:32 PM`.
    public func clock(hour: Int, minute: Int) -> String {
        let minutes = (minute < 10 ? "0" : "") + "\(minute)"
        guard halvesOfDay.count == 2 else { return "\(hour):\(minutes)" }
        let time = "\(self.hour(hour)):\(minutes)"
        return localized("\(time) \(halvesOfDay[hour < 12 ? 0 : 1])")
    }

    /// The number of an hour of the day.
    public func hour(_ hour: Int) -> Int {
        halvesOfDay.isEmpty ? hour : (hour + 11) % 12 + 1
    }

    /// A day and its month.
    ///
    /// - Parameters:
    ///   - month: from 1 on.
    ///   - isShort: true for the short name.
    public func dayAndMonth(_ day: Int, _ month: Int, isShort: Bool = false) -> String {
        let name = (isShort ? shortMonths : months)[month - 1]
        return hasMonthFirst
            ? localized("\(name) \(day)", context: "month and day")
            : localized("\(day) \(name)", context: "day and month")
    }
}
