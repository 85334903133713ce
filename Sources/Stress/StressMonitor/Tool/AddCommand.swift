import CommandLineKit
import Posix
import TabshellIPC

extension CommandSpec {
    static let add = CommandSpec(
        "add", "Add one measurement, or a note.",
        options: [
            Option("hrv", value: "ms", "Heart rate variability, SDNN.", kind: .anyNumber),
            Option("rmssd", value: "ms", "Heart rate variability, RMSSD.", kind: .anyNumber),
            Option("hr", value: "bpm", "Heart rate.", kind: .anyNumber),
            Option("resting-hr", value: "bpm", "Heart rate at rest.", kind: .anyNumber),
            Option("at", value: "time", "The time of the measurement: \(TimestampParser.expected); now by default."),
            Option("source", value: "name", "The person or device that measured it, \"by hand\" by default."),
            Option("note", value: "text", "A note about that time."),
        ] + StoreOptions.syntax
    ) { options in
        let access = StoreOptions(options)
        let batch = try batch(options)
        let summary = try access.open().add(batch)
        let time = batch.samples.first?.time ?? batch.notes.first?.time ?? .now
        access.print(
            JSON(summary),
            or: summary.added > 0
                ? "added, \(Formatters.time(time))"
                : summary.known > 0
                    ? "it is there already"
                    : "you have deleted it; `tabshell-stress undo` brings it back")
    }

    private static func batch(_ options: ParsedOptions) throws(ExitError) -> StressStore.Batch {
        let latest = Timestamp.now.advanced(by: TimestampParser.clockTolerance)
        let time = try options.time("at", latest: latest) ?? .now
        var batch = StressStore.Batch()
        if let text = options.value("note") {
            guard let note = Note(time: time, text: text) else { throw .usage("--note is empty") }
            batch.notes.append(note)
        }
        do throws(SampleError) {
            batch.samples.append(
                try Sample(
                    time: time, sdnn: options.number("hrv"), rmssd: options.number("rmssd"),
                    heartRate: options.number("hr"), restingHeartRate: options.number("resting-hr"),
                    source: options.value("source") ?? "by hand"))
        } catch {
            switch error {
            case .noValue where options.flag("note"): break
            case .noValue: throw .usage("expected --hrv, --rmssd, --hr, --resting-hr or --note")
            case .implausible: throw .usage("\(error)")
            }
        }
        return batch
    }
}

extension CommandSpec.ValueKind {
    fileprivate static let anyNumber = number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
}
