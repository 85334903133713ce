import TestSupport
import Testing

@testable import StressMonitor

@Suite struct CalendarTests {
    @Test func dayNumbersMatchDates() throws {
        // From `date -u -d … +%s` divided by 86400.
        for (text, number) in [
            ("1970-01-01", 0), ("1999-12-31", 10_956), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
            ("2024-02-29", 19_782), ("2024-05-01", 19_844), ("9999-12-31", 2_932_896),
        ] {
            #expect(Day(number: number).description == text)
            let parts = text.split(separator: "-").compactMap { Int($0) }
            #expect(Day(year: parts[0], month: parts[1], day: parts[2])?.number == number)
        }
        var day = Day(number: 0)
        for number in 0..<40_000 {
            let (year, month, dayOfMonth) = day.components
            #expect(Day(year: year, month: month, day: dayOfMonth)?.number == number)
            day = day.advanced(by: 1)
        }
    }

    @Test(arguments: [
        (2023, 2, 29), (1900, 1, 1), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31), (2024, 1, 0), (10_000, 1, 1),
    ])
    func invalidDatesAreRefused(year: Int, month: Int, day: Int) {
        #expect(Day(year: year, month: month, day: day) == nil)
    }

    @Test func weekdaysStartOnMonday() {
        #expect(Day(number: 0).weekday == 3)
        #expect(Day(year: 2024, month: 5, day: 6)?.weekday == 0)
        #expect(Day(number: -1).weekday == 2)
    }

    @Test func nothingOverflows() {
        #expect(Timestamp(milliseconds: .max) == .latest)
        #expect(Timestamp(seconds: .min) == .earliest)
        #expect(Timestamp.latest.advanced(by: .max) == .latest)
        #expect(Timestamp.earliest.advanced(by: .min) == .earliest)
        #expect(Day(number: .max).advanced(by: .max) == Day(number: .max))
        let wild = LocalTimeZone { _ in .max }
        for timeZone in [LocalTimeZone.utc, berlin, wild, LocalTimeZone { _ in .min }, LocalTimeZone { $0 % 100_000 }] {
            for time in [Timestamp.earliest, .latest, utc(2024, 3, 31)] {
                for unit in CalendarUnit.allCases {
                    let extent = unit.extent(around: time, in: timeZone)
                    #expect(extent.lowerBound <= extent.upperBound)
                }
            }
        }
    }

    @Test func daysHave23Or25HoursWhenClocksChange() throws {
        let hours = { (year: Int, month: Int, day: Int) throws -> Int64 in
            let extent = berlin.extent(of: try #require(Day(year: year, month: month, day: day)))
            return (extent.upperBound.milliseconds - extent.lowerBound.milliseconds) / 3_600_000
        }
        #expect(try hours(2024, 3, 30) == 24)
        #expect(try hours(2024, 3, 31) == 23)
        #expect(try hours(2024, 10, 27) == 25)
        // A day without midnight starts at one o'clock.
        let day = try #require(Day(year: 2024, month: 4, day: 26))
        #expect(cairo.start(of: day) == utc(2024, 4, 25, 22))
        #expect(cairo.timeOfDay(at: cairo.start(of: day)) == 3600)
    }

    @Test func skippedAndRepeatedLocalTimes() throws {
        let spring = try #require(Day(year: 2024, month: 3, day: 31))
        #expect(berlin.timestamps(of: spring, timeOfDay: 2 * 3600 + 1800) == [])
        #expect(berlin.timestamps(of: spring, timeOfDay: 3 * 3600) == [utc(2024, 3, 31, 1)])
        let autumn = try #require(Day(year: 2024, month: 10, day: 27))
        #expect(
            berlin.timestamps(of: autumn, timeOfDay: 2 * 3600 + 1800)
                == [utc(2024, 10, 27, 0, 30), utc(2024, 10, 27, 1, 30)])
    }

    @Test func calendarUnitExtents() {
        let time = utc(2024, 3, 31, 12)
        #expect(CalendarUnit.day.extent(around: time, in: berlin) == utc(2024, 3, 30, 23)..<utc(2024, 3, 31, 22))
        #expect(CalendarUnit.week.extent(around: time, in: berlin) == utc(2024, 3, 24, 23)..<utc(2024, 3, 31, 22))
        #expect(CalendarUnit.month.extent(around: time, in: berlin) == utc(2024, 2, 29, 23)..<utc(2024, 3, 31, 22))
        #expect(CalendarUnit.year.extent(around: time, in: berlin) == utc(2023, 12, 31, 23)..<utc(2024, 12, 31, 23))
        #expect(CalendarUnit.hour.extent(around: time, in: berlin) == utc(2024, 3, 31, 12)..<utc(2024, 3, 31, 13))
    }

    @Test func isoText() {
        #expect(berlin.iso(utc(2024, 5, 1, 6)) == "2024-05-01T08:00:00+02:00")
        #expect(LocalTimeZone.utc.iso(utc(2024, 5, 1, 6).advanced(by: 7)) == "2024-05-01T06:00:00.007Z")
        #expect(LocalTimeZone { _ in -12_600 }.iso(utc(2024, 5, 1, 1)) == "2024-04-30T21:30:00-03:30")
    }
}
