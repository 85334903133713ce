// SPDX-License-Identifier: MIT
import ArgumentParser
import StressImport
import StressStore
import TabshellIPC

struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Adds one measurement, or a note.")

    @OptionGroup var access: StoreOptions
    @Option(
        name: .customLong("hrv"), parsing: .unconditional,
        help: ArgumentHelp("Heart rate variability, SDNN.", valueName: "ms"))
    var sdnn: Double?
    @Option(parsing: .unconditional, help: ArgumentHelp("Heart rate variability, RMSSD.", valueName: "ms"))
    var rmssd: Double?
    @Option(name: .customLong("hr"), parsing: .unconditional, help: ArgumentHelp("Heart rate.", valueName: "bpm"))
    var heartRate: Double?
    @Option(
        name: .customLong("resting-hr"), parsing: .unconditional,
        help: ArgumentHelp("Heart rate at rest.", valueName: "bpm"))
    var restingHeartRate: Double?
    @Option(
        help: ArgumentHelp("When it was measured: \(TimestampParser.expected); now when not given.", valueName: "time"))
    var at: String?
    @Option(help: ArgumentHelp("Who measured it.", valueName: "name"))
    var source = "by hand"
    @Option(help: ArgumentHelp("What to remember of that time.", valueName: "text"))
    var note: String?

    func validate() throws { _ = try batch() }

    func run() throws {
        let batch = try batch()
        let store = try access.open()
        let added = try access.reporting { () throws(StoreError) in try store.add(batch) }
        if access.printsJSON { return Output.line(JSON(added)) }
        if added.added > 0 {
            Output.line("added, \(Formatters.time(batch.samples.first?.time ?? batch.notes.first?.time ?? .now))")
        } else if added.known > 0 {
            Output.line("it is there already")
        } else {
            Output.line("you have deleted it; `tabshell-stress undo` brings it back")
        }
    }

    private func batch() throws -> StressStore.Batch {
        let time = try time()
        var batch = StressStore.Batch()
        if let note {
            guard let note = Note(time: time, text: note) else { throw ValidationError("--note is empty.") }
            batch.notes.append(note)
        }
        do throws(SampleError) {
            batch.samples.append(
                try Sample(
                    time: time, sdnn: sdnn, rmssd: rmssd, heartRate: heartRate, restingHeartRate: restingHeartRate,
                    source: source))
        } catch {
            switch error {
            case .noValue where note != nil: break
            case .noValue: throw ValidationError("Give --hrv, --rmssd, --hr, --resting-hr or --note.")
            case .implausible: throw ValidationError("\(error).")
            }
        }
        return batch
    }

    private func time() throws -> Timestamp {
        guard let at else { return .now }
        do throws(TimestampError) {
            return try TimestampParser(timeZone: .system).timestamp(at)
        } catch {
            throw ValidationError("--at \(at): \(error).")
        }
    }
}
