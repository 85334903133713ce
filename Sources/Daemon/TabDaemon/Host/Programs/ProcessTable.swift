import EventLoop
import Glibc
import Posix
import ShellModel
import SocketServer

/// The processes of the shell: starts, watches and signals them for the core.
final class ProcessTable {
    var onEvent: (Event) -> Void = { _ in }

    private let loop: EventLoop
    private let log: Log
    /// The changes of the daemon's environment for all programs.
    private let environment: [String: String?]
    private let record: ProgramRecord
    private let socket: String
    /// The name of the daemon's instance, which begins with its socket.
    private let instance: String
    private let orphans: OrphanedProcesses
    private var processes: [pid_t: ProcessExitSource] = [:]
    private var owners: [pid_t: Program] = [:]
    private var errorOutputs: [Program: ErrorOutput] = [:]
    private var otherErrors: [pid_t: ErrorOutput] = [:]

    init(environment: [String: String?], socket: String, instance: String, loop: EventLoop, log: Log) {
        (self.environment, self.socket, self.instance) = (environment, socket, instance)
        (self.loop, self.log) = (loop, log)
        record = ProgramRecord(path: socket + ".programs")
        orphans = OrphanedProcesses(gracePeriod: Supervisor.terminationGracePeriod, on: loop)
        orphans.onEmpty = { [weak self] in self?.onEvent(.orphansEnded) }
    }

    /// The programs of an earlier daemon that still run, which are watched from now on. All else of it is terminated.
    func adoptRecorded() -> [RunningProgram] {
        var entries: [ProgramRecord.Entry] = []
        do throws(ProgramRecord.Refusal) {
            entries = try record.read()
        } catch {
            log.warning(error.description)
        }
        let running = entries.filter { entry in
            let (program, pid) = (entry.program.program, entry.identity.pid)
            // Its descriptor first: once it is open, the number cannot become another process's.
            guard watch(pid, of: program, leadsGroup: entry.program.isManaged), entry.identity.isAlive else {
                unwatch(pid)
                return false
            }
            if let inode = entry.errorOutput, let tab = program.tab {
                errorOutputs[program] = .adopt(pid, inode: inode, for: tab.rawValue, on: loop)
            }
            return true
        }.map(\.program)
        orphans.terminate(socket, except: Set(running.compactMap(\.instance) + [instance]), isForeign: true)
        return running
    }

    func start(_ start: ProcessStart) {
        let errors = start.errorName.flatMap { try? ErrorOutput.make(for: $0, on: loop) }
        if let program = start.program { errorOutputs[program] = errors?.output }
        ProcessExitSource.start(
            start.arguments.first ?? "", arguments: Array(start.arguments.dropFirst()), by: start.launcher,
            in: start.directory, environment: environment.merging(start.environment) { $1 }, streams: errors?.streams,
            leadsGroup: start.leadsGroup, endsUnwatched: start.endsUnwatched, on: loop,
            onExit: { [weak self] pid, code in self?.ended(pid, code) },
            onStart: { [weak self] result in self?.started(start, result, errors?.output) })
    }

    private func started(
        _ start: ProcessStart, _ result: Result<ProcessExitSource, ProcessStartError>, _ errors: ErrorOutput?
    ) {
        if case .success(let process) = result {
            processes[process.pid] = process
            owners[process.pid] = start.program
            if start.program == nil { otherErrors[process.pid] = errors }
            if start.runsInBatch { ChildProcess.scheduleInBatch(process.pid) }
        }
        onEvent(.started(start.id, result.map(\.pid)))
    }

    private func ended(_ pid: pid_t, _ code: Int32?) {
        processes[pid] = nil
        let program = owners.removeValue(forKey: pid)
        let errors = program.map { errorOutputs[$0] } ?? otherErrors.removeValue(forKey: pid)
        onEvent(.exited(pid, code: code, lastLine: errors?.drain()))
    }

    /// Watches the process of a program that has registered. The kernel may know the process by the connection.
    func watch(_ pid: pid_t, _ program: Program, peer connection: Connection?) {
        if !watch(pid, connection?.peerProcess, of: program) { onEvent(.unwatched(pid)) }
    }

    private func watch(
        _ pid: pid_t, _ pidfd: consuming FileDescriptor? = nil, of program: Program, leadsGroup: Bool = false
    ) -> Bool {
        guard processes[pid] == nil else { return true }
        processes[pid] = try? ProcessExitSource(pid: pid, pidfd: pidfd, leadsGroup: leadsGroup, on: loop) {
            [weak self] in self?.ended(pid, $0)
        }
        owners[pid] = program
        return processes[pid] != nil
    }

    func unwatch(_ pid: pid_t) {
        processes[pid] = nil
        owners[pid] = nil
    }

    func send(_ signal: Int32, to pid: pid_t) { processes[pid]?.send(signal) }

    /// Terminates the processes that an ended instance of a program has left behind.
    func terminateOrphans(of instance: String) {
        orphans.terminate(instance, isForeign: !instance.hasPrefix(self.instance))
        if orphans.isEmpty { onEvent(.orphansEnded) }
    }

    /// Kills the processes that ended programs have left behind, and unfinished starts.
    func killRest() {
        orphans.killAll()
        for pid in ChildProcess.unexecuted where !loop.watches(pid) { kill(pid, SIGKILL) }
    }

    func abandon(_ pids: [pid_t]) {
        let list = (pids + orphans.pids).map(String.init).joined(separator: ", ")
        log.warning("left behind, since SIGKILL has not ended them: \(list)")
    }

    func inspect(_ program: Program, _ pid: pid_t) {
        let condition = ProcessCondition(
            isStopped: ProcessIdentity.isStopped(pid), waited: SchedulerTimes(of: pid).waiting)
        onEvent(.inspected(program, condition))
    }

    /// Records the running programs for the daemon after a crash: it must not start them twice. A failure prevents no start.
    func record(_ programs: [RunningProgram]) {
        let entries = programs.compactMap { program in
            ProcessIdentity(pid: program.pid).map {
                ProgramRecord.Entry(
                    program: program, identity: $0, errorOutput: errorOutputs[program.program]?.inode)
            }
        }
        do throws(SystemError) {
            try record.write(entries)
        } catch {
            log.warning("cannot record the running programs: \(error)")
        }
    }
}
