// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import StressImport

/// A bar on the terminal that shows how far an import has come; nothing where standard error is no terminal.
struct ProgressLine {
    private let file: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = MonotonicClock.now
    private var next: UInt64 = 0
    private var isShown = false

    /// How often it changes, ns.
    private static let interval: UInt64 = 100_000_000

    init(file: String) {
        self.file = String(file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...])
    }

    mutating func show(_ progress: Importer.Progress) {
        let now = MonotonicClock.now
        guard isTerminal, now >= next else { return }
        next = now + Self.interval
        let text = Self.text(file, progress, seconds: Double(now - start) / 1e9, width: Self.width)
        write("\r\u{1B}[K\(text)")
        isShown = true
    }

    /// Takes it away, so that something else can be written.
    mutating func clear() {
        guard isShown else { return }
        write("\r\u{1B}[K")
        isShown = false
    }

    /// The line itself, no wider than the terminal.
    static func text(_ file: String, _ progress: Importer.Progress, seconds: Double, width: Int) -> String {
        let megabytes = { (bytes: Int64) in Formatters.number(Double(bytes) / 1e6) }
        // What matters most comes first, in case the terminal is narrow.
        var parts = [Formatters.fitted(file, to: 24)]
        if let total = progress.total, total > 0 {
            let share = min(max(Double(progress.position) / Double(total), 0), 1)
            let filled = Int(share * 20)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
            parts[0] += " [\(bar)] \(Int(share * 100)) %"
            if share > 0.02, seconds > 1 {
                parts.append("\(Formatters.number((seconds / share - seconds).rounded())) s left")
            }
            parts.append("\(megabytes(progress.position)) of \(megabytes(total)) MB")
        } else {
            parts.append("\(megabytes(progress.position)) MB")
        }
        parts.append("\(Formatters.count(progress.added.added)) added")
        if progress.rejected > 0 { parts.append("\(Formatters.count(progress.rejected)) rejected") }
        return Formatters.fitted(parts.joined(separator: "  "), to: width - 1)
    }

    private static var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
