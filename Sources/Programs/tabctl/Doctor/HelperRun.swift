import EventLoop
import Glibc

/// A run of a program that reports on the session.
final class HelperRun {
    let name: String
    /// Nil until its end.
    private(set) var outcome: ChildRun.Outcome?
    private let timeout: Double
    private var run: ChildRun?

    /// Starts it. `timeout` is in s.
    init(_ name: String, _ arguments: [String], beside daemon: pid_t?, timeout: Double, on loop: EventLoop) {
        (self.name, self.timeout) = (name, timeout)
        run = ChildRun(
            name, arguments, beside: daemon, standardError: .output, timeout: UInt64(timeout * 1_000_000_000), on: loop
        ) { [weak self] in self?.outcome = $0 }
    }

    /// The reason why the output is incomplete.
    var problem: String? {
        outcome.flatMap { outcome in
            outcome.ending.isTimeout ? "did not end within \(timeout) s" : outcome.error.map { "\($0)" }
        }
    }

    var succeeded: Bool { outcome?.ending == .exited(0) }

    var lines: [String] { allLines.filter { !$0.isEmpty } }

    func lines(after word: String) -> [String] {
        lines.filter { $0.hasPrefix(word) }.map { String($0.dropFirst(word.count)) }
    }

    /// The lines between empty ones.
    var blocks: [[String]] { allLines.split(separator: "").map(Array.init) }

    private var allLines: [String] {
        String(decoding: outcome?.output ?? [], as: UTF8.self)
            .split(separator: "\n" as Character, omittingEmptySubsequences: false).map(String.init)
    }
}
