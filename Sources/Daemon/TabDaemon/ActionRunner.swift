// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import ShellModel

/// Starts the programs of actions, and lets go of them when they end. They are nobody's to restart.
final class ActionRunner {
    /// How many may run at once; a client that asks without end must not fill the machine.
    static let room = 32

    private let loop: EventLoop
    private let log: Log
    private let environment: [String: String?]
    private var running: [ProcessExitSource] = []

    init(environment: [String: String?], loop: EventLoop, log: Log) {
        self.environment = environment
        self.loop = loop
        self.log = log
    }

    /// Starts an action's program, which finds the action's id in `TABSHELL_ACTION`.
    func run(_ action: ActionID, _ arguments: [String]) {
        guard running.count < Self.room else {
            return log.warning("action \(action): \(running.count) programs of actions run already; it was not started")
        }
        guard let name = arguments.first, let path = ChildProcess.find(name) else {
            return log.warning("action \(action): there is no program \"\(arguments.first ?? "")\"")
        }
        do throws(SystemError) {
            let pid = try ChildProcess.start(
                path, arguments: Array(arguments.dropFirst()),
                environment: environment.merging(["TABSHELL_ACTION": action.rawValue]) { _, new in new })
            let process = try ProcessExitSource(pid: pid, on: loop) { [weak self] code in self?.ended(pid, code, action)
            }
            running.append(process)
        } catch {
            log.warning("action \(action): \(error)")
        }
    }

    private func ended(_ pid: pid_t, _ code: Int32?, _ action: ActionID) {
        running.removeAll { $0.pid == pid }
        guard let code, code != 0 else { return }
        log.warning("action \(action): \(code < 0 ? "it was ended by signal \(-code)" : "it exited with code \(code)")")
    }
}
