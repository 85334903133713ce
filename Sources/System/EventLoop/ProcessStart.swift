// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// The standard streams of a program in place of this process's, which are closed here once it has started.
public final class ChildStreams: Sendable {
    let input: Int32?
    let output: Int32?
    /// It may be the output.
    let error: Int32?

    /// Takes over descriptors; nil for those of this process.
    public init(input: Int32? = nil, output: Int32? = nil, error: Int32?) {
        (self.input, self.output, self.error) = (input, output, error)
    }

    deinit {
        for number in Set([input, output, error].compactMap(\.self)) { _ = FileDescriptor(owning: number) }
    }

    /// True for a helper, which reads its task from this process.
    var isOfHelper: Bool { input != nil }
}

extension ProcessExitSource {
    /// Starts a program beside the loop: the search for its executable and posix_spawn(3) read from disks, which may hang.
    ///
    /// - Parameters:
    ///   - name: see ``ChildProcess/executable(named:beside:)``.
    ///   - process: the process beside whose executable the program is searched; nil for this one.
    ///   - arguments: without the program's own name.
    ///   - launcher: a program and its arguments, which gets the executable and `arguments` as further ones and starts it in its
    ///     own place; empty for none.
    ///   - environment: the variables to add or replace; nil removes a variable.
    ///   - streams: the standard streams in place of this process's. A program with an input of its own is a helper: it leads a
    ///     process group, and the thread that starts it lasts as long as it does.
    ///   - leadsGroup: true if it leads a process group of its own, so that signals reach all that it starts, such as the commands of a
    ///     shell; a helper does.
    ///   - endsUnwatched: true if it is ended when its exit cannot be watched; otherwise an ``OrphanReaper`` collects it.
    ///   - onExit: called once after `onStart`, with the pid and the exit code, or -signal.
    ///   - onStart: called once in the loop.
    public static func start(
        _ name: String, beside process: pid_t? = nil, arguments: [String], by launcher: [String] = [],
        environment: [String: String?] = [:], streams: ChildStreams? = nil, leadsGroup: Bool = false,
        endsUnwatched: Bool = true, on loop: EventLoop,
        onExit: @escaping (pid_t, Int32?) -> Void,
        onStart: @escaping (Result<ProcessExitSource, ProcessStartError>) -> Void
    ) {
        // Until it is watched, its end must be left to the source.
        loop.startingProcesses += 1
        let isHelper = streams?.isOfHelper == true
        let leadsGroup = leadsGroup || isHelper
        BackgroundThread.run(on: loop) {
            () throws(SystemError) -> Result<pid_t, MissingExecutable> in
            var path: String
            var words = arguments
            do throws(MissingExecutable) {
                path = try ChildProcess.executable(named: name, beside: process)
                if let program = launcher.first {
                    words = launcher.dropFirst() + [path] + words
                    path = try ChildProcess.executable(named: program)
                }
            } catch {
                return .failure(error)
            }
            return .success(
                try ChildProcess.spawn(
                    path, arguments: words, environment: environment, standardInput: streams?.input,
                    standardOutput: streams?.output, standardError: streams?.error, inNewProcessGroup: leadsGroup))
        } staying: { result in
            // A helper ends with its parent (PR_SET_PDEATHSIG), which is the thread that has started it.
            if isHelper, case .success(let pid) = result { ChildProcess.waitForEnd(of: pid) }
        } onEnd: { result in
            loop.startingProcesses -= 1
            let outcome: Result<ProcessExitSource, ProcessStartError>
            switch result {
            case .success(.success(let pid)): outcome = watch(pid, leadsGroup, endsUnwatched, on: loop, onExit)
            case .success(.failure(let error)): outcome = .failure(.missing(error))
            case .failure(let error): outcome = .failure(.system(error))
            }
            onStart(outcome)
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

/// The reason for which a program did not start, or is not watched.
public enum ProcessStartError: Error, Equatable, CustomStringConvertible {
    case missing(MissingExecutable)
    case system(SystemError)
    /// It has started, but its exit will not be reported.
    case unwatched(SystemError)

    public var description: String {
        switch self {
        case .missing(let error): error.description
        case .system(let error), .unwatched(let error): error.description
        }
    }
}
