// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix
import ShellModel

/// The clock of a screen that nobody watches, on the daemon's loop. It has timers only while something is configured to
/// follow.
final class KioskController {
    /// The time without input after which its end is reported, ns.
    private static let quietTime: UInt64 = 1_000_000_000

    /// Called with what the time brings.
    var onEvent: (KioskClock.Event) -> Void = { _ in }
    /// Returns the state of the shell.
    var state: () -> ShellState = { ShellState() }

    private let loop: EventLoop
    private let log: Log
    private var clock = KioskClock(at: MonotonicClock.now)
    /// The clients that have noticed input.
    private var active: Set<ObjectIdentifier> = []
    private var timer: EventLoop.Timer?
    private var wallClock: WallClockTimer?
    private var isAdvancing = false

    init(on loop: EventLoop, log: Log) {
        self.loop = loop
        self.log = log
        timer = loop.timer { [weak self] in self?.advance() }
    }

    /// Follows other rules. An idle time under way begins again with its steps.
    func use(_ rules: KioskRules) {
        guard rules != clock.rules else { return advance() }
        clock.rules = rules
        if state().kiosk.isIdle { onEvent(.idle(.active)) }
        followWallClock()
    }

    /// Follows a change of the shell's state.
    func stateChanged() {
        if !clock.rules.rotation.stops.isEmpty || clock.rules.schedule.contains(where: { $0.values.tab != nil }) {
            advance()
        }
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
        for event in clock.input(isActive: isActive, at: time) { onEvent(event) }
        advance()
    }

    private func advance() {
        // The changes of an event are looked at when all have been handled.
        guard !isAdvancing else { return }
        isAdvancing = true
        for event in clock.advance(to: MonotonicClock.now, state()) { onEvent(event) }
        isAdvancing = false
        timer?.arm(at: clock.deadline)
    }

    /// Applies the time of day, and waits for the next change of the schedule or of the clock.
    private func followWallClock() {
        let now = Int64(time(nil))
        for event in clock.wallClock(now, offset: localOffset) { onEvent(event) }
        advance()
        guard !clock.rules.schedule.isEmpty else { return wallClock = nil }
        // A day without a change is looked at again at its end.
        let next = clock.nextScheduleChange(after: now, offset: localOffset) ?? now + 7 * 86_400
        do throws(SystemError) {
            if wallClock == nil {
                wallClock = try WallClockTimer(on: loop) { [weak self] in self?.followWallClock() }
            }
            try wallClock?.arm(at: next)
        } catch {
            log.warning("[[schedule]] is not followed: \(error)")
        }
    }
}
