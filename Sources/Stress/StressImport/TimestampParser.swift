// SPDX-License-Identifier: MIT
import StressStore

/// Moments as people and programs write them. Strict: what could be read in two ways is not read at all.
public struct TimestampParser: Sendable {
    /// What is accepted, for messages.
    public static let expected = "2024-05-01T08:00:00+02:00"

    /// Where clocks without an offset stand.
    private let place: LocalTimeZone

    public init(place: LocalTimeZone) {
        self.place = place
    }

    /// A date and time with an offset from UTC: `2024-05-01 08:00:00 +0200`, `2024-05-01T08:00:00.5Z`. Without an
    /// offset it is the place's time; of a time that the clocks show twice, the first one. A date alone stands for
    /// noon. 10 or 13 digits are seconds or milliseconds since 1970.
    ///
    /// - Throws: ``TimestampError``.
    public func timestamp(_ text: String) throws(TimestampError) -> Timestamp {
        var text = text
        let result = text.withUTF8 { bytes -> Result<Timestamp, TimestampError> in
            do throws(TimestampError) {
                return .success(try timestamp(UnsafeRawBufferPointer(bytes), needsOffset: false))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The same of bytes.
    ///
    /// - Parameter needsOffset: refuses what depends on the place.
    /// - Throws: ``TimestampError``.
    func timestamp(_ bytes: UnsafeRawBufferPointer, needsOffset: Bool) throws(TimestampError) -> Timestamp {
        var scanner = Scanner(bytes: bytes)
        if !needsOffset, bytes.count == 10 || bytes.count == 13, let number = scanner.digits(bytes.count) {
            return Timestamp(milliseconds: Int64(number) * (bytes.count == 10 ? 1000 : 1))
        }
        scanner = Scanner(bytes: bytes)
        guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
            let dayOfMonth = scanner.digits(2)
        else { throw .form }
        guard let day = Day(year: year, month: month, day: dayOfMonth) else { throw .noSuchDate }
        if scanner.isAtEnd, !needsOffset { return try local(day, 12 * 3600, 0) }
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "), let hour = scanner.digits(2),
            scanner.take(":"), let minute = scanner.digits(2)
        else { throw .form }
        var (second, millisecond) = (0, 0)
        if scanner.take(":") {
            guard let number = scanner.digits(2) else { throw .form }
            second = number
            if scanner.take(".") {
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
        guard let moment = place.moments(of: day, timeOfDay: timeOfDay).first else { throw .skipped }
        return moment.advanced(by: Int64(millisecond))
    }
}

/// Why a text is no moment.
public enum TimestampError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is written in another way.
    case form
    /// 30 February, or 25 o'clock, or before 1970.
    case noSuchDate
    /// The clocks are put forward over it.
    case skipped

    public var description: String {
        switch self {
        case .form: "expected a time such as \(TimestampParser.expected)"
        case .noSuchDate: "there is no such date or time"
        case .skipped: "the clocks skip that time when they are put forward; give its offset from UTC"
        }
    }
}

private struct Scanner {
    let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }

    /// Exactly so many digits, 18 at most.
    mutating func digits(_ count: Int) -> Int? {
        guard index + count <= bytes.count, count <= 18 else { return nil }
        var number = 0
        for byte in bytes[index..<index + count] {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        index += count
        return number
    }

    /// One to nine digits after the point, as milliseconds; what is finer is left out.
    mutating func fraction() -> Int? {
        var (count, milliseconds) = (0, 0)
        while count < 9, let digit = digits(1) {
            if count < 3 { milliseconds = milliseconds * 10 + digit }
            count += 1
        }
        for _ in count..<max(count, 3) { milliseconds *= 10 }
        return count > 0 ? milliseconds : nil
    }

    /// `Z`, `+02:00`, `+0200` or `+02`, perhaps after a space; seconds.
    mutating func offset() throws(TimestampError) -> Int {
        _ = take(" ")
        if take("Z") || take("z") { return 0 }
        let isNegative = take("-")
        guard isNegative || take("+"), let hours = digits(2) else { throw .form }
        _ = take(":")
        let minutes = isAtEnd ? 0 : digits(2)
        guard let minutes, hours <= 18, minutes < 60 else { throw .form }
        return (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
    }
}
