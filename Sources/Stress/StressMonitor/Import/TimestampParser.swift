/// A parser of dates and times. It is strict: ambiguous text is refused.
struct TimestampParser: Sendable {
    static let expected = "2024-05-01T08:00:00+02:00"

    /// The maximum lead of a measurement over this machine's clock, ms: five minutes.
    static let clockTolerance: Int64 = 300_000

    let timeZone: LocalTimeZone
    var latest = Timestamp.latest

    /// Parses a date and time with an offset from UTC: `2024-05-01 08:00:00 +0200`, `2024-05-01T08:00:00.5Z`. Without
    /// an offset it is local time; for a time that clocks show twice, the first one. A date alone stands for noon. 10 or
    /// 13 digits are seconds or milliseconds since 1970. Other forms are read as by ``standardized(_:)``.
    ///
    /// - Parameter needsOffset: refuses text whose meaning depends on the time zone.
    func timestamp(_ text: String, needsOffset: Bool = false) throws(TimestampError) -> Timestamp {
        let time: Timestamp
        do throws(TimestampError) {
            time = try parse(text, needsOffset: needsOffset)
        } catch {
            guard error == .form, let text = try Self.standardized(text) else { throw error }
            time = try parse(text, needsOffset: needsOffset)
        }
        guard time <= latest else { throw .future }
        return time
    }

    private func parse(_ text: String, needsOffset: Bool) throws(TimestampError) -> Timestamp {
        let length = text.utf8.count
        var scanner = Scanner(rest: text.utf8[...])
        if !needsOffset, length == 10 || length == 13, let number = scanner.digits(length) {
            return Timestamp(milliseconds: Int64(number) * (length == 10 ? 1000 : 1))
        }
        scanner = Scanner(rest: text.utf8[...])
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let dayOfMonth = scanner.digits(2)
        else { throw .form }
        guard let day = Day(year: year, month: month, day: dayOfMonth) else { throw .noSuchDate }
        if scanner.isAtEnd, !needsOffset { return try local(day, 12 * 3600, 0) }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let hour = scanner.digits(2),
            scanner.skip(":"), let minute = scanner.digits(2)
        else { throw .form }
        var (second, millisecond) = (0, 0)
        if scanner.skip(":") {
            guard let number = scanner.digits(2) else { throw .form }
            second = number
            if scanner.skip(".") {
                guard let fraction = scanner.fraction() else { throw .form }
                millisecond = fraction
            }
        }
        guard hour < 24, minute < 60, second < 60 else { throw .noSuchDate }
        let timeOfDay = hour * 3600 + minute * 60 + second
        if scanner.isAtEnd, !needsOffset { return try local(day, timeOfDay, millisecond) }
        let seconds = Int64(day.number) * 86_400 + Int64(timeOfDay - (try scanner.offset()))
        guard scanner.isAtEnd else { throw .form }
        guard seconds >= 0 else { throw .noSuchDate }
        return Timestamp(seconds: seconds).advanced(by: Int64(millisecond))
    }

    private func local(_ day: Day, _ timeOfDay: Int, _ millisecond: Int) throws(TimestampError) -> Timestamp {
        guard let time = timeZone.timestamps(of: day, timeOfDay: timeOfDay).first else { throw .skipped }
        return time.advanced(by: Int64(millisecond))
    }
}

/// The reason why text is not accepted as a time.
enum TimestampError: Error, Equatable, Sendable, CustomStringConvertible {
    case form
    /// Such as 1/5/2024, which is January or May.
    case ambiguous
    /// Such as 30 February, 25 o'clock or before 1970.
    case noSuchDate
    /// The clocks go forward over it.
    case skipped
    case future

    var description: String {
        switch self {
        case .form: "expected a time such as \(TimestampParser.expected)"
        case .ambiguous: "the day and the month can be confused; expected a date such as 2024-05-01"
        case .noSuchDate: "no such date or time"
        case .skipped: "the clocks skip that time when they go forward; give its offset from UTC"
        case .future: "that is in the future"
        }
    }
}

private struct Scanner {
    var rest: Substring.UTF8View

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, UInt32(byte) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads exactly a number of digits, at most 18.
    mutating func digits(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
            rest.removeFirst()
        }
        return number
    }

    /// Reads one to nine digits after the point, as milliseconds, rounded down.
    mutating func fraction() -> Int? {
        var (count, milliseconds) = (0, 0)
        while count < 9, let digit = digits(1) {
            if count < 3 { milliseconds = milliseconds * 10 + digit }
            count += 1
        }
        for _ in count..<max(count, 3) { milliseconds *= 10 }
        return count > 0 ? milliseconds : nil
    }

    /// Reads `Z`, `+02:00`, `+0200` or `+02`, with or without a space before it; s.
    mutating func offset() throws(TimestampError) -> Int {
        _ = skip(" ")
        if skip("Z") || skip("z") { return 0 }
        let isNegative = skip("-")
        guard isNegative || skip("+"), let hours = digits(2) else { throw .form }
        _ = skip(":")
        let minutes = isAtEnd ? 0 : digits(2)
        guard let minutes, hours <= 18, minutes < 60 else { throw .form }
        return (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
    }
}
