// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import StressMonitor

@Suite struct CSVTests {
    private func scan(_ text: String, delimiter: Character = ",", piece: Int = .max) -> [CSVScanner.Event] {
        var scanner = CSVScanner(delimiter: delimiter.asciiValue ?? 0)
        var events: [CSVScanner.Event] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += scanner.feed(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        return events + scanner.finish()
    }

    @Test(arguments: [1, 2, 3, 7, 1000]) func recordsAreParsedAsInRFC4180(piece: Int) {
        let text = "a,b,c\r\n\"x, y\",\"he said \"\"no\"\"\",\r\n\r\n\"two\r\nlines\",,\"\"\nlast,1,2"
        #expect(
            scan(text, piece: piece) == [
                .record(["a", "b", "c"], line: 1), .record(["x, y", "he said \"no\"", ""], line: 2),
                .record(["two\r\nlines", "", ""], line: 4), .record(["last", "1", "2"], line: 6),
            ])
        #expect(scan("a\rb\r\rc\r") == [.record(["a"], line: 1), .record(["b"], line: 2), .record(["c"], line: 4)])
        #expect(scan("\"\"\n") == [.record([""], line: 1)])
        #expect(scan("") == [])
    }

    @Test func errorsRejectOnlyTheirRow() {
        let text = "a,b\nx\"y,1\n\"x\"y,2\nok,3\n\"open,4\n"
        #expect(
            scan(text) == [
                .record(["a", "b"], line: 1), .error("a quote is inside a field that does not start with one", line: 2),
                .error("there is text after a closing quote", line: 3), .record(["ok", "3"], line: 4),
                .error("a quote is opened and never closed", line: 5),
            ])
    }

    @Test func openQuoteDoesNotSwallowFile() {
        let row = "2024-05-01,50\n"
        let events = scan("\"" + String(repeating: row, count: 20_000))
        guard case .error(let reason, 1) = events.first else {
            Issue.record("there is no error")
            return
        }
        #expect(reason.contains("is a quote not closed?"))
        #expect(events.count > 15_000)
    }

    @Test(
        arguments: [
            ("timestamp,HRV (ms),Heart Rate [bpm]", [.time, .value(.sdnn), .value(.heartRate)]),
            ("Date,Time,rMSSD,HR", [.date, .time, .value(.rmssd), .value(.heartRate)]),
            ("date_time,r-MSSD,bpm,Comments", [.time, .value(.rmssd), .value(.heartRate), .note]),
            (
                "time,sdnn_ms,rmssd_ms,heart_rate_bpm,resting_heart_rate_bpm,source,note",
                [.time] + Metric.allCases.map { .value($0) } + [.source, .note]
            ),
        ] as [(String, [CSVColumns.Role])])
    func commonColumnNamesAreRecognized(header: String, roles: [CSVColumns.Role]) throws {
        let names = header.split(separator: ",").map(String.init)
        let places = Dictionary(uniqueKeysWithValues: roles.enumerated().map { ($1, $0) })
        #expect(try CSVColumns(names, variability: .sdnn).indices == places)
    }

    @Test(
        "A column of an unclear or unknown measure is never used without a word",
        arguments: [
            (["time", "HRV"], [.sdnn: 1], [], "the column \"HRV\" was taken for SDNN"),
            (["time", "HRV", "SDNN"], [.sdnn: 2], ["HRV"], "the column \"HRV\" was not used"),
            (["time", "HRV", "RMSSD"], [.rmssd: 2], ["HRV"], "the column \"HRV\" was not used"),
            (["time", "HRV (score)", "hr"], [.heartRate: 2], ["HRV (score)"], "its unit is not known"),
            (["time", "SDNN (µs)", "hr"], [.heartRate: 2], ["SDNN (µs)"], "expected ms or s"),
        ] as [([String], [Metric: Int], [String], String)])
    func unclearColumns(names: [String], values: [Metric: Int], unused: [String], notice: String) throws {
        let columns = try CSVColumns(names, variability: nil)
        let indices = Dictionary(uniqueKeysWithValues: values.map { (CSVColumns.Role.value($0), $1) })
        #expect(columns.indices == indices.merging([.time: 0]) { $1 } && columns.unused == unused)
        #expect(columns.notices.contains { $0.contains(notice) }, "\(columns.notices)")
    }

    @Test("Units are converted")
    func units() throws {
        #expect(
            try CSVColumns(["time", "SDNN (s)", "hr [Hz]"], variability: nil).factors == [.sdnn: 1000, .heartRate: 60])
        #expect(try CSVColumns(["time", "sdnn_ms", "hr_bpm"], variability: nil).factors == [:])
        #expect(try CSVColumns(["time", "HRV", "hr"], variability: .sdnn).notices == [])
    }

    @Test(
        "A text that is no formula in a spreadsheet comes back as it was",
        arguments: [
            ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-", "'-"), ("@home", "'@home"), ("\tx", "'\tx"),
            ("'=x", "''=x"), ("'quoted'", "'quoted'"), ("plain", "plain"), ("", ""), ("a=b", "a=b"),
        ])
    func formulas(text: String, field: String) {
        #expect(CSVText.neutralized(text) == field)
        #expect(CSVText.restored(field) == text)
    }

    @Test func hrvColumnHasRequestedMeasure() throws {
        #expect(try CSVColumns(["time", "hrv"], variability: .rmssd).indices[.value(.rmssd)] == 1)
        #expect(try CSVColumns(["time", "hrv", "steps"], variability: .sdnn).unused == ["steps"])
        for (names, reason) in [
            (["hrv"], "no column is called \"time\""), (["time", "steps"], "no column is called \"sdnn\""),
            (["time", "hr", "bpm"], "mean the same"), ([], "no column"),
        ] {
            #expect { try CSVColumns(names, variability: .sdnn) } throws: {
                ($0 as? RecordError)?.reason.contains(reason) == true
            }
        }
    }
}
