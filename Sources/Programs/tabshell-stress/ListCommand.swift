// SPDX-License-Identifier: MIT
import ArgumentParser
import StressStore
import TabshellIPC

extension CalendarUnit: ExpressibleByArgument {}

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows measurements, sessions and notes, or what they come to day by day.")

    @OptionGroup var access: StoreOptions
    @OptionGroup var span: Span
    @Option(help: ArgumentHelp("Only the last ones; 20 when nothing else is said, 0 for all.", valueName: "count"))
    var last: Int?
    @Option(help: "Least, mean and greatest values of each hour, day, week, month or year.")
    var by: CalendarUnit?

    mutating func validate() throws {
        if let last, last < 0 { throw ValidationError("--last is 0 or more.") }
        if last != nil, by != nil { throw ValidationError("--last and --by cannot be combined.") }
    }

    func run() throws {
        let store = try access.open()
        try access.reporting { () throws(StoreError) in
            if let by { return try listBuckets(of: store, by) }
            let count = last ?? (span.isGiven ? 0 : 20)
            if count > 0 {
                let items = try Timeline.last(count, in: store, span.range)
                return access.printsJSON ? items.forEach { Output.line($0.json) } : show(items)
            }
            if access.printsJSON {
                var output = Output()
                try Timeline.forEach(in: store, span.range) { output.write($0.json) }
                output.flush()
            } else {
                var items: [Timeline.Item] = []
                try Timeline.forEach(in: store, span.range) { items.append($0) }
                show(items)
            }
        }
    }

    private func show(_ items: [Timeline.Item]) {
        guard !items.isEmpty else { return Output.line("nothing is there\(span.isGiven ? " of that time" : " yet")") }
        var table = TextTable(columns: [
            ("time", false), ("id", true), ("SDNN ms", true), ("RMSSD ms", true), ("heart rate", true), ("", false),
        ])
        for item in items {
            let time = Formatters.time(item.time)
            switch item {
            case .sample(let sample):
                let value = sample.value
                let rate =
                    value.heartRate.map(Formatters.number)
                    ?? value.restingHeartRate.map { "rest \(Formatters.number($0))" }
                table.rows.append([
                    time, "\(sample.id)", value.sdnn.map(Formatters.number) ?? "",
                    value.rmssd.map(Formatters.number) ?? "",
                    rate ?? "", Formatters.fitted(value.source, to: 40),
                ])
            case .session(let session, let readings):
                let minutes = Formatters.number(Double(session.value.length) / 60_000)
                let words = [session.value.kind, session.value.name, "\(minutes) min"] + readings.changes
                table.rows.append([
                    time, "s\(session.id)", "", "", "", words.filter { !$0.isEmpty }.joined(separator: " "),
                ])
            case .note(let note):
                table.rows.append([time, "n\(note.id)", "", "", "", Formatters.fitted(note.value.text, to: 60)])
            }
        }
        for line in table.lines { Output.line(line) }
    }

    private func listBuckets(of store: StressStore, _ unit: CalendarUnit) throws(StoreError) {
        var parts: [Timestamp: (extent: Range<Timestamp>, values: [Metric: Statistics])] = [:]
        for metric in Metric.allCases {
            for bucket in try store.buckets(of: metric, in: span.range, by: unit) {
                parts[bucket.extent.lowerBound, default: (bucket.extent, [:])].values[metric] = bucket.statistics
            }
        }
        let sorted = parts.values.sorted { $0.extent.lowerBound < $1.extent.lowerBound }
        if access.printsJSON {
            for part in sorted {
                let values = Metric.allCases.map { metric in (metric.rawValue, part.values[metric].map { JSON($0) }) }
                Output.line(.object([("time", JSON(part.extent))] + values))
            }
            return
        }
        guard !sorted.isEmpty else { return Output.line("nothing is there") }
        let metrics = Metric.allCases.filter { metric in sorted.contains { $0.values[metric] != nil } }
        var table = TextTable(
            columns: [(unit.rawValue, false)]
                + metrics.flatMap { [("\($0.name) \($0.unit)", true), ("least–greatest", true), ("count", true)] })
        for part in sorted {
            let start = part.extent.lowerBound
            let name = unit == .hour ? Formatters.time(start) : "\(LocalTimeZone.system.day(at: start))"
            table.rows.append(
                [name]
                    + metrics.flatMap { metric in
                        guard let value = part.values[metric] else { return ["", "", ""] }
                        let span = "\(Formatters.number(value.minimum))–\(Formatters.number(value.maximum))"
                        return [Formatters.number(value.mean), span, Formatters.count(value.count)]
                    })
        }
        for line in table.lines { Output.line(line) }
    }
}
