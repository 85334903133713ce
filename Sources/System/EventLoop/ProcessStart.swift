import Glibc
import Posix
import Synchronization

/// The standard streams of a program in place of this process's; closed here once it has started.
public final class ChildStreams: Sendable {
    let input: Int32?
    let output: Int32?
    /// May equal the output.
    let error: Int32?

    /// Takes over descriptors; nil: this process's.
    public init(input: Int32? = nil, output: Int32? = nil, error: Int32?) {
        (self.input, self.output, self.error) = (input, output, error)
    }

    deinit {
        for number in Set([input, output, error].compactMap(\.self)) { _ = FileDescriptor(owning: number) }
    }
}

extension ProcessExitSource {
    /// Starts a program beside the loop: the search for its executable and posix_spawn(3) read from disks, which may hang.
    ///
    /// - Parameters:
    ///   - name: see ``ChildProcess/executable(named:beside:)``.
    ///   - process: the process whose executable's folder is searched; nil for this one.
    ///   - arguments: without the program's own name.
    ///   - launcher: a program and its arguments, which gets the executable and `arguments` appended and starts it in its
    ///     own place; empty for none.
    ///   - directory: the working directory, to which a name with a slash is relative: absolute, or below `~/`; nil for this
    ///     process's.
    ///   - environment: the variables to add or replace; nil removes a variable.
    ///   - streams: the standard streams in place of this process's. A program with its own input is a helper: it leads a
    ///     process group, and its starting thread lasts as long.
    ///   - leadsGroup: true if it leads a new process group, so that signals reach its children, such as the commands of a
    ///     shell; a helper does.
    ///   - endsUnwatched: true to end it if its exit cannot be watched; otherwise an ``OrphanReaper`` collects it.
    ///   - timeout: ns. A later start is killed and collected, and not reported.
    ///   - onExit: called once after `onStart`, with the pid and the exit code, or -signal.
    ///   - onStart: called once in the loop; with `ETIMEDOUT` after the timeout.
    public static func start(
        _ name: String, beside process: pid_t? = nil, arguments: [String], by launcher: [String] = [],
        in directory: String? = nil, environment: [String: String?] = [:], streams: ChildStreams? = nil,
        leadsGroup: Bool = false,
        endsUnwatched: Bool = true, timeout: UInt64 = 10_000_000_000, on loop: EventLoop,
        onExit: @escaping (pid_t, Int32?) -> Void,
        onStart: @escaping (Result<ProcessExitSource, ProcessStartError>) -> Void
    ) {
        // A helper reads its task from this process.
        let isHelper = streams?.input != nil
        let leadsGroup = leadsGroup || isHelper
        start(
            name, leadsGroup: leadsGroup, endsUnwatched: endsUnwatched, timeout: timeout, on: loop,
            // A helper ends with its parent (PR_SET_PDEATHSIG), that is, with its starting thread.
            staying: { if isHelper { ChildProcess.waitForEnd(of: $0) } }, onExit: onExit, onStart: onStart
        ) { isOverdue throws(SystemError) in
            var path: String
            var words = arguments
            let directory = directory.map(FileSystem.expandingHome)
            do throws(MissingExecutable) {
                path = try ChildProcess.executable(named: name, beside: process, in: directory)
                if let program = launcher.first {
                    words = launcher.dropFirst() + [path] + words
                    path = try ChildProcess.executable(named: program)
                }
            } catch {
                return .failure(error)
            }
            if isOverdue() { throw SystemError.overdue(name) }
            return .success(
                try ChildProcess.spawn(
                    path, arguments: words, in: directory, environment: environment, standardInput: streams?.input,
                    standardOutput: streams?.output, standardError: streams?.error, inNewProcessGroup: leadsGroup))
        }
    }

    /// See above.
    ///
    /// - Parameters:
    ///   - stay: keeps the thread once the program has started.
    ///   - spawn: starts the program; passed a function that returns true after the timeout.
    static func start(
        _ name: String, leadsGroup: Bool, endsUnwatched: Bool = true, timeout: UInt64, on loop: EventLoop,
        staying stay: @escaping @Sendable (pid_t) -> Void = { _ in }, onExit: @escaping (pid_t, Int32?) -> Void,
        onStart: @escaping (Result<ProcessExitSource, ProcessStartError>) -> Void,
        spawn: @escaping @Sendable (() -> Bool) throws(SystemError) -> Result<pid_t, MissingExecutable>
    ) {
        let pending = PendingStart(name, timeout: timeout, on: loop, onStart)
        let isOverdue = pending.isOverdue
        BackgroundThread.run(on: loop) { () throws(SystemError) in
            try spawn { isOverdue.value }
        } staying: { result in
            if case .success(let pid) = result { stay(pid) }
        } onEnd: { result in
            switch result {
            case .success(.success(let pid)):
                if isOverdue.value { return loop.collect(late: pid, leadsGroup: leadsGroup) }
                pending.end(watch(pid, leadsGroup, endsUnwatched, on: loop, onExit))
            case .success(.failure(let error)): pending.end(.failure(.missing(error)))
            case .failure(let error): pending.end(.failure(.system(error)))
            }
        }
    }

    private static func watch(
        _ pid: pid_t, _ leadsGroup: Bool, _ endsUnwatched: Bool, on loop: EventLoop,
        _ onExit: @escaping (pid_t, Int32?) -> Void
    ) -> Result<ProcessExitSource, ProcessStartError> {
        do throws(SystemError) {
            return .success(try ProcessExitSource(pid: pid, leadsGroup: leadsGroup, on: loop) { onExit(pid, $0) })
        } catch {
            guard endsUnwatched else { return .failure(.unwatched(error)) }
            kill(pid, SIGKILL)
            ChildProcess.reap(pid, waiting: false)
            return .failure(.system(error))
        }
    }
}

extension EventLoop {
    /// Kills and collects a child that started after the timeout.
    fileprivate func collect(late pid: pid_t, leadsGroup: Bool) {
        // Its pid may be another process's once the ``OrphanReaper`` has collected it.
        guard ChildProcess.isOwn(pid) else { return }
        kill(leadsGroup ? -pid : pid, SIGKILL)
        abandoned[pid] = try? ProcessExitSource(pid: pid, on: self) { [weak self] _ in self?.abandoned[pid] = nil }
    }
}

/// A start under way, and its timeout.
private final class PendingStart {
    let isOverdue = Flag()
    private let loop: EventLoop
    private var timer: EventLoop.Timer?
    /// Nil once it was called.
    private var onStart: ((Result<ProcessExitSource, ProcessStartError>) -> Void)?

    init(
        _ name: String, timeout: UInt64, on loop: EventLoop,
        _ onStart: @escaping (Result<ProcessExitSource, ProcessStartError>) -> Void
    ) {
        (self.loop, self.onStart) = (loop, onStart)
        // Until it is watched, its end must be left to the source.
        loop.startingProcesses += 1
        timer = loop.timer { [weak self] in
            self?.isOverdue.value = true
            self?.end(.failure(.system(.overdue(name))))
        }
        timer?.arm(after: timeout)
    }

    func end(_ result: Result<ProcessExitSource, ProcessStartError>) {
        guard let onStart = onStart.take() else { return }
        timer?.disarm()
        loop.startingProcesses -= 1
        onStart(result)
    }
}

/// A flag that a thread reads.
private final class Flag: Sendable {
    private let storage = Atomic(false)

    var value: Bool {
        get { storage.load(ordering: .relaxed) }
        set { storage.store(newValue, ordering: .relaxed) }
    }
}

extension SystemError {
    fileprivate static func overdue(_ program: String) -> SystemError {
        SystemError(code: ETIMEDOUT, operation: "starting \(program)")
    }
}
