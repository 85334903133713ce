import Localization
import Testing

@testable import StressMonitor

/// Dates and times by the customs of a place. The catalogue, not loaded here, sets the order of a sentence.
@Suite struct LocaleTests {
    private static var german: LocaleFormat {
        var format = LocaleFormat()
        (format.decimalSeparator, format.groupSeparator) = (",", ".")
        format.weekdays = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
        format.shortWeekdays = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
        format.months[10] = "November"
        format.months[4] = "Mai"
        format.shortMonths[4] = "Mai"
        return format
    }

    private static var american: LocaleFormat {
        var format = LocaleFormat()
        (format.firstWeekday, format.hasMonthFirst, format.halvesOfDay) = (6, true, ["AM", "PM"])
        return format
    }

    private let monday = Day(year: 2026, month: 11, day: 16)
    private let today = Day(year: 2026, month: 11, day: 20)
    private let may = Day(year: 2025, month: 5, day: 1)

    @Test func datesHaveTheNamesOfThePlace() throws {
        let (monday, today, may) = (try #require(monday), try #require(today), try #require(may))
        #expect(Formatters.date(monday, today: today, Self.german) == "Montag, 16 November")
        #expect(Formatters.shortDate(may, today: today, Self.german) == "Do, 1 Mai 2025")
        #expect(Formatters.date(monday, today: today, Self.american) == "Monday, November 16")
        #expect(Formatters.shortDate(may, today: today, Self.american) == "Thu, May 1, 2025")
        #expect(Formatters.readings(1200, Self.german) == "1.200 readings")
    }

    @Test func weekBeginsOnTheFirstDayOfThePlace() throws {
        let (monday, today) = (try #require(monday), try #require(today))
        let sunday = monday.advanced(by: -1)
        #expect(Period.week.days(around: today).lowerBound == monday)
        for day in [today, sunday] {
            #expect(Period.week.days(around: day, Self.american) == sunday..<sunday.advanced(by: 7))
        }
        #expect(Period.week.title(around: today, today: today) == "16 – 22 November")
        #expect(Period.week.title(around: today, today: today, Self.american) == "November 15 – 21")
    }

    @Test func hoursAreThoseOfThePlace() throws {
        let time = Timestamp(milliseconds: 14 * 3_600_000 + 32 * 60_000)
        #expect(Formatters.clock(time, in: .utc) == "14:32")
        #expect(Formatters.clock(time, in: .utc, Self.american) == "2:32 PM")
    }

    /// Beside a part in Arabic, numbers stay before their units.
    @Test func partsOfALineHaveTheirOwnDirections() {
        #expect(Formatters.line(["13:21", "49 ms", "65 bpm"]) == "13:21 · 49 ms · 65 bpm")
        #expect(Formatters.line(["1:21 م", "49 ms"]) == "\u{2068}1:21 م\u{2069} · \u{2068}49 ms\u{2069}")
    }
}
