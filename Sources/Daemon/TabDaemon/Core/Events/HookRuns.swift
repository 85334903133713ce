// SPDX-License-Identifier: MIT
import Posix
import ShellModel
import ShellConfig

/// The runs of the programs of `[[on]]`. One that takes too long is killed with its process group.
struct HookRuns: Equatable {
    /// The time that a program may take, ns.
    static let timeout: UInt64 = 30_000_000_000

    private struct Run: Equatable {
        var name: String
        /// Nil until it has started.
        var pid: Int32?
    }

    private var hooks: [EventHook] = []
    private var queue = EventQueue()
    /// The running programs, by their place among the configured ones.
    private var running: [Int: Run] = [:]
    /// The times at which the running programs are killed, CLOCK_MONOTONIC, ns.
    private(set) var deadlines = Deadlines<Int>()

    /// Starts the programs for the events of a change. Those of an earlier configuration that run may end.
    mutating func changed(
        from earlier: ShellState, to state: ShellState, running hooks: [EventHook], at now: UInt64
    ) -> [Effect] {
        if self.hooks != hooks {
            self.hooks = hooks
            queue.reset()
        }
        guard !hooks.isEmpty else { return [] }
        for event in state.events(since: earlier) { queue.add(event, for: hooks) }
        return startNext(at: now)
    }

    /// Follows the end of a start.
    mutating func started(_ hook: Int, _ result: Result<Int32, ProcessStartError>, at now: UInt64) -> [Effect] {
        switch result {
        case .success(let pid):
            running[hook]?.pid = pid
            return []
        case .failure(let error):
            let name = running[hook]?.name ?? ""
            return [.log("\(name): \(error.description)", isWarning: true)] + ended(hook, at: now)
        }
    }

    /// Follows the end of a process.
    ///
    /// - Returns: nil for the process of something else.
    mutating func exited(_ pid: Int32, code: Int32?, at now: UInt64) -> [Effect]? {
        guard let (hook, run) = running.first(where: { $0.value.pid == pid }) else { return nil }
        let isFailure = code.map { $0 != 0 } ?? false
        let line = Effect.log("\(run.name): \(describeExit(code))", isWarning: true)
        return (isFailure ? [line] : []) + ended(hook, at: now)
    }

    /// Kills the programs whose time has passed.
    mutating func killOverdue(at now: UInt64) -> [Effect] {
        var effects: [Effect] = []
        while let hook = deadlines.takeDue(at: now) {
            guard let run = running[hook], let pid = run.pid else { continue }
            let line = "\(run.name): it is killed after \(Self.timeout / 1_000_000_000) s"
            effects += [.log(line, isWarning: true), .kill(pid)]
        }
        return effects
    }

    private mutating func startNext(at now: UInt64) -> [Effect] {
        var effects: [Effect] = []
        while let run = queue.next() {
            guard hooks.indices.contains(run.hook) else {
                queue.ended(run.hook)
                continue
            }
            let arguments = hooks[run.hook].arguments
            running[run.hook] = Run(name: "on \(run.event.kind.rawValue): \(arguments.first ?? "")")
            deadlines[run.hook] = now + Self.timeout
            effects.append(
                .start(
                    ProcessStart(
                        id: .hook(run.hook), arguments: arguments,
                        environment: run.event.environment.mapValues { $0 })))
        }
        return effects
    }

    private mutating func ended(_ hook: Int, at now: UInt64) -> [Effect] {
        running[hook] = nil
        deadlines[hook] = nil
        queue.ended(hook)
        return startNext(at: now)
    }
}
