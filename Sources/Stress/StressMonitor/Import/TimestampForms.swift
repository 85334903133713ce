extension TimestampParser {
    /// True for an offset from UTC, as it may stand behind a time: `UTC`, `UTC+1`, `-05:00`.
    static func isZone(_ text: String) -> Bool {
        (try? TimestampParser(timeZone: .utc).timestamp("2024-05-01 08:00 \(text)", needsOffset: true)) != nil
    }

    /// A time as spreadsheets, phones and programs write it, in ISO 8601 or in milliseconds since 1970; nil for other text. It
    /// may be no time: `2.3.2026 7:05`, `2026/03/02, 7:05:00 am UTC+1`, `Mar 2, 2026`, `1772434800.5`.
    ///
    /// - Throws: ``TimestampError/ambiguous`` if the day and the month can be confused.
    static func standardized(_ text: String) throws(TimestampError) -> String? {
        guard text.utf8.count < 80 else { return nil }
        var words = text.lowercased().split { $0.isWhitespace || $0 == "," }[...]
        guard let first = words.first else { return nil }
        if words.count == 1, let milliseconds = milliseconds(first) { return milliseconds }
        // The T between a date and a time, but not that of October.
        if let mark = first.firstIndex(of: "t") {
            let (date, clock) = (first[..<mark], first[mark...].dropFirst())
            if date.last?.isNumber == true, clock.first?.isNumber == true { words = [date, clock] + words.dropFirst() }
        }
        guard let date = try date(&words) else { return nil }
        guard let clock = words.popFirst() else { return date }
        let digits = clock.prefix { $0.isNumber || $0 == ":" || $0 == "." }
        guard let time = time(digits, clock.dropFirst(digits.count) + words.joined()) else { return nil }
        return "\(date) \(time)"
    }

    /// Seconds with a fraction, microseconds or nanoseconds.
    private static func milliseconds(_ text: Substring) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ number($0, 1...19) != nil }) else { return nil }
        switch parts[0].utf8.count {
        case 10: return "\(parts[0])\((String(parts.dropFirst().first ?? "") + "000").prefix(3))"
        case 13, 16, 19: return String(parts[0].prefix(13))
        default: return nil
        }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Takes the words of a date.
    private static func date(_ words: inout ArraySlice<Substring>) throws(TimestampError) -> String? {
        let start = Array(words.prefix(3))
        if start.count == 3, let year = number(start[2], 4...4) {
            for (month, day) in [(start[0], start[1]), (start[1], start[0])] {
                if let month = months.firstIndex(of: String(month.prefix(3))), let day = number(day, 1...2) {
                    words = words.dropFirst(3)
                    return iso(year, month + 1, day)
                }
            }
        }
        let parts = start[0].split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        guard parts.count == 3 else { return nil }
        words = words.dropFirst()
        let isYearFirst = parts[0].utf8.count == 4
        guard let year = number(isYearFirst ? parts[0] : parts[2], 4...4),
            var month = number(parts[1], 1...2), var day = number(isYearFirst ? parts[2] : parts[0], 1...2)
        else { return nil }
        // With dots the day is first; else only a number above 12 shows it.
        if !isYearFirst, !start[0].contains(".") {
            if month > 12 { swap(&month, &day) } else if day <= 12, day != month { throw .ambiguous }
        }
        return iso(year, month, day)
    }

    private static func iso(_ year: Int, _ month: Int, _ day: Int) -> String {
        "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// A time of day with its zone: `7:05:00` and `am+1100`, `07:05` and `gmt+1`.
    private static func time(_ clock: Substring, _ suffix: String) -> String? {
        var (parts, zone) = (clock.split(separator: ":", omittingEmptySubsequences: false), suffix[...])
        guard 2...3 ~= parts.count, var hour = number(parts[0], 1...2) else { return nil }
        for (mark, offset) in [("am", 0), ("a.m.", 0), ("pm", 12), ("p.m.", 12)] where zone.hasPrefix(mark) {
            guard 1...12 ~= hour else { return nil }
            (hour, zone) = (hour % 12 + offset, zone.dropFirst(mark.count))
            break
        }
        parts[0] = padded(hour, 2)[...]
        // The name of a zone means nothing without its offset.
        if zone.hasSuffix("]"), let name = zone.firstIndex(of: "[") {
            zone = zone[..<name]
            if zone.isEmpty { return nil }
        }
        let isUTC = zone.hasPrefix("utc") || zone.hasPrefix("gmt")
        if isUTC { zone = zone.dropFirst(3) }
        if isUTC && zone.isEmpty { zone = "z" }
        if let sign = zone.first, sign == "+" || sign == "-" {
            let hours = zone.dropFirst().prefix { $0 != ":" }
            if hours.count == 1 { zone = "\(sign)0\(zone.dropFirst())" }
        }
        return parts.joined(separator: ":") + zone
    }

    private static func number(_ text: Substring, _ digits: ClosedRange<Int>) -> Int? {
        guard digits ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }
}
