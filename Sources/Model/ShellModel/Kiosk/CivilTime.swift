/// A minute of a week in a time zone.
struct CivilTime: Equatable, Sendable {
    var minute: Int
    var weekday: Weekday

    /// Seconds since 1970, and the offset of the zone at this time, s east of UTC.
    init(_ time: Int64, offset: Int64) {
        let local = time + offset
        minute = Int((local - Self.day(local) * Self.secondsPerDay) / 60)
        weekday = Self.weekday(ofDay: Self.day(local))
    }

    static let secondsPerDay: Int64 = 86_400

    /// The number of the day of a local time, from 1970-01-01; negative before it.
    static func day(_ local: Int64) -> Int64 {
        (local - (local % secondsPerDay + secondsPerDay) % secondsPerDay) / secondsPerDay
    }

    /// 1970-01-01 was a Thursday.
    static func weekday(ofDay day: Int64) -> Weekday { Weekday.allCases[Int(((day + 3) % 7 + 7) % 7)] }
}

/// A day of the week, from Monday on.
public enum Weekday: String, Sendable, CaseIterable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"

    var previous: Weekday { CivilTime.weekday(ofDay: Int64((Self.allCases.firstIndex(of: self) ?? 0) + 10)) }
}
