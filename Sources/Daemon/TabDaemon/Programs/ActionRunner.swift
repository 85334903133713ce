// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
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
    private var starting = 0

    init(environment: [String: String?], loop: EventLoop, log: Log) {
        self.environment = environment
        self.loop = loop
        self.log = log
    }

    /// Starts an action's program, which finds the action's id in `TABSHELL_ACTION`.
    ///
    /// - Parameter completion: called once with the error if it cannot be started, perhaps before this function returns.
    func run(_ action: ActionID, _ arguments: [String], _ completion: @escaping (WireError?) -> Void) {
        let count = running.count + starting
        guard count < Self.maximumConcurrent else {
            return completion(.notStarted(action, localized("\(count) programs of actions are running")))
        }
        starting += 1
        ProcessExitSource.start(
            arguments.first ?? "", arguments: Array(arguments.dropFirst()),
            environment: environment.merging(["TABSHELL_ACTION": action.rawValue]) { _, new in new },
            endsUnwatched: false, on: loop,
            onExit: { [weak self] pid, code in self?.handleExit(pid, code, action) },
            onStart: { [weak self, log] result in
                self?.starting -= 1
                switch result {
                case .success(let process):
                    self?.running.append(process)
                    completion(nil)
                case .failure(.unwatched(let error)):
                    log.warning("action \(action): its program runs, but its exit will not be reported: \(error)")
                    completion(nil)
                case .failure(let error):
                    log.warning("action \(action): \(error)")
                    completion(.notStarted(action, "\(error)"))
                }
            })
    }

    private func handleExit(_ pid: pid_t, _ code: Int32?, _ action: ActionID) {
        running.removeAll { $0.pid == pid }
        guard let code, code != 0 else { return }
        log.warning("action \(action): \(describeExit(code))")
    }
}
