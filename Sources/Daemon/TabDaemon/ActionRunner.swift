// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Glibc
import Posix
import ShellModel
import TabshellIPC

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
    ///
    /// - Throws: ``WireError`` if it cannot be started.
    func run(_ action: ActionID, _ arguments: [String]) throws(WireError) {
        guard running.count < Self.maximumConcurrent else {
            throw .notStarted(action, "\(running.count) programs of actions are running")
        }
        do {
            let path = try ChildProcess.executable(named: arguments.first ?? "")
            let pid = try ChildProcess.spawn(
                path, arguments: Array(arguments.dropFirst()),
                environment: environment.merging(["TABSHELL_ACTION": action.rawValue]) { _, new in new })
            do throws(SystemError) {
                let process = try ProcessExitSource(pid: pid, on: loop) { [weak self] code in
                    self?.handleExit(pid, code, action)
                }
                running.append(process)
            } catch {
                // It runs all the same, and the daemon's reaper collects it.
                log.warning("action \(action): a failure of its program will not be reported: \(error)")
            }
        } catch {
            log.warning("action \(action): \(error)")
            throw .notStarted(action, "\(error)")
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
    if code < 0 { return "it was ended by signal \(-code)" }
    let meaning: String? =
        switch ExitStatus(rawValue: code) {
        case .cannotConnect: "it found no compositor"
        case .compositorGone: "it lost the connection to the compositor"
        default: nil
        }
    return meaning.map { "\($0) (exit code \(code))" } ?? "it exited with code \(code)"
}
