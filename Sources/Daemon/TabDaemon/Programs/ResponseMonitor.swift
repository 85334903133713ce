// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import ShellModel

/// Pings the registered programs that can answer, and finds those that do not: the programs in front once a minute, any other
/// one when it registers and when it comes to the front. So a program that is hidden is not woken.
final class ResponseMonitor {
    /// Called when a program has not answered in time, with the time in ns.
    var onUnresponsive: (Program, _ since: UInt64) -> Void = { _, _ in }
    /// Called when a program answers, and when it turns out that it cannot.
    var onResponsive: (Program) -> Void = { _ in }
    /// Called when a program has not answered within its timeout. The supervisor restarts it.
    var onOverdue: (Program) -> Void = { _ in }
    /// Returns true if a program is stopped by a signal or by a debugger, so that it cannot answer.
    var isStopped: (Program) -> Bool = { _ in false }
    /// Returns the time that counts for a program: CLOCK_MONOTONIC without the time that it has waited for a processor, ns.
    var clock: (Program) -> UInt64 = { _ in MonotonicClock.now }

    private final class Subject {
        var tracker = PingTracker()
        let send: (UInt64) -> Void
        let timer: EventLoop.Timer

        init(timer: EventLoop.Timer, send: @escaping (UInt64) -> Void) { (self.timer, self.send) = (timer, send) }
    }

    var timeouts = PingTracker.Timeouts(restart: 30)
    private let loop: EventLoop
    private var subjects: [Program: Subject] = [:]
    private var front: [Program] = []
    /// The timer of the next ping to all programs in front.
    private var round: EventLoop.Timer?

    /// The time between an answer of a program in front and the next ping, ns.
    private static let interval: UInt64 = 60_000_000_000

    init(on loop: EventLoop) {
        self.loop = loop
        round = loop.timer { [weak self] in self?.pingFront() }
    }

    /// The time of the next ping to the programs in front, CLOCK_MONOTONIC, ns; nil for never.
    var nextRound: UInt64? { round?.deadline }

    func pingFront() {
        for program in front { ping(program) }
    }

    /// Watches a program.
    ///
    /// - Parameter send: sends it a ping with a number.
    func add(_ program: Program, send: @escaping (UInt64) -> Void) {
        let timer = loop.timer { [weak self] in self?.timerFired(program) }
        subjects[program] = Subject(timer: timer, send: send)
        // After the reply to its registration.
        timer.arm(after: 0)
    }

    func remove(_ program: Program) {
        subjects[program] = nil
    }

    /// Pings the programs that have come to the front.
    func setFront(_ programs: [Program]) {
        let earlier = front
        front = programs
        for program in programs where !earlier.contains(program) { ping(program) }
    }

    func answered(_ program: Program, _ serial: UInt64) {
        guard let subject = subjects[program], subject.tracker.answered(serial) else { return }
        subject.timer.disarm()
        if front.contains(program), nextRound == nil { round?.arm(after: Self.interval) }
        onResponsive(program)
    }

    private func ping(_ program: Program) {
        let now = clock(program)
        guard let subject = subjects[program], let serial = subject.tracker.send(at: now) else { return }
        arm(subject, at: now)
        subject.send(serial)
    }

    private func arm(_ subject: Subject, at now: UInt64) {
        guard let deadline = subject.tracker.deadline(timeouts) else { return subject.timer.disarm() }
        subject.timer.arm(after: deadline > now ? deadline - now : 0)
    }

    private func timerFired(_ program: Program) {
        guard let subject = subjects[program] else { return }
        guard let since = subject.tracker.sentAt else { return ping(program) }
        let now = clock(program)
        if isStopped(program) {
            subject.tracker.excuse(at: now)
            arm(subject, at: now)
            return onResponsive(program)
        }
        let verdict = subject.tracker.check(at: now, timeouts)
        arm(subject, at: now)
        switch verdict {
        case .none: break
        case .unresponsive: onUnresponsive(program, now - since)
        case .overdue: onOverdue(program)
        }
    }
}
