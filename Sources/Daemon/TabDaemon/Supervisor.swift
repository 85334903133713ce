// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import Glibc
import Posix
import ShellModel
import TabshellIPC

/// Starts the programs of the shell, watches them, and restarts them. No program runs twice: a running process that an
/// earlier daemon started, or that registered by itself, is adopted.
final class Supervisor {
    /// The specification of a program: the arguments if the daemon starts it, and the app ID of its window if it is a
    /// program that does not register.
    struct ProgramSpec: Equatable {
        var program: Program
        var arguments: [String]?
        var appID: String?
    }

    /// The status of a window as the panel reports it.
    enum WindowStatus {
        /// Not reported yet.
        case unknown
        /// The compositor does not list windows.
        case unsupported
        case absent
        case present
    }

    private struct Entry {
        var arguments: [String]?
        var appID: String?
        var window = WindowStatus.unknown
        /// The panel's explanation for an absent window.
        var windowNote: String?
        /// The reason for which the program of a window exited.
        var exitReason: String?
        var status: ProgramStatus
        var policy = RestartPolicy()
        /// The running process, started by the daemon or not.
        var process: ProcessExitSource?
        /// The process that registered, if it is a descendant of `process`.
        var registrant: ProcessExitSource?
        /// True if a daemon started it, so that it terminates with the daemon.
        var isManaged = false
        var isRegistered = false
        var startedAt: UInt64 = 0
        var restart: EventLoop.Timer?
        /// The name of the running instance, by which the processes that it leaves behind are known.
        var instance: String?
        /// The reason for which the daemon ends it.
        var terminationReason: String?
        /// True while it waits for a compositor.
        var needsCompositor = false
    }

    /// The environment variables of an activation token: that of xdg-activation, and the older one of X11, which some
    /// toolkits read.
    static let activationVariables = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

    /// Called with each new status of a program.
    var onStatus: (ProgramStatus) -> Void = { _ in }

    private let loop: EventLoop
    private let log: Log
    private let environment: [String: String?]
    private let record: ProgramRecord
    private let compositor: CompositorWatcher
    private let monitor: ResponseMonitor
    private let orphans: OrphanedProcesses
    private var instances = 0
    private var order: [Program] = []
    private var entries: [Program: Entry] = [:]
    /// The terminating processes of programs that are no longer configured.
    private var terminating: [(program: Program, process: ProcessExitSource, instance: String?)] = []
    private var terminationTimer: EventLoop.Timer?
    private var onStopped: (() -> Void)?
    private var killTimer: EventLoop.Timer?

    /// - Parameters:
    ///   - environment: the changes of the daemon's environment for the programs.
    ///   - record: the list of the running programs for the daemon after a crash.
    init(
        environment: [String: String?], record: ProgramRecord, compositor: CompositorWatcher, loop: EventLoop, log: Log
    ) {
        self.loop = loop
        self.log = log
        self.environment = environment
        self.record = record
        self.compositor = compositor
        monitor = ResponseMonitor(on: loop)
        orphans = OrphanedProcesses(gracePeriod: Self.terminationGracePeriod, on: loop)
        terminationTimer = loop.timer { [weak self] in self?.killTerminating() }
        compositor.onAppear = { [weak self] in self?.compositorAppeared() }
        orphans.onEmpty = { [weak self] in self?.finishIfStopped() }
        monitor.isStopped = { [weak self] in self?.isStopped($0) ?? false }
        monitor.onUnresponsive = { [weak self] in self?.reportUnresponsive($0, since: $1) }
        monitor.onResponsive = { [weak self] in self?.reportResponsive($0) }
        monitor.onOverdue = { [weak self] in self?.endUnresponsive($0) }
    }

    /// Adopts the running programs of an earlier daemon, and starts the others.
    ///
    /// - Parameter specs: each program of the shell.
    func start(_ specs: [ProgramSpec]) {
        order = specs.map(\.program)
        for spec in specs { add(spec) }
        do throws(ProgramRecord.Refusal) {
            for entry in try record.read() { recover(entry) }
        } catch {
            log.warning(error.description)
        }
        // Only now: each start rewrites the record, which must contain the adopted programs.
        for program in order { start(program) }
    }

    /// Applies another configuration: unchanged programs continue, removed or changed ones are terminated, new ones are
    /// started, and failed ones are retried.
    func update(_ specs: [ProgramSpec]) {
        let requested = Dictionary(specs.map { ($0.program, $0) }) { first, _ in first }
        for program in order where !isKept(program, as: requested[program]) { remove(program) }
        order = specs.map(\.program)
        for spec in specs {
            if entries[spec.program] != nil {
                entries[spec.program]?.arguments = spec.arguments
            } else {
                add(spec)
                start(spec.program)
            }
        }
        // The user may have fixed the cause of a failure.
        for program in order where entries[program]?.status.phase == .failed && entries[program]?.appID == nil {
            entries[program]?.policy = RestartPolicy()
            start(program)
        }
        writeRecord()
    }

    /// True if a program continues under another configuration. The user's own programs are not terminated because their
    /// command line has changed.
    private func isKept(_ program: Program, as spec: ProgramSpec?) -> Bool {
        guard let spec, let entry = entries[program], entry.appID == spec.appID else { return false }
        return entry.appID != nil || entry.arguments == spec.arguments
    }

    /// Updates the status of a program's window.
    ///
    /// - Returns: true for the first report.
    func updateWindow(_ status: WindowStatus, _ note: String?, of program: Program) -> Bool {
        guard let entry = entries[program], entry.appID != nil else { return false }
        entries[program]?.window = status
        entries[program]?.windowNote = note
        reportWindow(program)
        return entry.window == .unknown
    }

    /// Resets the status of all windows, because the panel has gone.
    func windowsLost() {
        for program in order { entries[program]?.window = .unknown }
    }

    /// Starts a program whose window is absent. It is not restarted when it exits, as the user has closed it.
    ///
    /// - Parameter activation: the token that allows its window to get the focus.
    func ensureRunning(_ program: Program, _ activation: ActivationToken? = nil) {
        guard let entry = entries[program], entry.appID != nil, entry.window == .absent || entry.window == .unsupported
        else {
            return
        }
        launch(program, activation)
    }

    /// Sets the time after which a program that does not answer is restarted, in seconds; nil for never.
    func setUnresponsiveTimeout(_ timeout: Double?) { monitor.timeouts = PingTracker.Timeouts(restart: timeout) }

    /// Sets the programs that the user sees, which have to answer pings.
    func setFront(_ programs: Set<Program>) { monitor.setFront(programs) }

    /// Receives the answer of a program to a ping.
    func answered(_ program: Program, _ serial: UInt64) { monitor.answered(program, serial) }

    /// Registers the process of a program.
    ///
    /// - Parameters:
    ///   - pidfd: a descriptor of the process, if the kernel has given one; its number may be another process's by now.
    ///   - ping: sends it a ping with a number; nil for a program that does not answer pings.
    /// - Throws: ``WireError`` when the program is registered by another running process.
    func register(
        _ program: Program, pid: pid_t, pidfd: consuming FileDescriptor?, ping: ((UInt64) -> Void)? = nil
    ) throws(WireError) {
        guard var entry = entries[program] else {
            throw WireError(
                .unknownTab, "register: there is no program \"\(program.name)\"",
                data: ["programs": .array(order.map { .string($0.name) })])
        }
        if let appID = entry.appID {
            throw WireError(
                .notApplicable, "\(program.name) is the window \(appID) of a program that need not register")
        }
        let known = entry.isRegistered ? entry.status.pid : (entry.registrant ?? entry.process)?.pid
        if let known, entry.isRegistered || !ProcessIdentity.isDescendant(pid, of: known) {
            throw WireError(
                .alreadyRegistered, "\(program.name) is served by process \(known) already",
                data: ["pid": JSON(known)])
        }
        if entry.process == nil {
            entry.process = watch(pid, pidfd, of: program)
            entry.startedAt = MonotonicClock.now
        } else if entry.process?.pid != pid {
            entry.registrant = watch(pid, pidfd, of: program)
        }
        entry.isRegistered = true
        entry.needsCompositor = false
        entry.restart?.disarm()
        entries[program] = entry
        writeRecord()
        report(program, .alive, pid: pid)
        if let ping { monitor.add(program, send: ping) }
    }

    /// Removes a program's registration when its connection closes; the process may still run and reconnect.
    func unregister(_ program: Program, pid: pid_t) {
        guard var entry = entries[program], entry.isRegistered, entry.status.pid == pid else { return }
        entry.isRegistered = false
        entries[program] = entry
        monitor.remove(program)
        // The process exited before it could be watched, so the end of its connection is the only sign.
        if entry.process == nil { return handleExit(program, code: nil, reason: describeExit(nil)) }
        report(program, .starting, pid: pid, reason: Self.notConnected)
    }

    /// Terminates the managed programs: SIGTERM, and SIGKILL after the grace period.
    func stop(_ completion: @escaping () -> Void) {
        if onStopped != nil { return killAll() }
        onStopped = completion
        compositor.stop()
        for program in order { entries[program]?.restart?.disarm() }
        for process in managed { process.send(SIGTERM) }
        killTimer = loop.timer { [weak self] in self?.killAll() }
        killTimer?.arm(after: Self.terminationGracePeriod)
        finishIfStopped()
    }

    private func add(_ spec: ProgramSpec) {
        let program = spec.program
        var entry = Entry(
            arguments: spec.arguments, appID: spec.appID, status: ProgramStatus(program: program))
        entry.restart = loop.timer { [weak self] in self?.start(program) }
        entries[program] = entry
    }

    private func remove(_ program: Program) {
        guard let entry = entries.removeValue(forKey: program) else { return }
        entry.restart?.disarm()
        monitor.remove(program)
        guard entry.isManaged else { return }
        for process in [entry.process, entry.registrant].compactMap(\.self) {
            terminate(process, of: program, entry.instance)
        }
    }

    private func terminate(_ process: ProcessExitSource, of program: Program, _ instance: String? = nil) {
        process.send(SIGTERM)
        terminating.append((program, process, instance))
        terminationTimer?.arm(after: Self.terminationGracePeriod)
    }

    private func killTerminating() {
        for (_, process, _) in terminating { process.send(SIGKILL) }
    }

    /// Adopts a program that an earlier daemon recorded, or terminates one that it started for another configuration.
    private func recover(_ record: ProgramRecord.Entry) {
        let program = record.program
        // Its descriptor first: once it is open, the number cannot become another process's.
        guard let process = watch(record.identity.pid, of: program), record.identity.isAlive else { return }
        let isConfigured =
            entries[program].map { record.arguments == nil || record.arguments == Self.json($0.arguments) } ?? false
        if entries[program] != nil, isConfigured || !record.isManaged {
            adopt(program, process, isManaged: record.isManaged)
        } else if record.isManaged {
            terminate(process, of: program)
        }
    }

    private static func json(_ arguments: [String]?) -> JSON {
        arguments.map { .array($0.map { .string($0) }) } ?? .null
    }

    /// The time between SIGTERM and SIGKILL, ns.
    private static let terminationGracePeriod: UInt64 = 3_000_000_000
    private static let notConnected = "it runs, but is not connected"

    private var managed: [ProcessExitSource] {
        order.compactMap { entries[$0] }.filter(\.isManaged).flatMap { [$0.process, $0.registrant].compactMap(\.self) }
            + terminating.map(\.process)
    }

    private func killAll() {
        for process in managed { process.send(SIGKILL) }
        orphans.killAll()
    }

    private func finishIfStopped() {
        guard let completion = onStopped, managed.isEmpty, orphans.isEmpty else { return }
        killTimer?.disarm()
        // Programs that the daemon did not start continue, and the next daemon must know them.
        writeRecord()
        completion()
    }

    /// Starts a program, unless it starts when its tab is selected.
    private func start(_ program: Program) {
        if entries[program]?.appID == nil { launch(program) }
    }

    private func launch(_ program: Program, _ activation: ActivationToken? = nil) {
        guard onStopped == nil, var entry = entries[program], entry.process == nil, let arguments = entry.arguments,
            let name = arguments.first, !terminating.contains(where: { $0.program == program })
        else { return }
        let path: String
        do throws(MissingExecutable) {
            path = try ChildProcess.executable(named: name)
        } catch {
            return report(program, .failed, reason: error.description)
        }
        entry.startedAt = MonotonicClock.now
        entry.exitReason = nil
        entries[program] = entry
        do throws(SystemError) {
            var environment = environment
            // Processes started by a window's program are the user's own, and may stay.
            if entry.appID == nil {
                instances += 1
                entry.instance = "\(getpid())-\(instances)"
                environment[OrphanedProcesses.variable] = entry.instance
            }
            if let activation {
                for name in Self.activationVariables { environment[name] = activation.text }
            }
            let pid = try ChildProcess.spawn(
                path, arguments: Array(arguments.dropFirst()), environment: environment)
            guard let process = watch(pid, of: program) else {
                // Unwatched, it would never be restarted.
                kill(pid, SIGKILL)
                ChildProcess.reap(pid, waiting: true)
                return handleExit(program, code: nil, reason: "it could not be watched")
            }
            entry.process = process
            entry.isManaged = true
            entries[program] = entry
            writeRecord()
            if entry.appID == nil { report(program, .starting, pid: pid) } else { reportWindow(program) }
        } catch {
            handleExit(program, code: nil, reason: error.description)
        }
    }

    private func adopt(_ program: Program, _ process: ProcessExitSource, isManaged: Bool) {
        guard var entry = entries[program] else { return }
        entry.process = process
        entry.isManaged = isManaged
        entry.startedAt = MonotonicClock.now
        entries[program] = entry
        if entry.appID != nil { return reportWindow(program) }
        report(program, .starting, pid: process.pid, reason: "adopted from an earlier daemon; it is not connected")
    }

    private func watch(
        _ pid: pid_t, _ pidfd: consuming FileDescriptor? = nil, of program: Program
    ) -> ProcessExitSource? {
        try? ProcessExitSource(pid: pid, pidfd: pidfd, on: loop) { [weak self] code in
            self?.processEnded(program, pid: pid, code: code)
        }
    }

    private func processEnded(_ program: Program, pid: pid_t, code: Int32?) {
        if let index = terminating.firstIndex(where: { $0.process.pid == pid }) {
            let ended = terminating.remove(at: index)
            if terminating.isEmpty { terminationTimer?.disarm() }
            if let instance = ended.instance { orphans.terminate(instance) }
            // Its successor has been waiting.
            start(program)
            return finishIfStopped()
        }
        guard var entry = entries[program] else { return }
        if entry.registrant?.pid == pid {
            entry.registrant = nil
        } else if entry.process?.pid == pid {
            entry.process = entry.registrant
            entry.registrant = nil
        }
        if entry.status.pid == pid {
            entry.isRegistered = false
            monitor.remove(program)
        }
        if entry.process == nil, let instance = entry.instance {
            entry.instance = nil
            orphans.terminate(instance)
        }
        entries[program] = entry
        writeRecord()
        if let process = entry.process, entry.appID == nil {
            if entry.status.pid == pid { report(program, .starting, pid: process.pid, reason: Self.notConnected) }
        } else {
            handleExit(program, code: code, reason: entry.terminationReason ?? describeExit(code))
        }
        finishIfStopped()
    }

    private func handleExit(_ program: Program, code: Int32?, reason: String) {
        guard onStopped == nil, var entry = entries[program] else { return }
        entry.isRegistered = false
        entry.isManaged = false
        entry.terminationReason = nil
        if entry.appID != nil {
            entry.exitReason = code == 0 ? nil : reason
            entries[program] = entry
            return reportWindow(program)
        }
        guard entry.arguments != nil else {
            entries[program] = entry
            return report(program, .absent, reason: reason)
        }
        if Self.isWithoutCompositor(code), !compositor.isReachable {
            entry.needsCompositor = true
            entry.status.restarts += 1
            entries[program] = entry
            return awaitCompositor(program)
        }
        switch entry.policy.handleExit(code: code, after: MonotonicClock.now - entry.startedAt) {
        case .restart(let delay):
            entry.status.restarts += 1
            entries[program] = entry
            entry.restart?.arm(after: delay)
            report(program, .restarting, reason: reason)
        case .giveUp(let why):
            entries[program] = entry
            report(program, .failed, reason: why)
        }
    }

    /// Reports the status of a program that does not register: from its window and, if it is managed, its process.
    private func reportWindow(_ program: Program) {
        guard let entry = entries[program] else { return }
        let pid = entry.process?.pid
        let reason = pid == nil ? entry.exitReason : nil
        switch entry.window {
        case .present: report(program, .alive, pid: pid)
        case .unsupported:
            let reason = [Self.windowsNotListed, reason].compactMap(\.self).joined(separator: "; ")
            report(program, pid == nil ? .absent : .alive, pid: pid, reason: reason)
        case .absent, .unknown:
            report(program, pid == nil ? .absent : .starting, pid: pid, reason: reason ?? entry.windowNote)
        }
    }

    private static let windowsNotListed =
        "the compositor has no foreign-toplevel management: a window gets the focus only when its program starts"

    private func report(
        _ program: Program, _ phase: ProgramStatus.Phase, pid: pid_t? = nil, reason: String? = nil,
        isResponsive: Bool = true, isLogged: Bool = true
    ) {
        guard var status = entries[program]?.status else { return }
        status.phase = phase
        status.pid = pid
        status.reason = reason
        status.isResponsive = isResponsive
        entries[program]?.status = status
        if isLogged, phase == .restarting || phase == .failed {
            log.warning("\(program.name): \(reason ?? "it ended")")
        }
        onStatus(status)
    }

    /// Records the running programs for the daemon after a crash. Without the record that daemon could start a second
    /// instance of a program that has not reconnected yet, which is not worth refusing to start for.
    private func writeRecord() {
        let running = order.compactMap { program -> ProgramRecord.Entry? in
            guard let entry = entries[program],
                let identity = entry.process.flatMap({ ProcessIdentity(pid: $0.pid) })
            else { return nil }
            return ProgramRecord.Entry(
                program: program, identity: identity, isManaged: entry.isManaged, arguments: Self.json(entry.arguments))
        }
        do throws(SystemError) {
            try record.write(running)
        } catch {
            log.warning("cannot record the running programs: \(error)")
        }
    }
}

// MARK: - Programs without a compositor
extension Supervisor {
    /// True for the exit codes of a program that found no compositor, or lost it.
    private static func isWithoutCompositor(_ code: Int32?) -> Bool {
        code == ExitStatus.cannotConnect.rawValue || code == ExitStatus.compositorGone.rawValue
    }

    /// Starts a program when there is a compositor, rather than again and again. The log has one line for all of them.
    private func awaitCompositor(_ program: Program) {
        if !compositor.isWaiting {
            log.warning("\(compositor.reason): the panel and the pages start when there is one")
            compositor.wait()
        }
        report(program, .restarting, reason: compositor.reason, isLogged: false)
    }

    private func compositorAppeared() {
        log.info("there is a compositor at \(compositor.path ?? "")")
        for program in order where entries[program]?.needsCompositor == true {
            entries[program]?.needsCompositor = false
            entries[program]?.policy = RestartPolicy()
            start(program)
        }
    }
}

// MARK: - Programs that do not answer
extension Supervisor {
    private func isStopped(_ program: Program) -> Bool {
        guard let pid = entries[program]?.status.pid else { return false }
        return ProcessIdentity.isStopped(pid)
    }

    private func reportUnresponsive(_ program: Program, since: UInt64) {
        guard let pid = entries[program]?.status.pid else { return }
        let restarts = entries[program]?.isManaged == true ? monitor.timeouts.restart : nil
        let prospect = restarts.map { "; it is restarted when it has not answered for \($0 / 1_000_000_000) s" } ?? ""
        let reason = "it has not answered for \((since + 500_000_000) / 1_000_000_000) s\(prospect)"
        log.warning("\(program.name) (pid \(pid)): \(reason)")
        report(program, .alive, pid: pid, reason: reason, isResponsive: false)
    }

    private func reportResponsive(_ program: Program) {
        guard let status = entries[program]?.status, status.phase == .alive else { return }
        let isStopped = isStopped(program)
        let reason = isStopped ? "it is stopped, by a signal or a debugger" : nil
        guard !status.isResponsive || status.reason != reason else { return }
        if !status.isResponsive, !isStopped { log.info("\(program.name): it answers again") }
        report(program, .alive, pid: status.pid, reason: reason)
    }

    /// Ends a program that a daemon has started; its restart follows. Any other one is its starter's.
    private func endUnresponsive(_ program: Program) {
        guard var entry = entries[program], entry.isManaged, let pid = entry.status.pid else { return }
        let timeout = (monitor.timeouts.restart ?? 0) / 1_000_000_000
        entry.terminationReason = "it did not answer for \(timeout) s"
        entries[program] = entry
        log.warning("\(program.name) (pid \(pid)): it has not answered for \(timeout) s, and is ended")
        monitor.remove(program)
        // It would not act on SIGTERM.
        for process in [entry.process, entry.registrant].compactMap(\.self) { process.send(SIGKILL) }
    }
}
