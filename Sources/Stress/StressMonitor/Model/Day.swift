import Posix

/// A date of the Gregorian calendar, without a time zone.
struct Day: Comparable, Hashable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01.
    let number: Int

    /// The dates of all timestamps, and one more at each end for time zones.
    private static let numbers = -1...2_932_897

    /// Creates a date, or the nearest one that a timestamp can have.
    init(number: Int) {
        self.number = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound)
    }

    /// - Returns: nil for an invalid date, such as 30 February, and outside the years 1970 to 9999.
    init?(year: Int, month: Int, day: Int) {
        guard (1970...9999).contains(year), let number = dayNumber(year: year, month: month, day: day) else {
            return nil
        }
        self.number = number
    }

    /// Year, month (1–12) and day of the month (1–31).
    var components: (year: Int, month: Int, day: Int) { civilDate(ofDay: number) }

    /// Days since Monday, 0–6.
    var weekday: Int { (number + 3 + 7) % 7 }

    func advanced(by days: Int) -> Day {
        let (sum, overflow) = number.addingReportingOverflow(days)
        return Day(number: overflow ? (days < 0 ? .min : .max) : sum)
    }

    /// The ISO 8601 form: `2024-05-01`.
    var description: String { formatUTC(Int64(number) * 86_400, "%F") }

    static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

extension Range<Day> {
    var days: [Day] { (lowerBound.number..<upperBound.number).map { Day(number: $0) } }
}
