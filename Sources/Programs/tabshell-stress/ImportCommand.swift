// SPDX-License-Identifier: MIT
import ArgumentParser
import EventLoop
import Glibc
import CommandLineKit
import StressImport
import StressStore
import TabshellIPC

extension Variability: ExpressibleByArgument {}

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Adds the measurements of a file: CSV, or Apple Health's export.zip or export.xml.",
        discussion: """
            A CSV file's first line names its columns: time (or date and time), sdnn, rmssd, hrv, heart_rate, \
            resting_heart_rate, source, note; the usual other names are known too. What is in the database already is \
            not added again, so the same file may be imported any number of times, and one that was stopped goes on.
            """)

    @OptionGroup var access: StoreOptions
    @Argument(help: "The file.", completion: .file(extensions: ["csv", "xml", "zip"]))
    var file: String
    @Option(help: "What a column that is only called \"hrv\" holds: sdnn or rmssd.")
    var hrv = Variability.sdnn
    @Option(help: ArgumentHelp("The source of rows of a CSV file that name none.", valueName: "name"))
    var source = "CSV"
    @Flag(help: "List every row that is rejected, not only the first \(ImportCommand.shownRejections).")
    var allErrors = false
    @Option(help: ArgumentHelp("How much is written in one transaction.", visibility: .hidden))
    var batch = 5000

    private static let shownRejections = 20

    mutating func validate() throws {
        guard (1...1_000_000).contains(batch) else { throw ValidationError("--batch is 1 to 1000000.") }
    }

    func run() throws {
        let store = try access.open()
        var options = Importer.Options()
        options.variability = hrv
        options.source = source
        options.batch = batch
        let stop = StopSignals(file: file)
        var line = ProgressLine(file: file)
        var shown = 0
        let start = MonotonicClock.now
        let progress: Importer.Progress
        do throws(ImportError) {
            progress = try Importer(store: store, options: options).run(
                path: file,
                reject: { rejection in
                    shown += 1
                    guard allErrors || shown <= Self.shownRejections else { return }
                    line.clear()
                    StandardError.write("\(file):\(rejection.line): \(rejection.reason)")
                },
                advance: { progress in
                    line.show(progress)
                    return !stop.isRequested
                })
        } catch {
            line.clear()
            throw StressCommand.failure(error.description)
        }
        line.clear()
        if !allErrors, shown > Self.shownRejections {
            let rest = Formatters.count(shown - Self.shownRejections)
            StandardError.write("\(file): \(rest) more rows were rejected; --all-errors lists them")
        }
        report(progress, seconds: Double(MonotonicClock.now - start) / 1e9)
        if progress.isStopped { throw ExitCode(128 + stop.signal) }
        if progress.rejected > 0 { throw ExitCode(Status.rejected.rawValue) }
    }

    private func report(_ progress: Importer.Progress, seconds: Double) {
        let added = progress.added
        if access.printsJSON {
            Output.line(
                .object([
                    ("file", .string(file)), ("added", JSON(added.added)), ("known", JSON(added.known)),
                    ("deleted", JSON(added.deleted)), ("rejected", JSON(progress.rejected)),
                    ("ignored", JSON(progress.ignored)),
                    ("unused_columns", .array(progress.unusedColumns.map { .string($0) })),
                    ("stopped", .bool(progress.isStopped)), ("seconds", .number(seconds)),
                ]))
            return
        }
        var parts = ["\(Formatters.count(added.added)) added", "\(Formatters.count(added.known)) known already"]
        if added.deleted > 0 { parts.append("\(Formatters.count(added.deleted)) left out because you deleted them") }
        if progress.rejected > 0 { parts.append("\(Formatters.count(progress.rejected)) rejected") }
        if progress.ignored > 0 { parts.append("\(Formatters.count(progress.ignored)) of other kinds left out") }
        Output.line("\(file): \(parts.joined(separator: ", ")), in \(Formatters.number(seconds)) s")
        if !progress.unusedColumns.isEmpty {
            Output.line("columns that were not used: \(progress.unusedColumns.joined(separator: ", "))")
        }
        if progress.isStopped { Output.line("It was stopped; import the file again for the rest.") }
    }
}

/// SIGINT and SIGTERM as a question that can be asked between two batches.
private struct StopSignals {
    private var set = sigset_t()
    private let isActive: Bool
    private final class Seen {
        var signal: Int32 = 0
    }
    private let seen = Seen()

    /// Holds the signals back, unless the file is a pipe: waiting for its writer must stay interruptible, and the
    /// database survives that as well.
    init(file: String) {
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        var facts = stat()
        isActive = stat(file, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        if isActive { sigprocmask(SIG_BLOCK, &set, nil) }
    }

    var isRequested: Bool {
        guard isActive, seen.signal == 0 else { return seen.signal != 0 }
        var (set, none) = (set, timespec())
        let signal = sigtimedwait(&set, nil, &none)
        if signal > 0 { seen.signal = signal }
        return signal > 0
    }

    /// Which one came.
    var signal: Int32 { seen.signal }
}
