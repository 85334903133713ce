// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix
import Text

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

    /// Removes the bar, so that something else can be written.
    mutating func clear() {
        guard isShown else { return }
        try? writeAll(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
        isShown = false
    }

    /// The text of the line.
    ///
    /// - Parameter width: of the terminal, in columns.
    static func text(_ file: String, _ progress: Importer.Progress, seconds: Double, width: Int) -> String {
        // The most important parts come first, in case the terminal is narrow.
        var parts = [Formatters.fitted(file, to: 24)]
        if let total = progress.total, total > 0 {
            let fraction = min(max(Double(progress.position) / Double(total), 0), 1)
            let filled = Int(fraction * 20)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
            parts[0] += " [\(bar)] \(Int(fraction * 100)) %"
            if fraction > 0.02, seconds > 1 {
                parts.append(localized("\(Formatters.number((seconds / fraction - seconds).rounded())) s left"))
            }
            parts.append(localized("\(Formatters.size(progress.position)) of \(Formatters.size(total))"))
        } else {
            parts.append(Formatters.size(progress.position))
        }
        parts.append(localized("\(Formatters.count(progress.added.added)) added"))
        if progress.rejected > 0 { parts.append(localized("\(Formatters.count(progress.rejected)) rejected")) }
        return Formatters.fitted(parts.joined(separator: "  "), to: width - 1)
    }
}
