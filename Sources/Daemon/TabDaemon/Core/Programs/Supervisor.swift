import Posix
import Localization
import ShellModel
import ShellConfig
import TabshellIPC

/// The programs of the shell: decides which start, end and start again. No program runs twice: a running process of an
/// earlier daemon, or one that registers, is adopted. A value: ``effects`` and ``reports`` are the results of a call.
struct Supervisor: Equatable {
    enum Deadline: Hashable, Sendable {
        case restart(Program)
        /// The next start of a window that is kept open, or the end of its program.
        case keeping(Program)
        /// The end of the time within which the program of a page registers.
        case registration(Program)
        /// The end of the time within which a program opens its window.
        case opening(Program)
        case ping(Program)
        case pingRound
        /// SIGKILL for a process that SIGTERM should have ended.
        case termination(Int32)
        /// The end of the time within which the programs that the user sees draw.
        case drawing
        /// SIGKILL for all programs at the end.
        case kill
        /// The end without the programs that SIGKILL has not ended.
        case leave
    }

    /// A terminating process of a program that is configured anew or no longer.
    struct Terminating: Equatable {
        var program: Program
        var pid: Int32
        var instance: String?
    }

    /// The environment variables of an activation token: xdg-activation's, and X11's, which some toolkits read.
    static let activationVariables = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

    /// The new statuses of programs, in order, until the owner takes them.
    var reports: [ProgramStatus] = []
    var effects: [Effect] = []
    var deadlines = Deadlines<Deadline>()
    /// The time of the current event, CLOCK_MONOTONIC, ns.
    var now: UInt64 = 0
    /// True if a page has not registered in time: it may have opened a window.
    var hasUnregistered = false

    var hasNews: Bool { !effects.isEmpty || !reports.isEmpty || hasUnregistered }

    /// The daemon's socket, beside the sockets of programs that are kept from the shell.
    let socket: String
    /// The name of the daemon's own instance, with which those of its programs begin.
    let instance: String
    /// The reason why the programs that need a compositor do not run, where there is none.
    let missingCompositor: String
    var awaitsCompositor = false
    var pingTimeouts = PingTracker.Timeouts(restart: 30)
    var front: [Program] = []
    var startOrder = StartOrder()
    var order: [Program] = []
    var entries: [Program: Entry] = [:]
    var terminating: [Terminating] = []
    private var starts: [Int: Program] = [:]
    private var startCount = 0
    /// The programs that start when their earlier process has ended, with their activation tokens.
    var pendingRestarts: [Program: ActivationToken?] = [:]
    /// True while the processes that ended programs have left behind are being terminated.
    private var hasOrphans = false
    var awaitsHooks = false
    private(set) var isStopping = false
    private var isStopped = false
    var absence = NetworkAbsence()
    private var followsNetwork = false
    /// True once the host has reported whether there is a network.
    private var knowsNetwork = false
    /// True if the running programs differ from the record.
    var isRecordOutdated = false

    init(socket: String, instance: String, missingCompositor: String) {
        (self.socket, self.instance, self.missingCompositor) = (socket, instance, missingCompositor)
    }

    var running: [RunningProgram] {
        order.compactMap { program in
            guard let entry = entries[program], let pid = entry.process else { return nil }
            return RunningProgram(
                program: program, pid: pid, isManaged: entry.isManaged, arguments: Self.json(entry.arguments),
                instance: entry.instance)
        }
    }

    /// Adopts the running programs of an earlier daemon, and starts the others.
    mutating func start(_ specs: [ProgramSpec], beside running: [RunningProgram]) {
        order = specs.map(\.program)
        for spec in specs { entries[spec.program] = Entry(spec) }
        followNetwork()
        for program in running { recover(program) }
        startInOrder(order)
    }

    /// Applies another configuration. Unchanged programs continue, others end, new ones start, and failed ones start again.
    mutating func update(_ specs: [ProgramSpec]) {
        let requested = Dictionary(specs.map { ($0.program, $0) }) { first, _ in first }
        let removed = order.filter { !isKept($0, as: requested[$0]) }
        for program in removed { stopAndForget(program) }
        order = specs.map(\.program)
        for spec in specs {
            let program = spec.program
            guard let earlier = entries[program]?.spec else {
                addAndStart(spec)
                // The status belongs to the ended program.
                if spec.appIDs != nil, removed.contains(program) { reportWindow(program) }
                continue
            }
            entries[program]?.spec = spec
            if spec.keepsOpen != earlier.keepsOpen {
                deadlines[.keeping(program)] = nil
                keepOpen(program)
            }
            if earlier.appIDs == nil, spec.appIDs != nil { becomeWindow(program) }
        }
        followNetwork()
        // The user may have fixed the cause of a failure.
        for program in order {
            guard let entry = entries[program], entry.status.phase == .failed, entry.appIDs == nil else { continue }
            entries[program]?.policy = .init()
            start(program)
        }
        isRecordOutdated = true
    }

    /// Adds a program that is not in the configuration, and starts it.
    mutating func include(_ spec: ProgramSpec) {
        order.append(spec.program)
        addAndStart(spec)
    }

    /// Ends a program that is not in the configuration.
    mutating func exclude(_ program: Program) {
        order.removeAll { $0 == program }
        stopAndForget(program)
        isRecordOutdated = true
    }

    /// True if a program continues. The user's own survives another command line, or another pattern for its windows.
    private func isKept(_ program: Program, as spec: ProgramSpec?) -> Bool {
        guard let spec, let entry = entries[program] else { return false }
        if let appIDs = spec.appIDs, let known = entry.appIDs { return !Set(appIDs).isDisjoint(with: known) }
        // Its open window is now the page of its tab.
        if let window = entry.status.window, let appIDs = spec.appIDs, entry.arguments == spec.arguments {
            return appIDs.contains { $0.matches(window) }
        }
        return entry.appIDs == spec.appIDs && entry.arguments == spec.arguments
            && entry.spec.directory == spec.directory
    }

    /// Terminates the managed programs: SIGTERM, and SIGKILL after the grace period, or when called again.
    mutating func stop() {
        if isStopping { return killAll() }
        isStopping = true
        for program in order {
            (deadlines[.restart(program)], deadlines[.keeping(program)]) = (nil, nil)
        }
        for pid in managed { effects.append(.terminate(pid)) }
        deadlines[.kill] = now + Self.terminationGracePeriod
        finishIfStopped()
    }

    private mutating func addAndStart(_ spec: ProgramSpec) {
        entries[spec.program] = Entry(spec)
        start(spec.program)
    }

    mutating func stopAndForget(_ program: Program) {
        for deadline in [
            Deadline.restart(program), .keeping(program), .registration(program), .opening(program), .ping(program),
        ] { deadlines[deadline] = nil }
        guard let entry = entries.removeValue(forKey: program), entry.isManaged else { return }
        for pid in [entry.process, entry.registrant].compactMap(\.self) { terminate(pid, of: program, entry.instance) }
    }

    private mutating func terminate(_ pid: Int32, of program: Program, _ instance: String? = nil) {
        effects.append(.terminate(pid))
        terminating.append(Terminating(program: program, pid: pid, instance: instance))
        deadlines[.termination(pid)] = now + Self.terminationGracePeriod
    }

    /// Adopts a program that an earlier daemon recorded, or terminates one that it started for another configuration.
    private mutating func recover(_ running: RunningProgram) {
        let program = running.program
        let isConfigured = entries[program].map {
            running.arguments == nil || running.arguments == Self.json($0.arguments)
        }
        if let isConfigured, isConfigured || !running.isManaged {
            entries[program]?.instance = running.instance
            adopt(program, running.pid, isManaged: running.isManaged)
        } else if running.isManaged {
            terminate(running.pid, of: program, running.instance)
        } else {
            effects.append(.unwatch(running.pid))
        }
    }

    private static func json(_ arguments: [String]?) -> JSON {
        arguments.map { .array($0.map { .string($0) }) } ?? .null
    }

    /// The time between SIGTERM and SIGKILL, ns.
    static let terminationGracePeriod: UInt64 = 3_000_000_000
    /// The time between SIGKILL and the end without a program that it has not ended, ns.
    private static let killGracePeriod: UInt64 = 2_000_000_000
    static let notConnected = localized("running, but not connected")

    private var managed: [Int32] {
        order.compactMap { entries[$0] }.filter(\.isManaged).flatMap { [$0.process, $0.registrant].compactMap(\.self) }
            + terminating.map(\.pid)
    }

    private mutating func killAll() {
        for pid in managed { effects.append(.kill(pid)) }
        // Starts that hang on a disk are not awaited.
        effects.append(.killAll)
        starts = [:]
        deadlines[.leave] = now + Self.killGracePeriod
        finishIfStopped()
    }

    mutating func orphansEnded() {
        hasOrphans = false
        finishIfStopped()
    }

    mutating func endOrphans(of instance: String) {
        hasOrphans = true
        effects.append(.terminateOrphans(instance))
    }

    mutating func finishIfStopped() {
        guard managed.isEmpty, !hasOrphans, !awaitsHooks, starts.isEmpty else { return }
        finish()
    }

    private mutating func finish() {
        guard isStopping, !isStopped else { return }
        isStopped = true
        (deadlines[.kill], deadlines[.leave]) = (nil, nil)
        // Programs that the daemon did not start continue, and the next daemon must know them.
        effects += [.record(running), .finish]
    }

    /// Starts a program, unless it starts when its tab is selected.
    mutating func start(_ program: Program) {
        if let activation = pendingRestarts.removeValue(forKey: program) { return launch(program, activation) }
        guard let entry = entries[program], entry.appIDs == nil else { return }
        // Its compositor was exiting when the connection broke.
        if entry.hasLostCompositor { effects.append(.probeCompositor(program)) } else { launch(program) }
    }

    mutating func launch(_ program: Program, _ activation: ActivationToken? = nil) {
        guard !isStopping, let entry = entries[program], entry.process == nil, let arguments = entry.arguments,
            !arguments.isEmpty, !starts.values.contains(program),
            !terminating.contains(where: { $0.program == program })
        else { return }
        let awaitsNetwork = entry.spec.needsNetwork && (absence.isAbsent || !knowsNetwork)
        entries[program]?.awaitsNetwork = awaitsNetwork
        guard !awaitsNetwork else {
            guard absence.isAbsent else { return }
            return entry.appIDs == nil ? report(program, .absent, reason: Self.noNetwork) : reportWindow(program)
        }
        startCount += 1
        let number = startCount
        starts[number] = program
        var start = ProcessStart(
            id: .program(number), arguments: arguments, directory: entry.spec.directory, environment: [:],
            program: program)
        if let tab = program.tab { start.environment["TABSHELL_TAB"] = tab.rawValue }
        // The compositor's sentence names what the program has to do without.
        if entry.policy.refusals > 0 { start.environment["TABSHELL_REFUSED"] = entry.lastErrorLine ?? "" }
        if entry.spec.isConfined, let tab = program.tab { start.confine("tab-\(tab)", beside: socket) }
        // Processes started by a window's program are the user's own, and may stay.
        let isWindow = entry.appIDs != nil
        if !isWindow {
            let instance = instance(number)
            entries[program]?.instance = instance
            start.environment[ChildProcess.instanceVariable] = instance
        }
        if let activation {
            for name in Self.activationVariables { start.environment[name] = activation.text }
        }
        if let tab = program.tab, !isWindow {
            start.errorName = tab.rawValue
            // Pages may have more to draw than the bar, and must not keep it from the processors.
            start.runsInBatch = true
        }
        entries[program]?.startedAt = now
        entries[program]?.exitReason = nil
        entries[program]?.hasShownWindow = false
        entries[program]?.lastErrorLine = nil
        entries[program]?.start = number
        deadlines[.keeping(program)] = nil
        if case .page = program, !isWindow { deadlines[.registration(program)] = now + Self.registrationTimeout }
        effects.append(.start(start))
        if isWindow { reportWindow(program) } else { report(program, .starting) }
    }

    private func instance(_ start: Int) -> String { "\(instance):\(start)" }

    mutating func started(_ number: Int, _ result: Result<Int32, ProcessStartError>) {
        guard let program = starts.removeValue(forKey: number) else {
            // It took too long at the end of the daemon.
            if case .success(let pid) = result { effects.append(.kill(pid)) }
            return
        }
        guard !isStopping, let entry = entries[program], entry.start == number else {
            // It has been removed or configured anew, or the daemon ends.
            if case .success(let pid) = result {
                terminate(pid, of: program, instance(number))
            } else {
                start(program)
            }
            return finishIfStopped()
        }
        entries[program]?.start = nil
        switch result {
        case .success(let pid): began(program, pid, entry)
        case .failure where entry.process != nil: break
        case .failure(.missing(let error)):
            let reason = program == .bridge ? ScreenReaderBridge.describe(error) : describe(.missing(error))
            report(program, .failed, reason: reason)
        case .failure(let error): handleExit(program, code: nil, reason: describe(error))
        }
    }

    private mutating func began(_ program: Program, _ pid: Int32, _ entry: Entry) {
        if let registered = entry.process, registered != pid {
            // Somebody else was faster.
            guard entry.registeredAncestors.contains(pid) else { return terminate(pid, of: program, entry.instance) }
            entries[program]?.registrant = registered
        }
        entries[program]?.process = pid
        entries[program]?.isManaged = true
        isRecordOutdated = true
        if entry.appIDs != nil {
            reportWindow(program)
            return keepOpen(program)
        }
        if !entry.isRegistered { report(program, program.isOnScreen ? .starting : .alive, pid: pid) }
    }

    private mutating func adopt(_ program: Program, _ pid: Int32, isManaged: Bool) {
        entries[program]?.process = pid
        entries[program]?.isManaged = isManaged
        entries[program]?.startedAt = now
        isRecordOutdated = true
        if entries[program]?.appIDs != nil { return reportWindow(program) }
        guard program.isOnScreen else { return report(program, .alive, pid: pid) }
        report(
            program, .starting, pid: pid,
            reason: localized("adopted from an earlier daemon; not connected yet"))
    }

    mutating func report(
        _ program: Program, _ phase: ProgramStatus.Phase, pid: Int32? = nil, reason: String? = nil,
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
            status.problem = [.failed, .restarting].contains(phase) ? entry.lastErrorLine : nil
        }
        status.isResponsive = isResponsive
        status.isStartable = entry.arguments != nil && !entry.awaitsNetwork
        status.phase = phase
        if phase != .starting { (deadlines[.registration(program)], deadlines[.opening(program)]) = (nil, nil) }
        if phase != .starting || status.pid != entry.status.pid { status.window = nil }
        entries[program]?.status = status
        if isLogged, phase == .restarting || phase == .failed { warn("\(program.name): \(reason ?? "it ended")") }
        reports.append(status)
        if [.restarting, .failed, .absent].contains(phase) { drawn(program) }
    }

    mutating func warn(_ line: String) { effects.append(.log(line, isWarning: true)) }

    mutating func fire(_ deadline: Deadline) {
        switch deadline {
        case .restart(let program): start(program)
        case .keeping(let program): keepingDeadlinePassed(program)
        case .registration: hasUnregistered = true
        case .opening(let program): reportWindow(program)
        case .ping(let program): inspect(program)
        case .pingRound: for program in front { inspect(program) }
        case .termination(let pid): effects.append(.kill(pid))
        case .drawing: for program in startOrder.release() { start(program) }
        case .kill: killAll()
        case .leave:
            effects.append(.abandon(managed))
            finish()
        }
    }

    static let noNetwork = localized("waiting for the network")

    /// Follows the network while a program needs one, and starts programs that no longer do.
    private mutating func followNetwork() {
        let isNeeded = entries.values.contains(where: \.spec.needsNetwork)
        if !isNeeded { (absence, knowsNetwork) = (NetworkAbsence(), false) }
        if isNeeded != followsNetwork { effects.append(.followNetwork(isNeeded)) }
        followsNetwork = isNeeded
        startAwaitingNetwork()
    }

    /// Starts the programs that have waited for the network, and starts the others again if it was absent for long.
    mutating func networkChanged(isPresent: Bool) {
        let isLate = absence.changed(isPresent: isPresent, at: now)
        knowsNetwork = true
        let running = order.filter { entries[$0].map { $0.spec.needsNetwork && $0.process != nil } ?? false }
        startAwaitingNetwork()
        guard isLate else { return }
        for program in running { _ = restart(program, nil) }
    }

    private mutating func startAwaitingNetwork() {
        for program in order where entries[program]?.awaitsNetwork == true { launch(program) }
    }

    /// Ends a program, if it runs, and starts it again as if it had never failed; false if the daemon does not start it.
    mutating func restart(_ program: Program, _ activation: ActivationToken?) -> Bool {
        guard !isStopping, let entry = entries[program], entry.arguments != nil,
            entry.process == nil || entry.isManaged
        else { return false }
        stopAndForget(program)
        entries[program] = Entry(entry.spec)
        // The panel reports changes only.
        entries[program]?.window = entry.window
        if terminating.contains(where: { $0.program == program }) || entry.start != nil {
            pendingRestarts[program] = .some(activation)
            report(program, .restarting, reason: localized("stopping it first"), isLogged: false)
        } else {
            launch(program, activation)
        }
        return true
    }
}
