// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import Glibc
import ShellModel
import TabshellIPC

/// Starts the programs of the shell, watches them, and starts them again when they end. A program that lives is never
/// given a second one beside it: not one that an earlier daemon started, and not one that came by itself.
final class Supervisor {
    /// A program of the shell: with its arguments where the daemon is to start it, and the window that it opens where
    /// that is all that is known of it.
    struct ProgramSpec: Equatable {
        var program: Program
        var arguments: [String]?
        var appID: String?
    }

    /// What the panel sees of a window.
    enum WindowStatus {
        /// It has not said.
        case unknown
        /// The compositor shows windows to nobody.
        case unable
        case absent
        case present
    }

    private struct Entry {
        var arguments: [String]?
        var appID: String?
        var sight = WindowStatus.unknown
        /// Why the program of a window has ended.
        var ending: String?
        var status: ProgramStatus
        var policy = RestartPolicy()
        /// The living process that is known, whoever started it.
        var process: ProcessExitSource?
        /// The program that registered itself, where the process only led to it.
        var registrant: ProcessExitSource?
        /// Whether a daemon started it, so that it ends with the daemon.
        var isOurs = false
        var isRegistered = false
        var startedAt: UInt64 = 0
        var restart: EventLoop.Timer?
    }

    /// Where a program looks for its activation token: on Wayland, and, for what an older toolkit makes of it, by X11's
    /// name.
    static let activationVariables = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

    /// Called with each new status of a program.
    var onStatus: (ProgramStatus) -> Void = { _ in }

    private let loop: EventLoop
    private let log: Log
    private let environment: [String: String?]
    private let recordPath: String
    private var order: [Program] = []
    private var entries: [Program: Entry] = [:]
    /// The processes of programs that the configuration no longer has, on their way out.
    private var leaving: [(program: Program, process: ProcessExitSource)] = []
    private var leavingTimer: EventLoop.Timer?
    private var stopped: (() -> Void)?
    private var killTimer: EventLoop.Timer?

    /// - Parameters:
    ///   - environment: what the programs' environment has beyond the daemon's.
    ///   - recordPath: where the started programs are noted for a daemon that comes after a crash.
    init(environment: [String: String?], recordPath: String, loop: EventLoop, log: Log) {
        self.loop = loop
        self.log = log
        self.environment = environment
        self.recordPath = recordPath
        leavingTimer = loop.timer { [weak self] in self?.killLeaving() }
    }

    /// Adopts what an earlier daemon knew and still lives, and starts the rest.
    ///
    /// - Parameter duties: each program of the shell.
    func begin(_ duties: [ProgramSpec]) {
        order = duties.map(\.program)
        for duty in duties { add(duty) }
        let record = (try? AtomicFile.read(recordPath)).flatMap { try? JSONParser.parse($0) }
        if case .object(let notes)? = record {
            for note in notes { recover(note.name, note.value) }
        }
        // Only now: a start writes the record anew, and those who are adopted must be in it.
        for program in order { start(program) }
    }

    /// Takes up another configuration: programs that are as before are left alone, those that are gone or have become
    /// others are ended, new ones are started, and those that were given up are given another chance.
    func update(_ duties: [ProgramSpec]) {
        let wanted = Dictionary(duties.map { ($0.program, $0) }) { first, _ in first }
        for program in order where !isKept(program, as: wanted[program]) { remove(program) }
        order = duties.map(\.program)
        for duty in duties {
            if entries[duty.program] != nil {
                entries[duty.program]?.arguments = duty.arguments
            } else {
                add(duty)
                start(duty.program)
            }
        }
        // What could not be mended by itself may have been mended by hand.
        for program in order where entries[program]?.status.phase == .failed && entries[program]?.appID == nil {
            entries[program]?.policy = RestartPolicy()
            start(program)
        }
        writeRecord()
    }

    /// A user's own program is not ended because it is to be started otherwise the next time.
    private func isKept(_ program: Program, as duty: ProgramSpec?) -> Bool {
        guard let duty, let entry = entries[program], entry.appID == duty.appID else { return false }
        return entry.appID != nil || entry.arguments == duty.arguments
    }

    /// Notes what the panel sees of a program's window.
    ///
    /// - Returns: whether it is the first that is known of it.
    func see(_ sight: WindowStatus, of program: Program) -> Bool {
        guard let entry = entries[program], entry.appID != nil else { return false }
        entries[program]?.sight = sight
        reportWindow(program)
        return entry.sight == .unknown
    }

    /// Notes that nobody sees the windows any more.
    func loseSight() {
        for program in order { entries[program]?.sight = .unknown }
    }

    /// Starts a program whose window is wanted and not there. One that ends is not started again by itself: the user
    /// has closed it.
    ///
    /// - Parameter activation: what lets its window come forward.
    func demand(_ program: Program, _ activation: ActivationToken? = nil) {
        guard let entry = entries[program], entry.appID != nil, entry.sight == .absent || entry.sight == .unable else {
            return
        }
        launch(program, activation)
    }

    /// Notes that a program has made itself known.
    ///
    /// - Throws: a refusal when another living process is that program already.
    func register(_ program: Program, pid: pid_t) throws(WireError) {
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
        if let known, entry.isRegistered || !ProcessIdentity.descends(pid, from: known) {
            throw WireError(
                .alreadyRegistered, "\(program.name) is served by process \(known) already",
                data: ["pid": JSON(known)])
        }
        if entry.process == nil {
            entry.process = watch(pid, of: program)
            entry.startedAt = MonotonicClock.now
        } else if entry.process?.pid != pid {
            entry.registrant = watch(pid, of: program)
        }
        entry.isRegistered = true
        entry.restart?.disarm()
        entries[program] = entry
        writeRecord()
        report(program, .alive, pid: pid)
    }

    /// Notes that a program's connection is gone; the process may live on and come back.
    func unregister(_ program: Program, pid: pid_t) {
        guard var entry = entries[program], entry.isRegistered, entry.status.pid == pid else { return }
        entry.isRegistered = false
        entries[program] = entry
        // One that had ended before it could be watched leaves nothing but its connection's end.
        if entry.process == nil { return ended(program, code: nil, reason: describe(nil)) }
        report(program, .starting, pid: pid, reason: Self.notConnected)
    }

    /// Ends the programs that were started here, politely, and after three seconds by force.
    func stop(_ completion: @escaping () -> Void) {
        if stopped != nil { return killAll() }
        stopped = completion
        for program in order { entries[program]?.restart?.disarm() }
        for process in ours { process.send(SIGTERM) }
        killTimer = loop.timer { [weak self] in self?.killAll() }
        killTimer?.arm(after: Self.terminationGracePeriod)
        finishIfStopped()
    }

    private func add(_ duty: ProgramSpec) {
        let program = duty.program
        var entry = Entry(
            arguments: duty.arguments, appID: duty.appID, status: ProgramStatus(program: program))
        entry.restart = loop.timer { [weak self] in self?.start(program) }
        entries[program] = entry
    }

    private func remove(_ program: Program) {
        guard let entry = entries.removeValue(forKey: program) else { return }
        entry.restart?.disarm()
        guard entry.isOurs else { return }
        for process in [entry.process, entry.registrant].compactMap(\.self) { end(process, of: program) }
    }

    private func end(_ process: ProcessExitSource, of program: Program) {
        process.send(SIGTERM)
        leaving.append((program, process))
        leavingTimer?.arm(after: Self.terminationGracePeriod)
    }

    private func killLeaving() {
        for (_, process) in leaving { process.send(SIGKILL) }
    }

    /// Goes on with a program that an earlier daemon knew; ends one that it started for another configuration.
    private func recover(_ name: String, _ note: JSON) {
        guard let program = Program(name: name), let known = ProcessIdentity(note), known.isAlive else { return }
        let isOurs = note["ours"] != false
        let arguments = note["arguments"]
        if let entry = entries[program], !isOurs || arguments == nil || arguments == Self.json(entry.arguments) {
            adopt(program, pid: known.pid, isOurs: isOurs)
        } else if isOurs, let process = watch(known.pid, of: program) {
            end(process, of: program)
        }
    }

    private static func json(_ arguments: [String]?) -> JSON {
        arguments.map { .array($0.map { .string($0) }) } ?? .null
    }

    /// How long a program that was told to end is waited for, ns.
    private static let terminationGracePeriod: UInt64 = 3_000_000_000
    private static let notConnected = "it runs, and is not connected"

    private var ours: [ProcessExitSource] {
        order.compactMap { entries[$0] }.filter(\.isOurs).flatMap { [$0.process, $0.registrant].compactMap(\.self) }
            + leaving.map(\.process)
    }

    private func killAll() {
        for process in ours { process.send(SIGKILL) }
    }

    private func finishIfStopped() {
        guard let completion = stopped, ours.isEmpty else { return }
        killTimer?.disarm()
        // What came by itself lives on, and the next daemon must know.
        writeRecord()
        completion()
    }

    /// Starts a program, unless it is one that waits for its tab to be selected.
    private func start(_ program: Program) {
        if entries[program]?.appID == nil { launch(program) }
    }

    private func launch(_ program: Program, _ activation: ActivationToken? = nil) {
        guard stopped == nil, var entry = entries[program], entry.process == nil, let arguments = entry.arguments,
            let name = arguments.first, !leaving.contains(where: { $0.program == program })
        else { return }
        guard let path = ChildProcess.find(name) else {
            return report(program, .failed, reason: "there is no program \"\(name)\"")
        }
        entry.startedAt = MonotonicClock.now
        entry.ending = nil
        entries[program] = entry
        do throws(SystemError) {
            var environment = environment
            if let activation {
                for name in Self.activationVariables { environment[name] = activation.text }
            }
            let pid = try ChildProcess.start(
                path, arguments: Array(arguments.dropFirst()), environment: environment)
            guard let process = watch(pid, of: program) else {
                // Without a watch nobody would ever start it again.
                kill(pid, SIGKILL)
                waitpid(pid, nil, 0)
                return ended(program, code: nil, reason: "it could not be watched")
            }
            entry.process = process
            entry.isOurs = true
            entries[program] = entry
            writeRecord()
            if entry.appID == nil { report(program, .starting, pid: pid) } else { reportWindow(program) }
        } catch {
            ended(program, code: nil, reason: error.description)
        }
    }

    private func adopt(_ program: Program, pid: pid_t, isOurs: Bool) {
        guard var entry = entries[program], let process = watch(pid, of: program) else { return }
        entry.process = process
        entry.isOurs = isOurs
        entry.startedAt = MonotonicClock.now
        entries[program] = entry
        if entry.appID != nil { return reportWindow(program) }
        report(program, .starting, pid: pid, reason: "an earlier daemon knew it; it is not connected")
    }

    private func watch(_ pid: pid_t, of program: Program) -> ProcessExitSource? {
        try? ProcessExitSource(pid: pid, on: loop) { [weak self] code in
            self?.processEnded(program, pid: pid, code: code)
        }
    }

    private func processEnded(_ program: Program, pid: pid_t, code: Int32?) {
        if let index = leaving.firstIndex(where: { $0.process.pid == pid }) {
            leaving.remove(at: index)
            if leaving.isEmpty { leavingTimer?.disarm() }
            // Its successor has waited for it.
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
        if entry.status.pid == pid { entry.isRegistered = false }
        entries[program] = entry
        writeRecord()
        if let process = entry.process, entry.appID == nil {
            if entry.status.pid == pid { report(program, .starting, pid: process.pid, reason: Self.notConnected) }
        } else {
            ended(program, code: code, reason: describe(code))
        }
        finishIfStopped()
    }

    private func ended(_ program: Program, code: Int32?, reason: String) {
        guard stopped == nil, var entry = entries[program] else { return }
        entry.isRegistered = false
        entry.isOurs = false
        if entry.appID != nil {
            entry.ending = code == 0 ? nil : reason
            entries[program] = entry
            return reportWindow(program)
        }
        guard entry.arguments != nil else {
            entries[program] = entry
            return report(program, .absent, reason: reason)
        }
        switch entry.policy.ended(code: code, after: MonotonicClock.now - entry.startedAt) {
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

    /// Reports a program of which only the window and, where it was started here, the process is known.
    private func reportWindow(_ program: Program) {
        guard let entry = entries[program] else { return }
        let pid = entry.process?.pid
        let reason = pid == nil ? entry.ending : nil
        switch entry.sight {
        case .present: report(program, .alive, pid: pid)
        case .unable:
            let reason = [Self.outOfSight, reason].compactMap(\.self).joined(separator: "; ")
            report(program, pid == nil ? .absent : .alive, pid: pid, reason: reason)
        case .absent, .unknown: report(program, pid == nil ? .absent : .starting, pid: pid, reason: reason)
        }
    }

    private static let outOfSight =
        "the compositor has no foreign-toplevel management: a window comes forward when it is started, and not later"

    private func describe(_ code: Int32?) -> String {
        switch code {
        case .some(let code) where code < 0: "it was ended by signal \(-code)"
        case .some(let code): "it exited with code \(code)"
        case nil: "it ended"
        }
    }

    private func report(_ program: Program, _ phase: ProgramStatus.Phase, pid: pid_t? = nil, reason: String? = nil) {
        guard var status = entries[program]?.status else { return }
        status.phase = phase
        status.pid = pid
        status.reason = reason
        entries[program]?.status = status
        if phase == .restarting || phase == .failed {
            log.warning("\(program.name): \(reason ?? "it ended")")
        }
        onStatus(status)
    }

    /// Notes what runs, for a daemon that comes after a crash. Without the note a restart could double a program that
    /// has not reconnected yet, which is bad but not worth refusing to start for.
    private func writeRecord() {
        let members = order.compactMap { program -> JSON.Member? in
            guard let entry = entries[program],
                let identity = entry.process.flatMap({ ProcessIdentity(pid: $0.pid) })
            else { return nil }
            return JSON.Member(
                program.name, identity.json(ours: entry.isOurs, arguments: Self.json(entry.arguments)))
        }
        if members.isEmpty {
            unlink(recordPath)
            return
        }
        do throws(SystemError) {
            try AtomicFile.replace(recordPath, with: JSON.object(members).encodedLine)
        } catch {
            log.warning("noting which programs run: \(error)")
        }
    }
}
