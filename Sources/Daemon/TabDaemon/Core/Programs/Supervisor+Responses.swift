import Localization
import ShellModel
import TabshellIPC

/// The programs in front are pinged once a minute, any other one when it registers and when it comes to the front. So a
/// hidden program is not woken. Only the time in which a program could run counts: without the time for which it
/// waited for a processor.
extension Supervisor {
    /// The time between an answer of a program in front and the next ping, ns.
    private static let pingInterval: UInt64 = 60_000_000_000

    /// Sets the time after which a program that does not answer is restarted, in seconds; nil for never.
    mutating func setUnresponsiveTimeout(_ timeout: Double?) { pingTimeouts = PingTracker.Timeouts(restart: timeout) }

    /// Asks for the condition of a program, in order to ping it, or to check its last ping.
    mutating func inspect(_ program: Program) {
        guard let entry = entries[program], entry.pings != nil, let pid = entry.status.pid else { return }
        effects.append(.inspect(program, pid))
    }

    mutating func inspected(_ program: Program, _ condition: ProcessCondition) {
        guard var pings = entries[program]?.pings else { return }
        let time = now - min(condition.waited, now)
        guard let since = pings.sentAt else {
            if let serial = pings.send(at: time), let client = entries[program]?.client {
                effects.append(.send(.ping(serial: serial), client))
            }
            return follow(program, pings, at: time)
        }
        if condition.isStopped {
            pings.excuse(at: time)
            follow(program, pings, at: time)
            return reportResponsive(program, isStopped: true)
        }
        let verdict = pings.check(at: time, pingTimeouts)
        follow(program, pings, at: time)
        switch verdict {
        case .none: break
        case .unresponsive: reportUnresponsive(program, since: time - since)
        case .overdue: endUnresponsive(program)
        }
    }

    private mutating func follow(_ program: Program, _ pings: PingTracker, at time: UInt64) {
        entries[program]?.pings = pings
        deadlines[.ping(program)] = pings.deadline(pingTimeouts).map { now + max($0, time) - time }
    }

    mutating func answered(_ program: Program, _ serial: UInt64) {
        guard entries[program]?.pings?.answered(serial) == true else { return }
        deadlines[.ping(program)] = nil
        if front.contains(program), deadlines[.pingRound] == nil { deadlines[.pingRound] = now + Self.pingInterval }
        reportResponsive(program, isStopped: false)
    }

    mutating func stopPings(_ entry: inout Entry) {
        entry.pings = nil
        deadlines[.ping(entry.spec.program)] = nil
    }

    private mutating func reportUnresponsive(_ program: Program, since: UInt64) {
        guard let entry = entries[program], let pid = entry.status.pid else { return }
        let restart = entry.isManaged ? pingTimeouts.restart ?? 0 : 0
        let prospect =
            restart > since
            ? localized("; it is restarted after \(restart / 1_000_000_000) s without an answer") : ""
        let reason = localized("it has not answered for \((since + 500_000_000) / 1_000_000_000) s\(prospect)")
        warn("\(program.name) (pid \(pid)): \(reason)")
        report(program, .alive, pid: pid, reason: reason, isResponsive: false)
    }

    private mutating func reportResponsive(_ program: Program, isStopped: Bool) {
        guard let status = entries[program]?.status, status.phase == .alive else { return }
        let reason = isStopped ? localized("it is stopped, by a signal or a debugger") : nil
        guard !status.isResponsive || status.reason != reason else { return }
        if !status.isResponsive, !isStopped {
            effects.append(.log("\(program.name): it answers again", isWarning: false))
        }
        report(program, .alive, pid: status.pid, reason: reason)
    }

    /// Ends a program that a daemon has started; its restart follows. Any other one belongs to its starter.
    private mutating func endUnresponsive(_ program: Program) {
        guard var entry = entries[program], entry.isManaged, let pid = entry.status.pid else { return }
        let timeout = (pingTimeouts.restart ?? 0) / 1_000_000_000
        entry.terminationReason = localized("it did not answer for \(timeout) s")
        warn("\(program.name) (pid \(pid)): it has not answered for \(timeout) s, and is ended")
        stopPings(&entry)
        entries[program] = entry
        // It would not act on SIGTERM.
        for pid in [entry.process, entry.registrant].compactMap(\.self) { effects.append(.kill(pid)) }
    }
}
