// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix
import ShellModel

/// Starts the programs of actions and collects them when they exit. They are never restarted.
final class ActionRunner {
    /// The maximum number of running programs, as a client may send any number of requests.
    static let maximumConcurrent = 32

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
        guard running.count < Self.maximumConcurrent else {
            return log.warning("action \(action): not started, since \(running.count) programs of actions are running")
        }
        guard let name = arguments.first, let path = ChildProcess.findExecutable(name) else {
            return log.warning("action \(action): there is no program \"\(arguments.first ?? "")\"")
        }
        do throws(SystemError) {
            let pid = try ChildProcess.spawn(
                path, arguments: Array(arguments.dropFirst()),
                environment: environment.merging(["TABSHELL_ACTION": action.rawValue]) { _, new in new })
            let process = try ProcessExitSource(pid: pid, on: loop) { [weak self] code in
                self?.handleExit(pid, code, action)
            }
            running.append(process)
        } catch {
            log.warning("action \(action): \(error)")
        }
    }

    private func handleExit(_ pid: pid_t, _ code: Int32?, _ action: ActionID) {
        running.removeAll { $0.pid == pid }
        guard let code, code != 0 else { return }
        log.warning("action \(action): \(describeExit(code))")
    }
}

/// The end of a process as a text.
///
/// - Parameter code: its exit code, or -signal; nil if unknown.
func describeExit(_ code: Int32?) -> String {
    guard let code else { return "it ended" }
    return code < 0 ? "it was ended by signal \(-code)" : "it exited with code \(code)"
}
