@testable import StressMonitor

/// Berlin's zone in 2024, hard-coded so that no test depends on the machine's time zones.
let berlin = LocalTimeZone { seconds in
    let (forward, back): (Int64, Int64) = (1_711_846_800, 1_729_990_800)
    return (forward..<back).contains(seconds) ? 7200 : 3600
}

/// A zone whose clocks go forward from midnight to one o'clock on 2024-04-26, as Egypt's did.
let cairo = LocalTimeZone { seconds in seconds >= 1_714_082_400 ? 10_800 : 7200 }

/// A timestamp in UTC.
func utc(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
) -> Timestamp {
    let number = Day(year: year, month: month, day: day)?.number ?? -1
    return Timestamp(seconds: Int64(number) * 86_400 + Int64(hour * 3600 + minute * 60 + second))
}
