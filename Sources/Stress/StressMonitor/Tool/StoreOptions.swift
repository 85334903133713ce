// SPDX-License-Identifier: MIT
import CommandLineKit
import Localization
import Posix
import TabshellIPC
import Text

/// The options that all commands have.
struct StoreOptions {
    static let database = CommandSpec.Option(
        "database", value: "file", "Use another database.", kind: .file(extensions: ["db"]))
    static let syntax = [
        database,
        .init("json", short: "j", "Print JSON, one value a line; the default if the output is not a terminal."),
    ]

    /// True if results are printed as JSON rather than as text for a person.
    let printsJSON: Bool
    private let path: String?

    init(_ options: ParsedOptions) {
        printsJSON = options.flag("json") || !StandardOutput.isTerminal
        path = options.value("database")
    }

    /// Prints a value as JSON, or a line for a person.
    func print(_ json: JSON, or text: @autoclosure () -> String) {
        if printsJSON { StandardOutput.write(json) } else { StandardOutput.writeLine(text()) }
    }

    /// Opens the database, or creates it.
    ///
    /// - Parameter reading: opens one that cannot be written, too.
    func open(reading: Bool = false) throws(StoreError) -> StressStore {
        let file = if let path { path } else { try StressStore.defaultPath(environment: environmentVariable) }
        let store = try StressStore(path: file, reading: reading)
        if let warning = store.warning { Log.write("tabshell-stress: \(warning)".escapedForTerminal()) }
        return store
    }
}

/// The range of time that a command is about.
struct TimeSpan {
    static let syntax: [CommandSpec.Option] = [
        .init("from", value: "time", "Only from this time on: 2024-05-01, or \(TimestampParser.expected)."),
        .init("to", value: "time", "Only before this time; a date alone stands for its beginning."),
    ]

    /// All of time if there is no option.
    let range: Range<Timestamp>
    /// True if there is an option.
    let isGiven: Bool

    init(_ options: ParsedOptions) throws(ExitError) {
        let (from, to) = (try options.time("from"), try options.time("to"))
        if let from, let to, to < from { throw .usage(localized("--to is earlier than --from")) }
        range = (from ?? .earliest)..<(to ?? .latest)
        isGiven = from != nil || to != nil
    }
}

extension ParsedOptions {
    /// The value of an option as a time. A date alone stands for its beginning.
    ///
    /// - Throws: ``ExitError`` with the status of a usage error.
    func time(_ name: String) throws(ExitError) -> Timestamp? {
        guard let text = value(name) else { return nil }
        if text.utf8.count == 10, let day = Day(word: text) { return LocalTimeZone.system.start(of: day) }
        do throws(TimestampError) {
            return try TimestampParser(timeZone: .system).timestamp(text)
        } catch {
            throw .usage("--\(name) \(text): \(error)")
        }
    }
}

extension StandardOutput {
    /// Writes a value as one line of JSON.
    static func write(_ json: JSON) { write(json.encodedLine) }
}
