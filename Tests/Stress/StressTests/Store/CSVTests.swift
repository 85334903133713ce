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
        "A text that is no formula in a spreadsheet comes back as it was",
        arguments: [
            ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-", "'-"), ("@home", "'@home"), ("\tx", "'\tx"),
            ("'=x", "''=x"), ("'quoted'", "'quoted'"), ("plain", "plain"), ("", ""), ("a=b", "a=b"),
        ])
    func formulas(text: String, field: String) {
        #expect(CSVText.neutralized(text) == field)
        #expect(CSVText.restored(field) == text)
    }
}
