import Posix
import ShellModel
import ShellConfig

/// The runs of the programs of `[[on]]`. One that takes too long is killed; what a run leaves behind ends with it.
struct HookRuns: Equatable {
    /// The time that a program may take, ns.
    static let timeout: UInt64 = 30_000_000_000

    private struct Run: Equatable {
        var name: String
        var instance: String
        var pid: Int32?
    }

    /// The name with which the instances of all runs begin.
    let instance: String
    private var hooks: [EventHook] = []
    private var queue = EventQueue()
    private var running: [Int: Run] = [:]
    private var count = 0
    private(set) var isStopped = false
    /// The times at which the running programs are killed, CLOCK_MONOTONIC, ns.
    private(set) var deadlines = Deadlines<Int>()

    /// - Parameter daemon: the name of the daemon's instance.
    init(of daemon: String) { instance = "\(daemon):on" }

    var isRunning: Bool { !running.isEmpty }

    /// Starts no more programs.
    mutating func stop() {
        isStopped = true
        queue.reset()
    }

    /// Starts the programs for the events of a change. Those of an earlier configuration that run may end.
    mutating func changed(
        from earlier: ShellState, to state: ShellState, running hooks: [EventHook], at now: UInt64
    ) -> [Effect] {
        if self.hooks != hooks {
            self.hooks = hooks
            queue.reset()
        }
        guard !hooks.isEmpty, !isStopped else { return [] }
        for event in state.events(since: earlier) { queue.add(event, for: hooks) }
        return startNext(at: now)
    }

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

    /// Follows the end of a process; nil for any other process.
    mutating func exited(_ pid: Int32, code: Int32?, at now: UInt64) -> [Effect]? {
        guard let (hook, run) = running.first(where: { $0.value.pid == pid }) else { return nil }
        let isFailure = !isStopped && code.map { $0 != 0 } ?? false
        let line = Effect.log("\(run.name): \(describeExit(code))", isWarning: true)
        return (isFailure ? [line] : []) + [.terminateOrphans(run.instance)] + ended(hook, at: now)
    }

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
            count += 1
            let instance = "\(instance):\(count)"
            running[run.hook] = Run(
                name: "on \(run.event.kind.rawValue): \(arguments.first ?? "")", instance: instance)
            deadlines[run.hook] = now + Self.timeout
            effects.append(
                .start(
                    ProcessStart(
                        id: .hook(run.hook), arguments: arguments,
                        environment: run.event.environment.merging([ChildProcess.instanceVariable: instance]) { $1 },
                        errorName: "on \(run.event.kind.rawValue)")))
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

/// The due runs of the programs of `[[on]]`: one at a time of each program, and a few of all. Of the events about one tab
/// that wait for the same program, only the newest remains.
struct EventQueue: Equatable {
    /// A run of a program, named by its place in the configuration.
    struct Run: Equatable {
        var hook: Int
        var event: ShellEvent
    }

    /// The maximum number of programs that run at the same time.
    static let maximumRunning = 4
    /// The maximum number of runs that wait; a further one replaces the oldest.
    static let maximumWaiting = 64

    private(set) var running: Set<Int> = []
    private(set) var waiting: [Run] = []

    mutating func add(_ event: ShellEvent, for hooks: [EventHook]) {
        for (index, hook) in hooks.enumerated() where hook.event == event.kind {
            waiting.removeAll { $0.hook == index && $0.event.tab == event.tab }
            waiting.append(Run(hook: index, event: event))
        }
        waiting.removeFirst(max(waiting.count - Self.maximumWaiting, 0))
    }

    /// Takes the next run that may start, and counts it as running.
    mutating func next() -> Run? {
        guard running.count < Self.maximumRunning,
            let index = waiting.firstIndex(where: { !running.contains($0.hook) })
        else { return nil }
        running.insert(waiting[index].hook)
        return waiting.remove(at: index)
    }

    mutating func ended(_ hook: Int) { running.remove(hook) }

    /// Drops the waiting runs, after a change of the programs.
    mutating func reset() { waiting = [] }
}
