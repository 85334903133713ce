import Testing

@testable import StressMonitor

@Suite struct TimestampParserTests {
    private let time = TimestampParser(timeZone: berlin)

    @Test(arguments: [
        ("2024-05-01 08:00:00 +0200", utc(2024, 5, 1, 6)), ("2024-05-01T08:00:00+02:00", utc(2024, 5, 1, 6)),
        ("2024-05-01T06:00:00Z", utc(2024, 5, 1, 6)), ("2024-05-01T06:00Z", utc(2024, 5, 1, 6)),
        ("2024-05-01T01:30:00-0430", utc(2024, 5, 1, 6)), ("2024-05-01T08:00:00+02", utc(2024, 5, 1, 6)),
        ("2024-05-01T06:00:00.25Z", utc(2024, 5, 1, 6).advanced(by: 250)),
        ("2024-05-01T06:00:00.123456789Z", utc(2024, 5, 1, 6).advanced(by: 123)),
        ("2024-05-01 08:00:00", utc(2024, 5, 1, 6)), ("2024-01-01 08:00", utc(2024, 1, 1, 7)),
        ("2024-05-01", utc(2024, 5, 1, 10)), ("1714543200", utc(2024, 5, 1, 6)),
        ("1714543200007", utc(2024, 5, 1, 6).advanced(by: 7)),
        // The clocks show it twice.
        ("2024-10-27 02:30:00", utc(2024, 10, 27, 0, 30)), ("2024-10-27 02:30:00+01:00", utc(2024, 10, 27, 1, 30)),
    ])
    func validTimesAreParsed(text: String, expected: Timestamp) throws {
        #expect(try time.timestamp(text) == expected)
    }

    @Test(arguments: [
        ("", TimestampError.form), ("soon", .form), ("01/05/2024", .ambiguous), ("2024-05-01T", .form),
        ("2024-05-01 08:00:00 CEST", .form), ("2024-05-01 08:00:00 +0200 x", .form), ("2024-05-01 008:00", .form),
        ("171454320", .form), ("2024-05-01T06:00:00.Z", .form), ("2024-05-01T06:00:00+", .form),
        ("2024-05-01T06:00:00+02:0", .form), ("２０２４-05-01", .form), ("May 2024", .form), ("13:00 1.5.2024", .form),
        ("2024-02-30", .noSuchDate), ("2023-02-29T00:00Z", .noSuchDate), ("2024-05-01T24:00Z", .noSuchDate),
        ("2024-05-01T23:60Z", .noSuchDate), ("2024-05-01T23:59:60Z", .noSuchDate), ("1969-12-31T23:00Z", .noSuchDate),
        ("1970-01-01T00:00+01:00", .noSuchDate), ("2024-03-31 02:30:00", .skipped),
    ])
    func invalidTimesAreRefused(text: String, problem: TimestampError) {
        #expect(throws: problem) { try time.timestamp(text) }
    }

    @Test func decimalNumbers() {
        for (text, number) in [("52", 52.0), ("52.5", 52.5), ("+5e1", 50), ("-3", -3)] {
            #expect(Double(decimal: text) == number)
        }
        #expect(Double(decimal: "52,5", hasComma: true) == 52.5)
        for text in ["", "52,5", "inf", "nan", "0x10", "1e999", "5 2", "1.2.3", "٥"] {
            #expect(Double(decimal: text) == nil, "\(text)")
        }
    }
}
