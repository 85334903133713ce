// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix

/// A program that tells something of the session, and its end.
final class HelperRun {
    let name: String
    private(set) var hasEnded = false
    private(set) var output: [UInt8] = []
    /// The reason for which the output is incomplete.
    private(set) var problem: String?
    private var process: OutputProcess?

    /// Starts it. A program that is not there has ended at once.
    ///
    /// - Parameter timeout: s.
    init(_ name: String, _ arguments: [String], beside daemon: pid_t?, timeout: Double, on loop: EventLoop) {
        self.name = name
        do {
            let path = try ChildProcess.executable(named: name, beside: daemon)
            let deadline = MonotonicClock.now + UInt64(timeout * 1_000_000_000)
            process = try OutputProcess(path, arguments: arguments, includesErrors: true, deadline: deadline, on: loop)
            {
                [weak self] outcome in
                guard let self else { return }
                (hasEnded, output) = (true, outcome.output)
                problem = outcome.error.map {
                    $0.code == ETIMEDOUT ? localized("did not end within \(timeout) s") : "\($0)"
                }
            }
        } catch {
            (hasEnded, problem) = (true, "\(error)")
        }
    }

    /// The exit code, or -signal; nil for a program that did not end by itself.
    var exitCode: Int32? { process?.exitCode }

    var lines: [String] { allLines.filter { !$0.isEmpty } }

    /// The lines between empty ones.
    var blocks: [[String]] { allLines.split(separator: "").map(Array.init) }

    private var allLines: [String] {
        String(decoding: output, as: UTF8.self).split(separator: "\n" as Character, omittingEmptySubsequences: false)
            .map(String.init)
    }
}
