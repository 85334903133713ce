import Posix

/// A time zone, defined by its offset from UTC at a given time, so a day has 23 or 25 hours where the clocks change.
struct LocalTimeZone: Sendable {
    private let offset: @Sendable (Int64) -> Int64

    /// - Parameter offset: seconds east of UTC at a number of seconds since 1970; limited to less than a day.
    init(offset: @escaping @Sendable (Int64) -> Int64) {
        self.offset = { min(max(offset($0), -86_399), 86_399) }
    }

    static let utc = LocalTimeZone { _ in 0 }

    /// The zone of `$TZ`, or else of this machine.
    static let system = LocalTimeZone(offset: localOffset(at:))

    func offset(at time: Timestamp) -> Int { Int(offset(time.seconds)) }

    func day(at time: Timestamp) -> Day { day(seconds: time.seconds) }

    /// The local time of day in seconds since midnight.
    func timeOfDay(at time: Timestamp) -> Int {
        let local = time.seconds + offset(time.seconds)
        return Int(local - floored(local, by: 86_400) * 86_400)
    }

    /// The first moment of a day: not midnight if the clocks go forward then.
    func start(of day: Day) -> Timestamp {
        let midnight = Int64(day.number) * 86_400
        let guess = midnight - offset(midnight - offset(midnight))
        if self.day(seconds: guess) == day, self.day(seconds: guess - 1) < day { return Timestamp(seconds: guess) }
        var (low, high) = (midnight - 2 * 86_400, midnight + 2 * 86_400)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if self.day(seconds: middle) < day { low = middle } else { high = middle }
        }
        return Timestamp(seconds: high)
    }

    /// The time from a day's first moment up to the next day's.
    func extent(of day: Day) -> Range<Timestamp> {
        let start = start(of: day)
        return start..<max(self.start(of: day.advanced(by: 1)), start)
    }

    /// The moments at which clocks show a date and a time of day, earliest first: none if they skip it, two if they repeat it.
    func timestamps(of day: Day, timeOfDay: Int) -> [Timestamp] {
        let local = Int64(day.number) * 86_400 + Int64(timeOfDay)
        let offsets = Set([offset(local - 86_400), offset(local + 86_400)])
        return offsets.map { local - $0 }.filter { $0 >= 0 && $0 + offset($0) == local }.sorted()
            .map { Timestamp(seconds: $0) }
    }

    private func day(seconds: Int64) -> Day {
        Day(number: Int(floored(seconds + offset(seconds), by: 86_400)))
    }

    private func floored(_ number: Int64, by divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }

    /// A moment in ISO 8601 with its offset from UTC: `2024-05-01T08:00:00+02:00`; with milliseconds unless they are 0.
    func iso(_ time: Timestamp) -> String {
        let offset = offset(at: time)
        let zone = offset == 0 ? "Z" : (offset < 0 ? "-" : "+") + formatUTC(Int64(abs(offset)), "%R")
        let rest = Int(time.milliseconds % 1000)
        return formatUTC(time.seconds + Int64(offset), "%FT%T") + (rest == 0 ? "" : ".\(padded(rest, 3))") + zone
    }
}
