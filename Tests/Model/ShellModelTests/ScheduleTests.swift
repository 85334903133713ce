import TestSupport
import Testing

@testable import ShellModel

/// The times of day, in a zone whose offset is scripted.
@Suite struct ScheduleTests {
    private static let utc: @Sendable (Int64) -> Int64 = { _ in 0 }
    /// Central Europe in 2026: summer time from 29 March to 25 October, both at 01:00 UTC.
    private static let berlin: @Sendable (Int64) -> Int64 = {
        (1_774_746_000..<1_792_890_000).contains($0) ? 7200 : 3600
    }
    /// Monday, 2 March 2026, 00:00 UTC.
    private static let monday: Int64 = 1_772_409_600

    private static func minute(_ hour: Int, _ minute: Int = 0) -> Int { hour * 60 + minute }

    private static func entry(
        _ from: Int, _ to: Int, _ days: [Weekday] = Weekday.allCases, tab: TabID? = nil, brightness: Double? = nil
    ) -> ScheduleEntry {
        ScheduleEntry(from: from, to: to, days: days, values: ScheduledValues(tab: tab, brightness: brightness))
    }

    @Test func minutesAndDaysAreThoseOfTheZone() {
        #expect(CivilTime(0, offset: 0) == CivilTime(-86_400 * 7, offset: 0))
        #expect(CivilTime(0, offset: 0).weekday == .thursday)
        #expect(CivilTime(-1, offset: 0).weekday == .wednesday && CivilTime(-1, offset: 0).minute == 1439)
        #expect(CivilTime(Self.monday, offset: 0).weekday == .monday)
        #expect(CivilTime(Self.monday, offset: -3600).weekday == .sunday)
        #expect(CivilTime(Self.monday, offset: 5400).minute == 90)
    }

    /// Freekiosk refused 22:00 to 07:00.
    @Test func nightBelongsToTheDayOnWhichItBegins() {
        let night = Self.entry(Self.minute(22), Self.minute(7), [.monday])
        func contains(_ day: Int64, _ hour: Int64) -> Bool {
            night.contains(CivilTime(Self.monday + day * 86_400 + hour * 3600, offset: 0))
        }
        #expect(!contains(0, 3) && !contains(0, 21) && contains(0, 22) && contains(0, 23))
        #expect(contains(1, 0) && contains(1, 6) && !contains(1, 7) && !contains(1, 22))
    }

    @Test func laterEntryHasItsValuesAndTheOtherTheRest() {
        let schedule = [
            Self.entry(Self.minute(7), Self.minute(11), tab: "a", brightness: 0.5),
            Self.entry(Self.minute(10), Self.minute(12), tab: "b"),
        ]
        func values(_ hour: Int64) -> ScheduledValues {
            schedule.values(at: Self.monday + hour * 3600, offset: Self.utc)
        }
        #expect(values(6) == ScheduledValues())
        #expect(values(7) == ScheduledValues(tab: "a", brightness: 0.5))
        #expect(values(10) == ScheduledValues(tab: "b", brightness: 0.5))
        #expect(values(11) == ScheduledValues(tab: "b"))
        #expect(values(12) == ScheduledValues())
    }

    @Test func nextChangeIsTheFirstThatChangesSomething() {
        let schedule = [Self.entry(Self.minute(8), Self.minute(17), [.friday], tab: "a")]
        let friday = Self.monday + 4 * 86_400
        #expect(schedule.nextChange(after: Self.monday, offset: Self.utc) == friday + 8 * 3600)
        #expect(schedule.nextChange(after: friday + 8 * 3600, offset: Self.utc) == friday + 17 * 3600)
        #expect(schedule.nextChange(after: friday + 17 * 3600, offset: Self.utc) == friday + 7 * 86_400 + 8 * 3600)
        #expect([ScheduleEntry]().nextChange(after: 0, offset: Self.utc) == nil)
        #expect([Self.entry(0, 1440, tab: "a")].nextChange(after: 0, offset: Self.utc) == nil)
    }

    /// On 29 March 2026, 02:00 to 03:00 does not exist in Berlin: the entry of that time begins and ends with it.
    @Test func hourThatIsLeftOut() {
        let change: Int64 = 1_774_746_000
        let begun = [Self.entry(Self.minute(2, 30), Self.minute(5), tab: "a")]
        #expect(begun.nextChange(after: change - 3600, offset: Self.berlin) == change)
        #expect(begun.nextChange(after: change, offset: Self.berlin) == change + 2 * 3600)
        // Nothing is within the hour alone on that day.
        let within = [Self.entry(Self.minute(2, 10), Self.minute(2, 50), tab: "a")]
        let next = within.nextChange(after: change - 3600, offset: Self.berlin)
        #expect(next == change + 23 * 3600 + 600)
    }

    /// On 25 October 2026, 02:00 to 03:00 comes twice in Berlin, and so does an entry within it.
    @Test func hourThatIsRepeated() {
        let change: Int64 = 1_792_890_000
        let schedule = [Self.entry(Self.minute(2, 30), Self.minute(2, 45), tab: "a")]
        var (time, changes) = (change - 2 * 3600, [Int64]())
        for _ in 0..<4 {
            guard let next = schedule.nextChange(after: time, offset: Self.berlin) else { break }
            changes.append(next - change)
            time = next
        }
        #expect(changes == [-1800, -900, 1800, 2700])
    }

    /// The next change is right for any time on the clock: it is the first minute with other values.
    @Test func nextChangeAgreesWithEachMinute() {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<60 {
            let schedule = (0..<Int.random(in: 1...4, using: &generator)).map { index in
                let from = Int.random(in: 0..<1440, using: &generator)
                let days = Weekday.allCases.filter { _ in Bool.random(using: &generator) }
                return Self.entry(
                    from, (from + Int.random(in: 1..<1440, using: &generator)) % 1440, days.isEmpty ? [.sunday] : days,
                    tab: TabID(rawValue: "\(index)"))
            }
            let places: [Int64] = [1_774_746_000, 1_792_890_000, Self.monday]
            let near = places[Int.random(in: 0..<3, using: &generator)]
            let start = near + Int64.random(in: -2880...1440, using: &generator) * 60
            let present = schedule.values(at: start, offset: Self.berlin)
            let expected: Int64? = (1...2880).lazy.map { start + Int64($0) * 60 }
                .first { schedule.values(at: $0, offset: Self.berlin) != present }
            guard let expected else { continue }
            #expect(schedule.nextChange(after: start, offset: Self.berlin) == expected)
        }
    }
}
