// SPDX-License-Identifier: MIT
import Glibc

/// Lines on standard error: with the program's name for a person at a terminal, with a priority (sd-daemon(3)) for the
/// journal.
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
        Self.write(isJournal ? "<\(priority)>\(message)" : "\(program): \(message)")
    }

    /// Writes a line as it is.
    public static func write(_ line: String) { try? writeAll(Array((line + "\n").utf8), to: STDERR_FILENO) }
}
