import Glibc
import Text

/// Lines on standard error: with the program's name for a person at a terminal, with a priority (sd-daemon(3)) for the journal.
public struct Log: Sendable {
    private let program: String
    private let isJournal: Bool

    /// - Parameters:
    ///   - program: the program's name.
    ///   - environment: the environment, by name.
    public init(program: String, environment: (String) -> String? = environmentVariable) {
        self.program = program
        isJournal = environment("JOURNAL_STREAM") != nil
    }

    /// Reports normal operation.
    public func info(_ message: String) { write(message, priority: 6) }

    /// Reports a failure that the program survives.
    public func warning(_ message: String) { write(message, priority: 4) }

    private func write(_ message: String, priority: Int) {
        // One message is one line, whatever text a file or a peer has put into it.
        let message = message.escapedForTerminal()
        Self.write(isJournal ? "<\(priority)>\(message)" : "\(program): \(message)")
    }

    /// True if standard error takes a line without waiting for its reader, or fails.
    public static var isWritable: Bool {
        var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&descriptor, 1, 0) != 0
    }

    /// Writes lines without a program's name; all terminal controls except line feeds are escaped.
    public static func write(_ text: String) {
        try? writeAll(Array((text.escapedForTerminal(keepingLineFeeds: true) + "\n").utf8), to: STDERR_FILENO)
    }
}
