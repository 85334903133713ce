import CommandLineKit
import Posix
import TabshellIPC

extension CommandSpec {
    static let list = CommandSpec(
        "list", "Print measurements, sessions and notes, or their statistics.",
        options: [
            Option(
                "last", value: "count", "Only the last ones; 0 for all. 20 by default if there is no other option.",
                kind: .integer(0...Int.max)),
            Option(
                "by", value: "unit", "The minimum, mean and maximum values of each unit of time.",
                kind: .choice(CalendarUnit.allCases.map(\.rawValue))),
        ] + TimeSpan.syntax + StoreOptions.syntax
    ) { options in
        let listing = Listing(access: StoreOptions(options), span: try TimeSpan(options))
        let unit = options.value("by").flatMap(CalendarUnit.init(rawValue:))
        guard unit == nil || !options.flag("last") else {
            throw ExitError.usage("--last and --by exclude each other")
        }
        let store = try listing.access.open(reading: true)
        if let unit {
            try listing.showBuckets(of: store, unit)
        } else {
            try listing.showItems(of: store, last: options.integer("last") ?? (listing.span.isGiven ? 0 : 20))
        }
    }
}

private struct Listing {
    let access: StoreOptions
    let span: TimeSpan

    /// - Parameter count: 0 for all.
    func showItems(of store: StressStore, last count: Int) throws(StoreError) {
        var output = BufferedOutput()
        var items: [Timeline.Item] = []
        func add(_ item: Timeline.Item) {
            if access.printsJSON { output.write(item.json) } else { items.append(item) }
        }
        if count > 0 {
            try Timeline.last(count, in: store, span.range).forEach(add)
        } else {
            try Timeline.forEach(in: store, span.range, add)
        }
        if access.printsJSON { output.flush() } else { show(items) }
    }

    private func show(_ items: [Timeline.Item]) {
        guard !items.isEmpty else {
            return StandardOutput.writeLine(span.isGiven ? "nothing is there of that time" : "nothing is there yet")
        }
        var table = TextTable(columns: [
            ("time", .left), ("id", .right), ("SDNN ms", .right), ("RMSSD ms", .right),
            ("heart rate", .right),
            ("", .left),
        ])
        for item in items {
            let time = Formatters.time(item.time)
            switch item {
            case .sample(let sample):
                let value = sample.value
                let rate =
                    value.heartRate.map { Formatters.number($0) }
                    ?? value.restingHeartRate.map { "rest \(Formatters.number($0))" }
                table.rows.append([
                    time, "\(sample.id)", value.sdnn.map { Formatters.number($0) } ?? "",
                    value.rmssd.map { Formatters.number($0) } ?? "",
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
        StandardOutput.writeLines(table.text)
    }

    func showBuckets(of store: StressStore, _ unit: CalendarUnit) throws(StoreError) {
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
                StandardOutput.write(.object([("time", JSON(part.extent))] + values))
            }
            return
        }
        guard !sorted.isEmpty else { return StandardOutput.writeLine("nothing is there") }
        let metrics = Metric.allCases.filter { metric in sorted.contains { $0.values[metric] != nil } }
        var table = TextTable(
            columns: [(unit.rawValue, .left)]
                + metrics.flatMap {
                    [
                        ("\($0.name) \($0.unit)", .right), ("minimum–maximum", .right),
                        ("count", .right),
                    ]
                })
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
        StandardOutput.writeLines(table.text)
    }
}
