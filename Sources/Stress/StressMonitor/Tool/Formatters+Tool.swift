// SPDX-License-Identifier: MIT
import Localization
import TabshellIPC

/// Formats of values in tables and messages.
extension Formatters {
    /// A number with at most one decimal, and none if that is zero.
    static func number(_ value: Double, _ format: LocaleFormat = .user) -> String {
        guard abs(value) < 1e15 else { return "\(value)" }
        let tenths = Int64((value * 10).rounded())
        let rest = abs(tenths % 10)
        let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths / 10))"
        return rest == 0 ? whole : "\(whole)\(format.decimalSeparator)\(rest)"
    }

    /// A count with separators between groups of three digits.
    static func count(_ value: some BinaryInteger, _ format: LocaleFormat = .user) -> String { format.grouped(value) }

    /// A number of bytes in the unit that suits it.
    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(number(Double(bytes) / 1e3)) kB"
        default: "\(number(Double(bytes) / 1e6)) MB"
        }
    }

    /// A local date and time, to the minute.
    static func time(_ time: Timestamp, _ format: LocaleFormat = .user) -> String {
        let minutes = LocalTimeZone.system.timeOfDay(at: time) / 60
        let (hour, minute) = (minutes / 60, minutes % 60)
        // Padded where hours are counted to 24, for a table.
        let clock =
            format.halvesOfDay.isEmpty
            ? "\(padded(hour, 2)):\(padded(minute, 2))" : format.clock(hour: hour, minute: minute)
        return "\(date(LocalTimeZone.system.day(at: time), format)) \(clock)"
    }

    /// A date in numbers.
    static func date(_ day: Day, _ format: LocaleFormat = .user) -> String {
        let (year, month, number) = day.components
        return format.date(year: year, month: month, day: number) ?? "\(day)"
    }

    /// A text truncated to a width in characters.
    static func fitted(_ text: String, to width: Int) -> String {
        text.count > width ? text.prefix(max(width - 1, 0)) + "…" : text
    }
}
