// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import ShellModel

// MARK: - Programs that do not answer
extension Supervisor {
    /// Sets the time after which a program that does not answer is restarted, in seconds; nil for never.
    func setUnresponsiveTimeout(_ timeout: Double?) { monitor.timeouts = PingTracker.Timeouts(restart: timeout) }

    /// Receives the answer of a program to a ping.
    func answered(_ program: Program, _ serial: UInt64) { monitor.answered(program, serial) }

    func isStopped(_ program: Program) -> Bool {
        guard let pid = entries[program]?.status.pid else { return false }
        return ProcessIdentity.isStopped(pid)
    }

    /// Returns the time that counts for a program: that in which it could run, ns.
    func clock(of program: Program) -> UInt64 {
        let waiting = entries[program]?.status.pid.map { SchedulerTimes(of: $0).waiting } ?? 0
        let now = MonotonicClock.now
        return now - min(waiting, now)
    }

    func reportUnresponsive(_ program: Program, since: UInt64) {
        guard let pid = entries[program]?.status.pid else { return }
        let restart = entries[program]?.isManaged == true ? monitor.timeouts.restart ?? 0 : 0
        let prospect =
            restart > since
            ? localized("; it is restarted when it has not answered for \(restart / 1_000_000_000) s") : ""
        let reason = localized("it has not answered for \((since + 500_000_000) / 1_000_000_000) s\(prospect)")
        log.warning("\(program.name) (pid \(pid)): \(reason)")
        report(program, .alive, pid: pid, reason: reason, isResponsive: false)
    }

    func reportResponsive(_ program: Program) {
        guard let status = entries[program]?.status, status.phase == .alive else { return }
        let isStopped = isStopped(program)
        let reason = isStopped ? localized("it is stopped, by a signal or a debugger") : nil
        guard !status.isResponsive || status.reason != reason else { return }
        if !status.isResponsive, !isStopped { log.info("\(program.name): it answers again") }
        report(program, .alive, pid: status.pid, reason: reason)
    }

    /// Ends a program that a daemon has started; its restart follows. Any other one is its starter's.
    func endUnresponsive(_ program: Program) {
        guard let entry = entries[program], entry.isManaged, let pid = entry.status.pid else { return }
        let timeout = (monitor.timeouts.restart ?? 0) / 1_000_000_000
        entry.terminationReason = localized("it did not answer for \(timeout) s")
        log.warning("\(program.name) (pid \(pid)): it has not answered for \(timeout) s, and is ended")
        monitor.remove(program)
        // It would not act on SIGTERM.
        for process in [entry.process, entry.registrant].compactMap(\.self) { process.send(SIGKILL) }
    }
}
