import CommandLineKit
import Posix
import TabshellIPC

extension CommandSpec {
    static let export = CommandSpec(
        "export", "Write everything to standard output.",
        discussion: """
            In CSV, a source or note that a spreadsheet would take for a formula gets an apostrophe before it, which `import` \
            removes again.
            """,
        usage: "[options] (--csv | --json)",
        options: [
            Option("csv", "Write samples and notes as CSV, which `import` reads again."),
            Option("json", "Write one JSON object with samples, sessions and notes."),
            StoreOptions.database,
        ] + TimeSpan.syntax
    ) { options in
        guard options.flag("csv") != options.flag("json") else {
            throw ExitError.usage("expected either --csv or --json")
        }
        let range = try TimeSpan(options).range
        let store = try StoreOptions(options).open(reading: true)
        try options.flag("csv") ? writeCSV(of: store, range) : writeJSON(of: store, range)
    }

    private static func writeCSV(of store: StressStore, _ range: Range<Timestamp>) throws(StoreError) {
        var output = BufferedOutput()
        output.write("time,sdnn_ms,rmssd_ms,heart_rate_bpm,resting_heart_rate_bpm,source,note")
        try Timeline.forEach(in: store, range) { item in
            let time = LocalTimeZone.system.iso(item.time)
            switch item {
            case .sample(let sample):
                let values = Metric.allCases.map { metric in sample.value[metric].map { "\($0)" } ?? "" }
                output.write(
                    "\(time),\(values.joined(separator: ",")),\(quoted(CSVText.neutralized(sample.value.source))),")
            case .note(let note): output.write("\(time),,,,,,\(quoted(CSVText.neutralized(note.value.text)))")
            case .session: break
            }
        }
        output.flush()
    }

    private static func writeJSON(of store: StressStore, _ range: Range<Timestamp>) throws(StoreError) {
        var output = BufferedOutput()
        var separator = ""
        func begin(_ text: String) {
            if separator != ",", !separator.isEmpty { output.write(separator) }
            separator = text
        }
        func write(_ json: JSON) {
            output.write(separator + json.encodedText)
            separator = ","
        }
        begin("{\"samples\":[")
        try Timeline.forEachSample(in: store, range) { write(JSON($0)) }
        begin("],\"sessions\":[")
        for session in try Timeline.sessions(in: store, range) { write(session.json) }
        begin("],\"notes\":[")
        for note in try store.notes(in: range) { write(JSON(note)) }
        begin("")
        output.write("]}")
        output.flush()
    }

    /// A field in the notation of RFC 4180.
    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        guard needsQuotes else { return text }
        // By scalars: a quote with a combining accent is a different character, but the same byte.
        let inner = text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
        return "\"\(inner.joined())\""
    }
}
