// SPDX-License-Identifier: MIT
import EventLoop
import ShellModel

/// The clock of a screen that nobody watches, on the daemon's loop. It has a timer only while something is configured to
/// follow.
final class KioskController {
    /// The time without input after which its end is reported, ns.
    private static let quietTime: UInt64 = 1_000_000_000

    /// Called with each step of an idle time.
    var onStep: (IdleStep) -> Void = { _ in }

    private var idle = IdleClock(at: MonotonicClock.now)
    /// The clients that have noticed input.
    private var active: Set<ObjectIdentifier> = []
    private var timer: EventLoop.Timer?

    init(on loop: EventLoop) {
        timer = loop.timer { [weak self] in self?.advance() }
    }

    /// Follows other rules. An idle time under way begins again with its steps.
    func use(_ rules: KioskRules, isIdle: Bool) {
        guard rules.idle != idle.rules else { return advance() }
        idle.rules = rules.idle
        if isIdle { onStep(.active) }
        advance()
    }

    /// Takes notice of input, or of a second without any.
    func activity(_ isActive: Bool, of client: ObjectIdentifier) {
        let before = active.isEmpty
        if isActive { active.insert(client) } else { active.remove(client) }
        guard active.isEmpty != before || isActive else { return }
        let now = MonotonicClock.now
        input(isActive: !active.isEmpty, at: isActive ? now : max(now, Self.quietTime) - Self.quietTime)
    }

    /// Ends the input of a client that has gone.
    func lost(_ client: ObjectIdentifier) {
        if active.remove(client) != nil, active.isEmpty { input(isActive: false, at: MonotonicClock.now) }
    }

    private func input(isActive: Bool, at time: UInt64) {
        for step in idle.input(isActive: isActive, at: time) { onStep(step) }
        advance()
    }

    private func advance() {
        for step in idle.advance(to: MonotonicClock.now) { onStep(step) }
        if let deadline = idle.deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }
}
