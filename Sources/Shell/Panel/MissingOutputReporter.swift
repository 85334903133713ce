import EventLoop
import ScreenClient
import ShellModel

/// Reports the configured outputs that do not exist: a name may be misspelled, or a screen unplugged.
final class MissingOutputReporter {
    /// The delay of a report, ns: outputs appear one after the other.
    private static let delay: UInt64 = 1_000_000_000

    private let shell: ShellProgram
    private var timer: EventLoop.Timer?

    init(_ shell: ShellProgram) {
        self.shell = shell
        timer = shell.loop.timer { [weak self] in self?.report() }
    }

    func update() {
        guard timer?.deadline == nil, !shell.options.window, problem != reported else { return }
        timer?.arm(after: Self.delay)
    }

    /// The problem in words; nil if each pattern matches an output, and without any output.
    static func problem(_ patterns: [String], outputs: [(name: String, description: String?)]) -> String? {
        let missing = patterns.filter { pattern in
            !outputs.contains { OutputPattern.matches(pattern, name: $0.name, description: $0.description) }
        }
        guard !missing.isEmpty, !outputs.isEmpty else { return nil }
        let list = { (names: [String]) in names.map { "\"\($0)\"" }.joined(separator: ", ") }
        return "outputs: \(list(missing)) not connected; connected: \(list(outputs.map(\.name)))"
    }

    /// The problem that the daemon knows.
    private var reported: String? { shell.client.state.status(of: .panel)?.problem }

    private var problem: String? {
        guard let look = shell.client.state.look else { return nil }
        return Self.problem(look.outputs, outputs: shell.connection.outputs.map { ($0.name, $0.description) })
    }

    private func report() {
        let problem = problem
        guard problem != reported, shell.client.isConnected else { return }
        shell.report(problem)
    }
}
