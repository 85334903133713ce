import Glibc
import Synchronization

/// The time of a clock (clock_gettime(2)), ns; nil for an unknown clock.
public func clockTime(_ clock: Int32) -> UInt64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The number of days from 1970-01-01 to a date of the Gregorian calendar (`timegm`); nil for a date that does not exist.
public func dayNumber(year: Int, month: Int, day: Int) -> Int? {
    guard let shortYear = Int32(exactly: year), let month = Int32(exactly: month), let day = Int32(exactly: day),
        abs(shortYear) < 1 << 20, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (shortYear - 1900, month - 1, day)
    let seconds = timegm(&fields)
    // timegm turns 30 February into 1 March.
    return fields.tm_mday == day ? Int(seconds) / 86_400 : nil
}

/// The year, the month (1–12) and the day of the month (1–31) of a number of days since 1970-01-01 (`gmtime_r`).
public func civilDate(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    let fields = utcFields(Int64(number) * 86_400)
    return (Int(fields.tm_year) + 1900, Int(fields.tm_mon) + 1, Int(fields.tm_mday))
}

/// A time in UTC as text (`strftime`); at most 63 bytes of it. `seconds` are since 1970.
public func formatUTC(_ seconds: Int64, _ format: String) -> String {
    var fields = utcFields(seconds)
    return String(unsafeUninitializedCapacity: 64) { buffer in
        buffer.withMemoryRebound(to: CChar.self) { text in
            // In newer C libraries it takes no nil.
            text.baseAddress.map { strftime($0, text.count, format, &fields) } ?? 0
        }
    }
}

/// The offset of the local time from UTC at a number of seconds since 1970, s east of UTC (`localtime_r`).
///
/// The zone is that of `TZ` or of the machine, at most a second ago: a person travels while a page runs for months.
public func localOffset(at seconds: Int64) -> Int64 {
    localZone.withLock { loaded in
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
        // localtime_r need not do it, and tzset(3) asks the file system each time.
        if loaded != now.tv_sec { tzset() }
        loaded = now.tv_sec
        var (time, fields) = (time_t(seconds), tm())
        return localtime_r(&time, &fields) == nil ? 0 : Int64(fields.tm_gmtoff)
    }
}

/// The file of the zone (tzset(3)); nil for UTC without one.
public var localZoneFile: String? {
    guard let value = environmentVariable("TZ") else { return "/etc/localtime" }
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    guard !name.isEmpty, !name.hasPrefix("/") else { return name.isEmpty ? nil : name }
    return "\(environmentVariable("TZDIR") ?? "/usr/share/zoneinfo")/\(name)"
}

/// Reads the file of the zone again, which has changed.
public func reloadLocalZone() {
    localZone.withLock { _ in
        // glibc reads a file that TZ names when the name changes.
        if let name = environmentVariable("TZ") {
            setenv("TZ", "UTC0", 1)
            tzset()
            setenv("TZ", name, 1)
        }
        tzset()
    }
}

/// Held while the zone is used, or `TZ` differs from the start's: the time of the zone's last reading, s of the monotonic clock.
let localZone = Mutex(-1)

private func utcFields(_ seconds: Int64) -> tm {
    var (time, fields) = (time_t(seconds), tm())
    gmtime_r(&time, &fields)
    return fields
}
