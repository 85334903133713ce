// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix
import ShellModel
import TabConfig
import TabshellIPC

/// Starts the programs of the shell, watches them, and restarts them. No program runs twice: a running process that an
/// earlier daemon started, or that registered by itself, is adopted.
final class Supervisor {
    /// The environment variables of an activation token: that of xdg-activation, and the older one of X11, which some
    /// toolkits read.
    static let activationVariables = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

    /// The environment variables by which a program controls the shell, or the compositor.
    private static let controllingVariables = ["TABSHELL_SOCKET", "SWAYSOCK", "I3SOCK"]

    /// Called with each new status of a program.
    var onStatus: (ProgramStatus) -> Void = { _ in }
    /// Called when a page has not registered in time: it may have opened a window.
    var onUnregistered: () -> Void = {}

    let loop: EventLoop
    let log: Log
    private let environment: [String: String?]
    private let socket: SocketPath
    private let record: ProgramRecord
    let compositor: CompositorWatcher
    let monitor: ResponseMonitor
    let orphans: OrphanedProcesses
    /// The programs that the user sees.
    var front: [Program] = []
    var startOrder = StartOrder()
    var drawingTimer: EventLoop.Timer?
    /// The number of programs that were started.
    private var instances = 0
    /// The programs that are being started beside the loop, by the number of their start.
    private var starts: [Int: Program] = [:]
    var order: [Program] = []
    var entries: [Program: Entry] = [:]
    /// The terminating processes of programs that are no longer configured.
    var terminating: [(program: Program, process: ProcessExitSource, instance: String?)] = []
    var terminationTimer: EventLoop.Timer?
    /// The programs of windows that are started again when they have ended, with their activation tokens.
    var successors: [Program: ActivationToken?] = [:]
    var onStopped: (() -> Void)?
    /// Reports the network while a program needs one.
    var network: NetworkMonitor?
    var absence = NetworkAbsence()
    private var killTimer: EventLoop.Timer?
    private var leaveTimer: EventLoop.Timer?

    /// - Parameters:
    ///   - environment: the changes of the daemon's environment for the programs.
    ///   - socket: the daemon's socket, beside which there are those of programs that are kept from the shell.
    ///   - record: the list of the running programs for the daemon after a crash.
    init(
        environment: [String: String?], socket: SocketPath, record: ProgramRecord, compositor: CompositorWatcher,
        loop: EventLoop, log: Log
    ) {
        self.loop = loop
        self.log = log
        self.environment = environment
        self.socket = socket
        self.record = record
        self.compositor = compositor
        monitor = ResponseMonitor(on: loop)
        orphans = OrphanedProcesses(gracePeriod: Self.terminationGracePeriod, on: loop)
        terminationTimer = loop.timer { [weak self] in self?.killTerminating() }
        compositor.onAppear = { [weak self] in self?.compositorAppeared() }
        orphans.onEmpty = { [weak self] in self?.finishIfStopped() }
        monitor.clock = { [weak self] in self?.clock(of: $0) ?? MonotonicClock.now }
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
        followNetwork()
        do throws(ProgramRecord.Refusal) {
            for entry in try record.read() { recover(entry) }
        } catch {
            log.warning(error.description)
        }
        // Only now: each start rewrites the record, which must contain the adopted programs.
        startInOrder(order)
    }

    /// Applies another configuration: unchanged programs continue, removed or changed ones are terminated, new ones are
    /// started, and failed ones are retried.
    func update(_ specs: [ProgramSpec]) {
        let requested = Dictionary(specs.map { ($0.program, $0) }) { first, _ in first }
        let removed = order.filter { !isKept($0, as: requested[$0]) }
        for program in removed { remove(program) }
        order = specs.map(\.program)
        for spec in specs {
            if let entry = entries[spec.program] {
                let becomesWindow = entry.appIDs == nil && spec.appIDs != nil
                let isKeptOpen = entry.keepsOpen
                entry.spec = spec
                if spec.keepsOpen != isKeptOpen { keepingChanged(spec.program, entry) }
                if becomesWindow { becomeWindow(spec.program, entry) }
            } else {
                add(spec)
                start(spec.program)
                // The status is that of the program that was ended.
                if spec.appIDs != nil, removed.contains(spec.program) { reportWindow(spec.program) }
            }
        }
        followNetwork()
        // The user may have fixed the cause of a failure.
        for program in order {
            guard let entry = entries[program], entry.status.phase == .failed, entry.appIDs == nil else { continue }
            entry.policy = RestartPolicy()
            start(program)
        }
        writeRecord()
    }

    /// Adds a program and starts it.
    func include(_ spec: ProgramSpec) {
        order.append(spec.program)
        add(spec)
        start(spec.program)
    }

    /// Ends a program and forgets it.
    func drop(_ program: Program) {
        order.removeAll { $0 == program }
        remove(program)
        writeRecord()
    }

    /// True if a program continues under another configuration. The user's own programs are not terminated because their
    /// command line has changed, or a pattern for their windows.
    private func isKept(_ program: Program, as spec: ProgramSpec?) -> Bool {
        guard let spec, let entry = entries[program] else { return false }
        if let appIDs = spec.appIDs, let known = entry.appIDs { return !Set(appIDs).isDisjoint(with: known) }
        // It has opened a window, which is the page of its tab from now on.
        if let window = entry.status.window, let appIDs = spec.appIDs, entry.arguments == spec.arguments {
            return appIDs.contains { $0.matches(window) }
        }
        return entry.appIDs == spec.appIDs && entry.arguments == spec.arguments
    }

    /// Terminates the managed programs: SIGTERM, and SIGKILL after the grace period.
    func stop(_ completion: @escaping () -> Void) {
        if onStopped != nil { return killAll() }
        onStopped = completion
        compositor.stop()
        for program in order {
            entries[program]?.restart?.disarm()
            entries[program]?.keeping?.disarm()
        }
        for process in managed { process.send(SIGTERM) }
        killTimer = loop.timer { [weak self] in self?.killAll() }
        killTimer?.arm(after: Self.terminationGracePeriod)
        leaveTimer = loop.timer { [weak self] in self?.leave() }
        finishIfStopped()
    }

    func add(_ spec: ProgramSpec) {
        let program = spec.program
        let entry = Entry(spec)
        entry.restart = loop.timer { [weak self] in self?.start(program) }
        if entry.keepsOpen { entry.keeping = loop.timer { [weak self] in self?.keepingTimerFired(program) } }
        if case .page = program { entry.registration = loop.timer { [weak self] in self?.onUnregistered() } }
        entries[program] = entry
    }

    func remove(_ program: Program) {
        guard let entry = entries.removeValue(forKey: program) else { return }
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
            if let inode = record.errorOutput, let tab = program.tab {
                entries[program]?.errorOutput = .adopt(process.pid, inode: inode, for: tab.rawValue, on: loop)
            }
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
    /// The time between SIGKILL and the end without a program that it has not ended, ns.
    private static let killGracePeriod: UInt64 = 2_000_000_000
    static let notConnected = localized("it runs, but is not connected")

    private var managed: [ProcessExitSource] {
        order.compactMap { entries[$0] }.filter(\.isManaged).flatMap { [$0.process, $0.registrant].compactMap(\.self) }
            + terminating.map(\.process)
    }

    private func killAll() {
        for process in managed { process.send(SIGKILL) }
        orphans.killAll()
        // Those that a disk keeps from starting are not waited for.
        for pid in ChildProcess.unexecuted where !loop.watches(pid) { kill(pid, SIGKILL) }
        starts = [:]
        leaveTimer?.arm(after: Self.killGracePeriod)
        finishIfStopped()
    }

    /// Ends without the programs that the kernel does not end, as those that wait for a disk that does not answer.
    private func leave() {
        let left = managed.map(\.pid) + orphans.pids
        log.warning("left behind, since SIGKILL has not ended them: \(left.map(String.init).joined(separator: ", "))")
        stopped()
    }

    func finishIfStopped() {
        guard managed.isEmpty, orphans.isEmpty, starts.isEmpty else { return }
        stopped()
    }

    private func stopped() {
        guard let completion = onStopped else { return }
        killTimer?.disarm()
        leaveTimer?.disarm()
        // Programs that the daemon did not start continue, and the next daemon must know them.
        writeRecord()
        completion()
    }

    /// Starts a program, unless it starts when its tab is selected.
    func start(_ program: Program) {
        if let activation = successors.removeValue(forKey: program) { return launch(program, activation) }
        guard let entry = entries[program], entry.appIDs == nil else { return }
        // Its compositor was about to end when it lost it.
        if entry.hasLostCompositor, !compositor.isReachable { awaitCompositor(program) } else { launch(program) }
    }

    func launch(_ program: Program, _ activation: ActivationToken? = nil) {
        guard onStopped == nil, let entry = entries[program], entry.process == nil, let arguments = entry.arguments,
            let name = arguments.first, !starts.values.contains(program),
            !terminating.contains(where: { $0.program == program })
        else { return }
        entry.awaitsNetwork = entry.spec.needsNetwork && absence.isAbsent
        guard !entry.awaitsNetwork else { return reportMissingNetwork(program, entry) }
        instances += 1
        let start = instances
        starts[start] = program
        var environment = environment
        if let tab = program.tab { environment["TABSHELL_TAB"] = tab.rawValue }
        var launcher: [String] = []
        if entry.spec.isConfined, let tab = program.tab {
            for name in Self.controllingVariables { environment.updateValue(nil, forKey: name) }
            launcher = ["tabshell-panel", "--context", "\(socket.path).tab-\(tab)", "--"]
        }
        // Processes started by a window's program are the user's own, and may stay.
        if entry.appIDs == nil {
            entry.instance = Self.instance(start)
            environment[OrphanedProcesses.variable] = entry.instance
        }
        if let activation {
            for name in Self.activationVariables { environment[name] = activation.text }
        }
        entry.startedAt = MonotonicClock.now
        (entry.exitReason, entry.hasShownWindow) = (nil, false)
        entry.keeping?.disarm()
        entry.start = start
        if entry.appIDs == nil { entry.registration?.arm(after: Self.registrationTimeout) }
        if entry.appIDs == nil { report(program, .starting) } else { reportWindow(program) }
        var streams: ChildStreams?
        entry.errorOutput = nil
        if let tab = program.tab, entry.appIDs == nil, let pipe = try? ErrorOutput.make(for: tab.rawValue, on: loop) {
            (entry.errorOutput, streams) = pipe
        }
        ProcessExitSource.start(
            name, arguments: Array(arguments.dropFirst()), by: launcher, environment: environment, streams: streams,
            leadsGroup: true, on: loop,
            onExit: { [weak self] pid, code in self?.processEnded(program, pid: pid, code: code) },
            onStart: { [weak self] result in self?.started(program, start, result) })
    }

    private static func instance(_ start: Int) -> String { "\(getpid())-\(start)" }

    private func started(_ program: Program, _ start: Int, _ result: Result<ProcessExitSource, ProcessStartError>) {
        starts[start] = nil
        guard onStopped == nil, let entry = entries[program], entry.start == start else {
            // It has been removed or configured anew, or the daemon ends.
            if case .success(let process) = result {
                terminate(process, of: program, Self.instance(start))
            } else {
                self.start(program)
            }
            return finishIfStopped()
        }
        entry.start = nil
        switch result {
        case .success(let process):
            if let registered = entry.process, registered.pid != process.pid {
                guard ProcessIdentity.isDescendant(registered.pid, of: process.pid) else {
                    // Somebody else was faster.
                    return terminate(process, of: program, entry.instance)
                }
                entry.registrant = registered
            }
            entry.process = process
            entry.isManaged = true
            // Pages may have more to draw than the bar has, and are not to keep it from the processors.
            if program.tab != nil, entry.appIDs == nil { ChildProcess.scheduleInBatch(process.pid) }
            writeRecord()
            if entry.appIDs != nil {
                reportWindow(program)
                return keepOpen(program)
            }
            if !entry.isRegistered { report(program, program.isOnScreen ? .starting : .alive, pid: process.pid) }
        case .failure where entry.process != nil: break
        case .failure(.missing(let error)):
            let reason = program == .bridge ? ScreenReaderBridge.describe(error) : error.description
            report(program, .failed, reason: reason)
        case .failure(.system(let error)), .failure(.unwatched(let error)):
            handleExit(program, code: nil, reason: error.description)
        }
    }

    private func adopt(_ program: Program, _ process: ProcessExitSource, isManaged: Bool) {
        guard let entry = entries[program] else { return }
        entry.process = process
        entry.isManaged = isManaged
        entry.startedAt = MonotonicClock.now
        if entry.appIDs != nil { return reportWindow(program) }
        guard program.isOnScreen else { return report(program, .alive, pid: process.pid) }
        report(
            program, .starting, pid: process.pid,
            reason: localized("adopted from an earlier daemon; it is not connected"))
    }

    func watch(
        _ pid: pid_t, _ pidfd: consuming FileDescriptor? = nil, of program: Program
    ) -> ProcessExitSource? {
        try? ProcessExitSource(pid: pid, pidfd: pidfd, on: loop) { [weak self] code in
            self?.processEnded(program, pid: pid, code: code)
        }
    }

    func report(
        _ program: Program, _ phase: ProgramStatus.Phase, pid: pid_t? = nil, reason: String? = nil,
        isResponsive: Bool = true, isLogged: Bool = true
    ) {
        guard let entry = entries[program] else { return }
        var status = entry.status
        status.pid = pid
        // A start after an end keeps its reason, until the program has registered.
        let isRestart =
            entry.appIDs == nil && reason == nil && phase == .starting
            && [.restarting, .starting].contains(status.phase)
        if !isRestart {
            status.reason = reason
            status.problem = [.failed, .restarting].contains(phase) ? entry.errorOutput?.lastLine : nil
        }
        status.isResponsive = isResponsive
        status.isStartable = entry.arguments != nil && !entry.awaitsNetwork
        status.phase = phase
        if phase != .starting { entry.registration?.disarm() }
        if phase != .starting || status.pid != entry.status.pid { status.window = nil }
        entry.status = status
        if isLogged, phase == .restarting || phase == .failed {
            log.warning("\(program.name): \(reason ?? "it ended")")
        }
        onStatus(status)
        if [.restarting, .failed, .absent].contains(phase) { drawn(program) }
    }

    /// Records the running programs for the daemon after a crash. Without the record that daemon could start a second
    /// instance of a program that has not reconnected yet, which is not worth refusing to start for.
    func writeRecord() {
        let running = order.compactMap { program -> ProgramRecord.Entry? in
            guard let entry = entries[program],
                let identity = entry.process.flatMap({ ProcessIdentity(pid: $0.pid) })
            else { return nil }
            return ProgramRecord.Entry(
                program: program, identity: identity, isManaged: entry.isManaged,
                arguments: Self.json(entry.arguments), errorOutput: entry.errorOutput?.inode)
        }
        do throws(SystemError) {
            try record.write(running)
        } catch {
            log.warning("cannot record the running programs: \(error)")
        }
    }
}
