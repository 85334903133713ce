// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Glibc
import Localization
import Posix
import TabshellIPC
import Text

extension CommandSpec {
    static let importFile = CommandSpec(
        "import", "Add the measurements of a file: CSV, or Apple Health's export.zip or export.xml.",
        discussion: """
            A CSV file's first line names its columns: time (or date and time), sdnn, rmssd, hrv, heart_rate, \
            resting_heart_rate, source, note; other common names are known too. A unit may follow in brackets: ms or s, \
            bpm or Hz. Measurements that the database has already \
            are not added again, so the same file can be imported any number of times, and a stopped import resumed.
            """,
        arguments: [Argument("file", "The file.", kind: .file(extensions: ["csv", "xml", "zip"]))],
        options: [
            Option(
                "hrv", value: "measure",
                "The measure in a column that is only called \"hrv\"; without it, sdnn if no column names a measure.",
                kind: .choice(Variability.allCases.map(\.rawValue))),
            Option("source", value: "name", "The source of rows in a CSV file that name none, \"CSV\" by default."),
            Option("all-errors", "List all rejected rows, not only the first \(FileImport.maximumListed)."),
            Option(
                "batch", value: "count", "The number of rows in one transaction.", kind: .integer(1...1_000_000),
                isHidden: true),
        ] + StoreOptions.syntax
    ) { options in
        var importing = Importer.Options()
        importing.variability = options.value("hrv").flatMap(Variability.init(rawValue:))
        importing.source = options.value("source") ?? "CSV"
        importing.batch = options.integer("batch") ?? 5000
        let job = FileImport(
            file: try options.required("file"), access: StoreOptions(options), listsAll: options.flag("all-errors"))
        exit(try job.run(importing))
    }
}

/// One run of the command.
private struct FileImport {
    /// The number of rejected rows that are listed without `--all-errors`.
    static let maximumListed = 20

    let file: String
    let access: StoreOptions
    let listsAll: Bool

    /// - Returns: the exit status.
    func run(_ options: Importer.Options) throws -> Int32 {
        // Before the database is opened, which starts threads.
        let parser = try ConfinedParser(path: file, options: options, signals: [SIGINT, SIGTERM])
        let store = try access.open()
        var stopSignal: Int32?
        var line = ProgressLine(file: file)
        var rejected = 0
        let start = MonotonicClock.now
        let progress: Importer.Progress
        do {
            progress = try Importer(store: store, options: options).run(
                parser,
                reject: { rejection in
                    rejected += 1
                    guard listsAll || rejected <= Self.maximumListed else { return }
                    line.clear()
                    Log.write("\(file):\(rejection.line): \(rejection.reason)".escapedForTerminal())
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
            Log.write(
                localized("\(file): \(rest) more rows were rejected; --all-errors lists them").escapedForTerminal())
        }
        for notice in progress.notices { Log.write("\(file): \(notice)".escapedForTerminal()) }
        report(progress, seconds: Double(MonotonicClock.now - start) / 1e9)
        if let stopSignal { return StressExitStatus.signal + stopSignal }
        let read = progress.added.added + progress.added.known + progress.added.deleted
        guard read > 0 || progress.rejected == 0 else {
            throw ExitError(status: .refused, reason: localized("\(file): none of its rows can be imported"))
        }
        return progress.rejected > 0 ? StressExitStatus.rejectedRows : ExitStatus.done.rawValue
    }

    private func report(_ progress: Importer.Progress, seconds: Double) {
        let added = progress.added
        if access.printsJSON {
            StandardOutput.write(
                .object([
                    ("file", .string(file)), ("added", JSON(added.added)), ("known", JSON(added.known)),
                    ("deleted", JSON(added.deleted)), ("rejected", JSON(progress.rejected)),
                    ("ignored", JSON(progress.ignored)),
                    ("unused_columns", .array(progress.unusedColumns.map { .string($0) })),
                    ("notices", .array(progress.notices.map { .string($0) })),
                    ("stopped", .bool(progress.isStopped)), ("seconds", .number(seconds)),
                ]))
            return
        }
        var parts = [
            localized("\(Formatters.count(added.added)) added"),
            localized("\(Formatters.count(added.known)) known already"),
        ]
        if added.deleted > 0 {
            parts.append(localized("\(Formatters.count(added.deleted)) omitted because you deleted them"))
        }
        if progress.rejected > 0 { parts.append(localized("\(Formatters.count(progress.rejected)) rejected")) }
        if progress.ignored > 0 {
            parts.append(localized("\(Formatters.count(progress.ignored)) of other kinds omitted"))
        }
        StandardOutput.writeLine(
            localized("\(file): \(parts.joined(separator: ", ")), in \(Formatters.number(seconds)) s"))
        if !progress.unusedColumns.isEmpty {
            StandardOutput.writeLine(
                localized("columns that were not used: \(progress.unusedColumns.joined(separator: ", "))"))
        }
        if progress.isStopped {
            StandardOutput.writeLine(localized("It was stopped; import the file again for the rest."))
        }
    }
}
