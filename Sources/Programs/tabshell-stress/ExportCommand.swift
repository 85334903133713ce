// SPDX-License-Identifier: MIT
import ArgumentParser
import StressStore
import TabshellIPC

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes everything to standard output.",
        discussion: """
            --csv writes samples and notes, in a form that `import` reads again. --json writes one object with samples, \
            sessions and notes.
            """)

    enum Format: String, EnumerableFlag {
        case csv
        case json
    }

    @Option(help: ArgumentHelp("Use another database.", valueName: "file"), completion: .file())
    var database: String?
    @OptionGroup var span: Span
    @Flag(help: "The form.")
    var format: Format

    func run() throws {
        var access = StoreOptions()
        access.database = database
        let store = try access.open()
        try access.reporting { () throws(StoreError) in
            switch format {
            case .csv: try writeCSV(of: store)
            case .json: try writeJSON(of: store)
            }
        }
    }

    private func writeCSV(of store: StressStore) throws(StoreError) {
        var output = Output()
        output.write("time,sdnn_ms,rmssd_ms,heart_rate_bpm,resting_heart_rate_bpm,source,note")
        try Timeline.forEach(in: store, span.range) { item in
            let time = LocalTimeZone.system.iso(item.time)
            switch item {
            case .sample(let sample):
                let values = Metric.allCases.map { metric in sample.value[metric].map { "\($0)" } ?? "" }
                output.write("\(time),\(values.joined(separator: ",")),\(Self.quoted(sample.value.source)),")
            case .note(let note): output.write("\(time),,,,,,\(Self.quoted(note.value.text))")
            case .session: break
            }
        }
        output.flush()
    }

    private func writeJSON(of store: StressStore) throws(StoreError) {
        var output = Output()
        var separator = "{\"samples\":["
        try Timeline.forEachSample(in: store, span.range) { sample in
            output.write(separator + JSON(sample).encodedText)
            separator = ","
        }
        if separator != "," { output.write(separator) }
        separator = "],\"sessions\":["
        for session in try Timeline.sessions(in: store, span.range) {
            output.write(separator + session.json.encodedText)
            separator = ","
        }
        if separator != "," { output.write(separator) }
        separator = "],\"notes\":["
        for note in try store.notes(in: span.range) {
            output.write(separator + JSON(note).encodedText)
            separator = ","
        }
        if separator != "," { output.write(separator) }
        output.write("]}")
        output.flush()
    }

    /// A field as RFC 4180 has it.
    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        guard needsQuotes else { return text }
        // By scalars: a quote that an accent follows is another character, but no other byte.
        let inner = text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
        return "\"\(inner.joined())\""
    }
}
