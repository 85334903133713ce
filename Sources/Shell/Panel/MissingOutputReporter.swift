// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import ScreenClient
import ShellModel

/// Reports the configured outputs that do not exist: a name may be misspelled, or a screen not be plugged in.
final class MissingOutputReporter {
    /// The delay of a report, ns: outputs appear one after the other.
    private static let delay: UInt64 = 1_000_000_000

    private let shell: ShellProgram
    private var timer: EventLoop.Timer?
    /// The problem that the present daemon knows.
    private var reported: String?

    init(_ shell: ShellProgram) {
        self.shell = shell
        timer = shell.loop.timer { [weak self] in self?.report() }
    }

    /// Schedules a report after a change of the outputs or of the look.
    func update() {
        guard timer?.deadline == nil, !shell.options.window, problem != reported else { return }
        timer?.arm(after: Self.delay)
    }

    /// Discards the report after the daemon's connection is lost: the next daemon does not know it.
    func connectionLost() {
        reported = nil
    }

    /// The problem in words; nil if each pattern matches an output, and if there is no output at all.
    static func problem(_ patterns: [String], outputs: [(name: String, description: String?)]) -> String? {
        let missing = patterns.filter { pattern in
            !outputs.contains { OutputPattern.matches(pattern, name: $0.name, description: $0.description) }
        }
        guard !missing.isEmpty, !outputs.isEmpty else { return nil }
        let list = { (names: [String]) in names.map { "\"\($0)\"" }.joined(separator: ", ") }
        return localized("outputs: \(list(missing)) not connected; connected: \(list(outputs.map(\.name)))")
    }

    private var problem: String? {
        guard let look = shell.client.state.look else { return nil }
        return Self.problem(look.outputs, outputs: shell.connection.outputs.map { ($0.name, $0.description) })
    }

    private func report() {
        let problem = problem
        guard problem != reported, shell.client.isConnected else { return }
        reported = problem
        shell.report(problem)
    }
}
