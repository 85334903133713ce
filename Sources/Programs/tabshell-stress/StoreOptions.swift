// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc
import StressImport
import StressStore

/// What every command can be told.
struct StoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Use another database.", valueName: "file"), completion: .file())
    var database: String?

    @Flag(name: .shortAndLong, help: "Print JSON, one value a line. It is the default when nobody reads along.")
    var json = false

    /// Whether to print JSON rather than text for a person.
    var printsJSON: Bool { json || isatty(STDOUT_FILENO) == 0 }

    /// Opens the database, or makes it.
    func open() throws -> StressStore {
        try reporting { () throws(StoreError) in
            if let database { return try StressStore(path: database) }
            return try StressStore(path: StorePath.default { name in getenv(name).map { String(cString: $0) } })
        }
    }

    /// Turns a failure of the database into a message and an exit status.
    func reporting<Value>(_ body: () throws(StoreError) -> Value) throws -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw StressCommand.failure(error.description)
        }
    }
}

/// From when until when.
struct Span: ParsableArguments {
    @Option(help: ArgumentHelp("Only from this time on: \(Span.example).", valueName: "time"))
    var from: Moment?

    @Option(help: ArgumentHelp("Only before this time; a date alone stands for its beginning.", valueName: "time"))
    var to: Moment?

    private static let example = "2024-05-01, or \(TimestampParser.expected)"

    mutating func validate() throws {
        if let from, let to, to.time < from.time { throw ValidationError("--to is earlier than --from.") }
    }

    /// What is meant; all of time when nothing was said.
    var range: Range<Timestamp> { (from?.time ?? .earliest)..<(to?.time ?? .latest) }
    var isGiven: Bool { from != nil || to != nil }
}

/// A time on the command line.
struct Moment: ExpressibleByArgument {
    var time: Timestamp

    /// A date alone stands for its beginning here: it bounds something.
    init?(argument: String) {
        let parts = argument.split(separator: "-").compactMap { Int($0) }
        if argument.utf8.count == 10, parts.count == 3, let day = Day(year: parts[0], month: parts[1], day: parts[2]) {
            time = LocalTimeZone.system.start(of: day)
        } else if let time = try? TimestampParser(timeZone: .system).timestamp(argument) {
            self.time = time
        } else {
            return nil
        }
    }
}
