import Localization

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
    static func count(_ value: some BinaryInteger) -> String { LocaleFormat().grouped(value) }

    /// A number of bytes in the unit that suits it.
    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(number(Double(bytes) / 1e3)) kB"
        default: "\(number(Double(bytes) / 1e6)) MB"
        }
    }

    /// A local date and time, to the minute.
    static func time(_ time: Timestamp) -> String {
        let minutes = LocalTimeZone.system.timeOfDay(at: time) / 60
        return "\(LocalTimeZone.system.day(at: time)) \(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }

    static func fitted(_ text: String, to width: Int) -> String {
        text.count > width ? text.prefix(max(width - 1, 0)) + "…" : text
    }
}
