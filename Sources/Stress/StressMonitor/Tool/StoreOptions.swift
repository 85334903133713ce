import CommandLineKit
import Posix
import TabshellIPC
import Text

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

    func print(_ json: JSON, or text: @autoclosure () -> String) {
        if printsJSON { StandardOutput.write(json) } else { StandardOutput.writeLine(text()) }
    }

    /// Opens the database, or creates it; for `reading` also a read-only one.
    func open(reading: Bool = false) throws(StoreError) -> StressStore {
        let file = if let path { path } else { try StressStore.defaultPath(environment: environmentVariable) }
        let store = try StressStore(path: file, reading: reading)
        if let warning = store.warning { Log.write("tabshell-stress: \(warning)".escapedForTerminal()) }
        return store
    }
}

struct TimeSpan {
    static let syntax: [CommandSpec.Option] = [
        .init("from", value: "time", "Only from this time on: 2024-05-01, or \(TimestampParser.expected)."),
        .init("to", value: "time", "Only before this time; a date alone stands for its beginning."),
    ]

    /// All of time without the options.
    let range: Range<Timestamp>
    let isGiven: Bool

    init(_ options: ParsedOptions) throws(ExitError) {
        let (from, to) = (try options.time("from"), try options.time("to"))
        if let from, let to, to < from { throw .usage("--to is earlier than --from") }
        range = (from ?? .earliest)..<(to ?? .latest)
        isGiven = from != nil || to != nil
    }
}

extension ParsedOptions {
    /// The value of an option as a time; a date alone stands for its beginning, with `latest` for its noon.
    func time(_ name: String, latest: Timestamp? = nil) throws(ExitError) -> Timestamp? {
        guard let text = value(name) else { return nil }
        let date = (try? TimestampParser.standardized(text)) ?? text
        if latest == nil, date.utf8.count == 10, let day = Day(word: date) {
            return LocalTimeZone.system.start(of: day)
        }
        do throws(TimestampError) {
            return try TimestampParser(timeZone: .system, latest: latest ?? .latest).timestamp(text)
        } catch {
            throw .usage("--\(name) \(text): \(error)")
        }
    }
}

extension StandardOutput {
    static func write(_ json: JSON) { write(json.encodedLine) }
}

/// Lines on standard output, written in large pieces; on a terminal with its controls escaped. The last
/// piece needs a ``flush()``.
struct BufferedOutput: ~Copyable {
    private static let capacity = 1 << 16
    private let isTerminal = StandardOutput.isTerminal
    private var buffer: [UInt8] = []

    mutating func write(_ json: JSON) { write(json.encodedText) }

    mutating func write(_ text: String) {
        buffer += (isTerminal ? text.escapedForTerminal(keepingLineFeeds: true) : text).utf8
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.capacity { flush() }
    }

    mutating func flush() {
        StandardOutput.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
