// SPDX-License-Identifier: MIT
import CommandLineKit
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

/// The end of the bridge as a text.
func describeBridgeExit(_ code: Int32?) -> String {
    guard let code, ExitStatus(rawValue: code) == .refused else { return describeExit(code) }
    return localized("it found no session bus, or at-spi2-core is not installed (exit code \(code))")
}

/// The end of a process as a text.
///
/// - Parameter code: its exit code, or -signal; nil if unknown.
func describeExit(_ code: Int32?, isOfShell: Bool = false) -> String {
    guard let code else { return localized("it ended") }
    if code < 0 { return localized("it was ended by signal \(-code)") }
    let meaning: String? =
        switch isOfShell ? ExitStatus(rawValue: code) : nil {
        case .cannotConnect: localized("it found no compositor")
        case .compositorGone: localized("it lost the connection to the compositor")
        default: nil
        }
    return meaning.map { localized("\($0) (exit code \(code))") } ?? localized("it exited with code \(code)")
}
