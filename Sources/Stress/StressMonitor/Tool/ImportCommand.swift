import CommandLineKit
import EventLoop
import Glibc
import Posix
import TabshellIPC
import Text

extension CommandSpec {
    static let importFile = CommandSpec(
        "import", "Add the measurements of a file: a table (CSV), Apple Health's export, or a zip archive of these.",
        discussion: """
            A table's first line names its columns. The exports of \
            \(Set(TableFormat.known.map(\.source)).sorted().joined(separator: ", ")) are known, and common names: time (or \
            date and time), sdnn, rmssd, hrv, heart_rate, resting_heart_rate, source, note. The options name any others. \
            A unit may follow in brackets: ms or s, bpm or Hz. Measurements that the database has already are not added \
            again, so the same file can be imported any number of times, and a stopped import resumed.
            """,
        arguments: [
            Argument(
                "file", "The file, or the folder of an unpacked export of Apple Health.",
                kind: .file(extensions: ["csv", "xml", "zip"]))
        ],
        options: CSVColumns.options.map { Option($0.name, value: "column", $0.help) } + [
            Option(
                "no-value", value: "text",
                "A text or number that means \"not measured\", as -, NA and nan do; any number of times."),
            Option("dry-run", "Add nothing; print the first rows as they would be stored."),
            Option(
                "hrv", value: "measure",
                "The measure in a column that is only called \"hrv\"; without it, sdnn if no column names a measure.",
                kind: .choice(Variability.allCases.map(\.rawValue))),
            Option(
                "source", value: "name",
                "The source of a table's rows that name none; without it, the program that exports the table, or \"CSV\"."
            ),
            Option("all-errors", "List all rejected rows, not only the first \(FileImport.maximumListed)."),
            Option(
                "batch", value: "count", "The number of rows in one transaction.", kind: .integer(1...1_000_000),
                isHidden: true),
        ] + StoreOptions.syntax
    ) { options in
        var importing = Importer.Options()
        importing.variability = options.value("hrv").flatMap(Variability.init(rawValue:))
        importing.source = options.value("source")
        for option in CSVColumns.options { importing.columns[option.role] = options.value(option.name) }
        importing.noValue = options.values("no-value")
        importing.batch = options.integer("batch") ?? 5000
        let job = FileImport(
            file: try options.required("file"), access: StoreOptions(options), listsAll: options.flag("all-errors"),
            isDry: options.flag("dry-run"))
        exit(try job.run(importing))
    }
}

private struct FileImport {
    /// The number of rejected rows listed without `--all-errors`.
    static let maximumListed = 20

    let file: String
    let access: StoreOptions
    let listsAll: Bool
    let isDry: Bool

    /// - Returns: the exit status.
    func run(_ options: Importer.Options) throws -> Int32 {
        // Before opening the database, which starts threads.
        let parser = try ConfinedParser(path: file, options: options, signals: [SIGINT, SIGTERM])
        let store = isDry ? nil : try access.open()
        var stopSignal: Int32?
        var line = ProgressLine(file: file)
        var rejected = 0
        var first = StressStore.Batch()
        let start = MonotonicClock.now
        let progress: Importer.Progress
        do {
            progress = try Importer(store: store, options: options).run(
                next: parser.next,
                reject: { rejection in
                    rejected += 1
                    guard listsAll || rejected <= Self.maximumListed else { return }
                    line.clear()
                    Log.write("\(file):\(rejection.line): \(rejection.reason)".escapedForTerminal())
                },
                show: { batch in
                    guard isDry else { return }
                    first.samples += batch.samples.prefix(Self.maximumListed - first.samples.count)
                    first.notes += batch.notes.prefix(Self.maximumListed - first.notes.count)
                },
                advance: { progress in
                    line.show(progress)
                    stopSignal = parser.readSignal()
                    return stopSignal == nil
                })
        } catch {
            line.clear()
            throw error
        }
        line.clear()
        if !listsAll, rejected > Self.maximumListed {
            let rest = Formatters.count(rejected - Self.maximumListed)
            Log.write("\(file): \(rest) more rows were rejected; --all-errors lists them".escapedForTerminal())
        }
        for notice in progress.notices { Log.write("\(file): \(notice)".escapedForTerminal()) }
        if isDry { show(first) }
        report(progress, seconds: Double(MonotonicClock.now - start) / 1e9)
        if let stopSignal { return StressExitStatus.signal + stopSignal }
        let read = progress.added.added + progress.added.known + progress.added.deleted
        guard read > 0 || progress.rejected == 0 else {
            throw ExitError(status: .refused, reason: "\(file): none of its rows can be imported")
        }
        return progress.rejected > 0 ? StressExitStatus.rejectedRows : ExitStatus.done.rawValue
    }

    /// Prints records as they would be stored.
    private func show(_ batch: StressStore.Batch) {
        if access.printsJSON {
            for json in batch.samples.map({ JSON($0) }) + batch.notes.map({ JSON($0) }) { StandardOutput.write(json) }
            return
        }
        var table = TextTable(
            columns: [("time", .left)] + Metric.allCases.map { ("\($0.name) \($0.unit)", .right) } + [("", .left)])
        for sample in batch.samples {
            let values = Metric.allCases.map { metric in sample[metric].map { Formatters.number($0) } ?? "" }
            table.rows.append([Formatters.time(sample.time)] + values + [Formatters.fitted(sample.source, to: 40)])
        }
        for note in batch.notes {
            let empty = Metric.allCases.map { _ in "" }
            table.rows.append([Formatters.time(note.time)] + empty + [Formatters.fitted(note.text, to: 60)])
        }
        if table.rows.count > 1 { StandardOutput.writeLines(table.text) }
    }

    private func report(_ progress: Importer.Progress, seconds: Double) {
        let added = progress.added
        if access.printsJSON {
            StandardOutput.write(
                .object([
                    ("file", .string(file)), ("dry_run", isDry ? .bool(true) : nil),
                    ("added", JSON(added.added)), ("known", JSON(added.known)),
                    ("deleted", JSON(added.deleted)), ("rejected", JSON(progress.rejected)),
                    ("ignored", JSON(progress.ignored)),
                    ("unused_columns", .array(progress.unusedColumns.map { .string($0) })),
                    ("notices", .array(progress.notices.map { .string($0) })),
                    ("stopped", .bool(progress.isStopped)), ("seconds", .number(seconds)),
                ]))
            return
        }
        var parts = ["\(Formatters.count(added.added)) \(isDry ? "to be added" : "added")"]
        if !isDry { parts.append("\(Formatters.count(added.known)) known already") }
        if added.deleted > 0 {
            parts.append("\(Formatters.count(added.deleted)) omitted because you deleted them")
        }
        if progress.rejected > 0 { parts.append("\(Formatters.count(progress.rejected)) rejected") }
        if progress.ignored > 0 {
            parts.append("\(Formatters.count(progress.ignored)) empty or of other kinds omitted")
        }
        StandardOutput.writeLine("\(file): \(parts.joined(separator: ", ")), in \(Formatters.number(seconds)) s")
        if !progress.unusedColumns.isEmpty {
            StandardOutput.writeLine("columns that were not used: \(progress.unusedColumns.joined(separator: ", "))")
        }
        if progress.isStopped {
            StandardOutput.writeLine("It was stopped; import the file again for the rest.")
        }
    }
}

/// A progress bar on the terminal; nothing if standard error is not a terminal.
struct ProgressLine {
    private let file: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = MonotonicClock.now
    private var next: UInt64 = 0
    private var isShown = false

    /// The minimum time between two updates, ns.
    private static let interval: UInt64 = 100_000_000

    init(file: String) {
        self.file = FileSystem.name(of: file).escapedForTerminal()
    }

    mutating func show(_ progress: Importer.Progress) {
        let now = MonotonicClock.now
        guard isTerminal, now >= next else { return }
        next = now + Self.interval
        let text = Self.text(
            file, progress, seconds: Double(now - start) / 1e9, width: terminalWidth(STDERR_FILENO) ?? 80)
        try? writeAll(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
        isShown = true
    }

    /// Removes the bar before other output.
    mutating func clear() {
        guard isShown else { return }
        try? writeAll(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
        isShown = false
    }

    static func text(_ file: String, _ progress: Importer.Progress, seconds: Double, width: Int) -> String {
        // The most important parts come first, in case the terminal is narrow.
        var parts = [Formatters.fitted(file, to: 24)]
        if let total = progress.total, total > 0 {
            let fraction = min(max(Double(progress.position) / Double(total), 0), 1)
            let filled = Int(fraction * 20)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
            parts[0] += " [\(bar)] \(Int(fraction * 100)) %"
            if fraction > 0.02, seconds > 1 {
                parts.append("\(Formatters.number((seconds / fraction - seconds).rounded())) s left")
            }
            parts.append("\(Formatters.size(progress.position)) of \(Formatters.size(total))")
        } else {
            parts.append(Formatters.size(progress.position))
        }
        parts.append("\(Formatters.count(progress.added.added)) added")
        if progress.rejected > 0 { parts.append("\(Formatters.count(progress.rejected)) rejected") }
        return Formatters.fitted(parts.joined(separator: "  "), to: width - 1)
    }
}
