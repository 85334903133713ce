import Posix
import ShellModel
import TabshellIPC

/// The running programs of actions. They are never restarted.
struct ActionRuns: Equatable {
    /// The maximum number of running programs, as a client may send any number of requests.
    static let maximumConcurrent = 32

    private struct Run: Equatable {
        var action: ActionID
        var requester: Requester?
        var reply: JSON
    }

    private var starting: [Int: Run] = [:]
    private var running: [Int32: ActionID] = [:]
    private var count = 0

    /// Starts an action's program, which gets the action's id in `TABSHELL_ACTION`. The requester's reply follows.
    ///
    /// - Parameter socket: the daemon's, beside the one of a program that is kept from the shell; nil for any other program.
    mutating func run(
        _ action: ActionID, _ arguments: [String], confinedBeside socket: String?, for requester: Requester?,
        _ reply: JSON
    ) -> [Effect] {
        let run = Run(action: action, requester: requester, reply: reply)
        let others = running.count + starting.count
        guard others < Self.maximumConcurrent else {
            return Self.answer(run, "\(others) programs of actions are running")
        }
        count += 1
        starting[count] = run
        var start = ProcessStart(
            id: .action(count), arguments: arguments, environment: ["TABSHELL_ACTION": action.rawValue],
            leadsGroup: false, endsUnwatched: false)
        // Each running one needs a socket of its own.
        if let socket { start.confine("action-\(count % Self.maximumConcurrent)", beside: socket) }
        return [.start(start)]
    }

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

    /// Follows the end of a process; nil for any other process.
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
