// SPDX-License-Identifier: MIT
import Posix
import Localization
import ShellModel
import TabshellIPC

/// The running programs of actions. They are never restarted.
struct ActionRuns: Equatable {
    /// The maximum number of running programs, as a client may send any number of requests.
    static let maximumConcurrent = 32

    private struct Run: Equatable {
        var action: ActionID
        /// The client that waits for the start; nil without one.
        var requester: Requester?
        /// The reply to it.
        var reply: JSON
    }

    /// The programs that are being started, by the number of their start.
    private var starting: [Int: Run] = [:]
    private var running: [Int32: ActionID] = [:]
    private var count = 0

    /// Starts an action's program, which finds the action's id in `TABSHELL_ACTION`.
    ///
    /// - Parameters:
    ///   - requester: the client that gets a reply; nil for none.
    ///   - reply: the reply to it after the start.
    mutating func run(
        _ action: ActionID, _ arguments: [String], for requester: Requester?, _ reply: JSON
    ) -> [Effect] {
        let run = Run(action: action, requester: requester, reply: reply)
        let others = running.count + starting.count
        guard others < Self.maximumConcurrent else {
            return Self.answer(run, localized("\(others) programs of actions are running"))
        }
        count += 1
        starting[count] = run
        return [
            .start(
                ProcessStart(
                    id: .action(count), arguments: arguments, environment: ["TABSHELL_ACTION": action.rawValue],
                    leadsGroup: false, endsUnwatched: false))
        ]
    }

    /// Follows the end of a start.
    mutating func started(_ number: Int, _ result: Result<Int32, ProcessStartError>) -> [Effect] {
        guard let run = starting.removeValue(forKey: number) else { return [] }
        switch result {
        case .success(let pid):
            running[pid] = run.action
            return Self.answer(run, nil)
        case .failure(.unwatched(let error)):
            let line = "action \(run.action): its program runs, but its exit will not be reported: \(error)"
            return [.log(line, isWarning: true)] + Self.answer(run, nil)
        case .failure(let error):
            let line = Effect.log("action \(run.action): \(error.description)", isWarning: true)
            return [line] + Self.answer(run, error.description, isLogged: true)
        }
    }

    /// Follows the end of a process.
    ///
    /// - Returns: nil for the process of something else.
    mutating func exited(_ pid: Int32, code: Int32?) -> [Effect]? {
        guard let action = running.removeValue(forKey: pid) else { return nil }
        guard let code, code != 0 else { return [] }
        return [.log("action \(action): \(describeExit(code))", isWarning: true)]
    }

    private static func answer(_ run: Run, _ problem: String?, isLogged: Bool = false) -> [Effect] {
        let error = problem.map { WireError.notStarted(run.action, $0) }
        guard let requester = run.requester else {
            return error.map { isLogged ? [] : [.log($0.message, isWarning: true)] } ?? []
        }
        return [.reply(requester, error.map { .failure($0) } ?? .success(run.reply), after: nil)]
    }
}
