// SPDX-License-Identifier: MIT
import CommandLineKit
import Localization
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
                ? localized("added, \(Formatters.time(time))")
                : summary.known > 0
                    ? localized("it is there already")
                    : localized("you have deleted it; `tabshell-stress undo` brings it back"))
    }

    private static func batch(_ options: ParsedOptions) throws(ExitError) -> StressStore.Batch {
        let time = try time(options)
        var batch = StressStore.Batch()
        if let text = options.value("note") {
            guard let note = Note(time: time, text: text) else { throw .usage(localized("--note is empty")) }
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
            case .noValue: throw .usage(localized("expected --hrv, --rmssd, --hr, --resting-hr or --note"))
            case .implausible: throw .usage("\(error)")
            }
        }
        return batch
    }

    private static func time(_ options: ParsedOptions) throws(ExitError) -> Timestamp {
        guard let text = options.value("at") else { return .now }
        do throws(TimestampError) {
            let latest = Timestamp.now.advanced(by: TimestampParser.clockTolerance)
            return try TimestampParser(timeZone: .system, latest: latest).timestamp(text)
        } catch {
            throw .usage(localized("--at \(text): \(error)"))
        }
    }
}

extension CommandSpec.ValueKind {
    /// Any finite number.
    fileprivate static let anyNumber = number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
}
