// SPDX-License-Identifier: MIT
import Glibc

/// What the clocks of a place show. Everything follows from one function, the place's offset from UTC, so days have 23
/// or 25 hours where they do.
public struct LocalTimeZone: Sendable {
    /// Seconds east of UTC at a number of seconds since 1970.
    private let offset: @Sendable (Int64) -> Int64

    /// - Parameter offset: seconds east of UTC at a number of seconds since 1970; within a day of it.
    public init(offset: @escaping @Sendable (Int64) -> Int64) {
        self.offset = { min(max(offset($0), -86_399), 86_399) }
    }

    public static let utc = LocalTimeZone { _ in 0 }

    /// This machine's, or `$TZ`'s.
    public static let system: LocalTimeZone = {
        tzset()
        return LocalTimeZone { seconds in
            var (time, parts) = (time_t(seconds), tm())
            return localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
        }
    }()

    /// Seconds east of UTC.
    public func offset(at time: Timestamp) -> Int { Int(offset(time.seconds)) }

    public func day(at time: Timestamp) -> Day { day(seconds: time.seconds) }

    /// Seconds since midnight that a clock on the wall shows.
    public func timeOfDay(at time: Timestamp) -> Int {
        let local = time.seconds + offset(time.seconds)
        return Int(local - floored(local, by: 86_400) * 86_400)
    }

    /// A day's first moment, which is not midnight where the clocks are put forward at midnight.
    public func start(of day: Day) -> Timestamp {
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

    /// From a day's first moment up to the next day's.
    public func extent(of day: Day) -> Range<Timestamp> {
        let start = start(of: day)
        return start..<max(self.start(of: day.advanced(by: 1)), start)
    }

    /// The moments at which the clocks show a date and a time: none where they are put forward over it, two where they
    /// are put back to it, earliest first.
    public func moments(of day: Day, timeOfDay: Int) -> [Timestamp] {
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
}

extension LocalTimeZone {
    /// A moment as ISO 8601 has it, with the offset from UTC: `2024-05-01T08:00:00+02:00`; milliseconds only where
    /// there are some.
    public func iso(_ time: Timestamp) -> String {
        let offset = offset(at: time)
        let minutes = abs(offset) / 60
        let zone = offset == 0 ? "Z" : "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
        let rest = Int(time.milliseconds % 1000)
        return "\(day(at: time))T\(clock(time))\(rest == 0 ? "" : ".\(padded(rest, 3))")\(zone)"
    }

    /// What a clock on the wall shows: `08:00:00`.
    public func clock(_ time: Timestamp) -> String {
        let seconds = timeOfDay(at: time)
        return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    }
}
