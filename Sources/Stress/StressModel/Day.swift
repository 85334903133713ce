// SPDX-License-Identifier: MIT

/// A date of the Gregorian calendar, without a place or a time.
public struct Day: Comparable, Hashable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01.
    public let number: Int

    /// The dates of all timestamps, with one to spare at either end for what the place on Earth makes of them.
    private static let numbers = -1...2_932_897

    /// The date, or the nearest one that a timestamp can have.
    public init(number: Int) {
        self.number = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound)
    }

    /// - Returns: nil for a date that there is not, such as 30 February, and outside the years 1970 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1970...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(year, month) else {
            return nil
        }
        // Years begin in March here, so that the leap day is a year's last.
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
    }

    /// Year, month (1–12) and day of the month (1–31).
    public var components: (year: Int, month: Int, day: Int) {
        let sinceMarchOf0 = number + 719_468
        let (era, dayOfEra) = (sinceMarchOf0 / 146_097, sinceMarchOf0 % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// Days since Monday, 0–6.
    public var weekday: Int { (number + 3 + 7) % 7 }

    public func advanced(by days: Int) -> Day {
        let (sum, overflow) = number.addingReportingOverflow(days)
        return Day(number: overflow ? (days < 0 ? .min : .max) : sum)
    }

    /// As ISO 8601 has it: `2024-05-01`.
    public var description: String {
        let (year, month, day) = components
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }

    private static func length(_ year: Int, _ month: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A number with zeros before it.
package func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
}
