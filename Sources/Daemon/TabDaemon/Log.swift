// SPDX-License-Identifier: MIT
import Glibc

/// Lines on standard error: for a person on a terminal, with a priority (sd-daemon(3)) for the journal.
struct Log {
    private let isJournal: Bool

    init(environment: (String) -> String?) {
        isJournal = environment("JOURNAL_STREAM") != nil
    }

    /// Something went as it should, and a person may want to know.
    func info(_ message: String) { write(message, priority: 6) }

    /// Something outside of tabshell went wrong, and tabshell lives on.
    func warning(_ message: String) { write(message, priority: 4) }

    private func write(_ message: String, priority: Int) {
        let line = Array((isJournal ? "<\(priority)>\(message)\n" : "tabshelld: \(message)\n").utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
