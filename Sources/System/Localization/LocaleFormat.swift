/// The customs of a place for dates, times and numbers: a value, so that formatting needs no locale.
public struct LocaleFormat: Equatable, Sendable {
    public var decimalSeparator = "."
    /// The separator of groups of three digits; empty for no separation.
    public var groupSeparator = ","
    /// The first day of the week, from 0 for Monday on.
    public var firstWeekday = 0
    /// The names of the halves of the day with a 12-hour clock; empty with a 24-hour clock.
    public var halvesOfDay: [String] = []
    /// True if a date has the month before its day.
    public var hasMonthFirst = false
    /// From Monday on.
    public var weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    public var shortWeekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// The names of months beside a day.
    public var months = english
    public var shortMonths = english.map { String($0.prefix(3)) }
    /// The names of months without a day, which some languages spell differently.
    public var monthsAlone = english

    private static let english = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The customs of the C locale.
    public init() {}

    /// A whole number with its groups of three digits separated.
    public func grouped(_ number: some BinaryInteger) -> String {
        let digits = Array(String(number.magnitude))
        let grouped = digits.indices.map { index in
            (index > 0 && (digits.count - index) % 3 == 0 ? groupSeparator : "") + String(digits[index])
        }
        return (number < 0 ? "-" : "") + grouped.joined()
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
