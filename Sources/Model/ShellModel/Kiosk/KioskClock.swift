/// The time-dependent rules of an unattended screen: idleness, rotation and schedule, as a pure value.
/// Input, the state and the time go in; events and the next deadlines come out.
public struct KioskClock: Equatable, Sendable {
    public enum Event: Equatable, Sendable {
        case idle(IdleStep)
        case schedule(ScheduledValues)
        /// The schedule's tab, or the start tab after it, must come to the front.
        case start
        case turn(TabID)
        case rotation(RotationPhase)
    }

    /// The time without input after which a screen that the schedule blanks is black again, s.
    public static let scheduledBlankAfter = 30.0

    public var rules = KioskRules() { didSet { if rules != oldValue { update() } } }
    private var idle: IdleClock
    private var rotation = RotationClock()
    private var values = ScheduledValues()
    private var lastInput: UInt64?
    /// True while the schedule's tab waits until the screen is unused.
    private var hasOtherStart = false
    private var startDeadline: UInt64?

    /// - Parameter now: CLOCK_MONOTONIC, ns.
    public init(at now: UInt64) {
        idle = IdleClock(at: now)
    }

    /// The time of the next event, CLOCK_MONOTONIC in ns; nil for never.
    public var deadline: UInt64? {
        [idle.deadline, rotation.deadline, startDeadline].compactMap(\.self).min()
    }

    /// Records input that begins or ends.
    public mutating func input(isActive: Bool, at time: UInt64) -> [Event] {
        lastInput = time
        return idle.input(isActive: isActive, at: time).map { .idle($0) }
    }

    /// Applies the wall clock's time, seconds since 1970; `offset` returns the zone's at a time, s east of UTC.
    public mutating func wallClock(_ time: Int64, offset: (Int64) -> Int64) -> [Event] {
        let next = rules.schedule.values(at: time, offset: offset)
        guard next != values else { return [] }
        let wasBlank = values.isBlank == true
        if next.tab != values.tab { hasOtherStart = true }
        values = next
        update()
        return [.schedule(next)] + (wasBlank && next.isBlank != true ? [.idle(.active)] : [])
    }

    /// Returns the wall-clock time at which the schedule has other values; nil without one within days.
    public func nextScheduleChange(after time: Int64, offset: (Int64) -> Int64) -> Int64? {
        rules.schedule.nextChange(after: time, offset: offset)
    }

    /// Returns the due events at a time, CLOCK_MONOTONIC in ns.
    public mutating func advance(to now: UInt64, _ state: ShellState) -> [Event] {
        var events = idle.advance(to: now).map { Event.idle($0) }
        // The page of the start is in front after a return.
        if events.contains(.idle(.returned)) { hasOtherStart = false }
        rotation.rules = rules.rotation
        rotation.rules.stops = values.rotates == false ? [] : state.unguarded(rules.rotation.stops)
        let front = events.contains(.idle(.returned)) ? nil : state.selection?.tab
        let surroundings = RotationClock.Surroundings(
            front: front, isHeld: state.holdsRotation || events.contains(.idle(.blanked)), isActive: idle.isActive,
            quietSince: lastInput)
        events += startIfDue(now, surroundings)
        if events.last != .start, let tab = rotation.advance(to: now, surroundings) { events.append(.turn(tab)) }
        let next: RotationPhase =
            state.kiosk.rotation == .paused && !rules.rotation.stops.isEmpty
            ? .paused : rotation.rules.stops.isEmpty ? .off : rotation.isRunning ? .running : .waiting
        if next != state.kiosk.rotation { events.append(.rotation(next)) }
        return events
    }

    private mutating func startIfDue(_ now: UInt64, _ surroundings: RotationClock.Surroundings) -> [Event] {
        startDeadline = nil
        guard hasOtherStart, !surroundings.isActive, !surroundings.isHeld else { return [] }
        let due = lastInput.map { $0 + UInt64(rules.rotation.resumeAfter * 1e9) } ?? 0
        guard now >= due else {
            startDeadline = due
            return []
        }
        hasOtherStart = false
        return [.start]
    }

    /// Applies the rules and the values of the schedule to the idle time.
    private mutating func update() {
        var idleRules = rules.idle
        if values.isBlank == true {
            idleRules.blankAfter = min(idleRules.blankAfter ?? .infinity, Self.scheduledBlankAfter)
        }
        idle.rules = idleRules
    }
}

extension ShellState {
    /// True while another tab in front would end an open or current interaction, and while the screen is black.
    var holdsRotation: Bool {
        sheet.tab != nil || menu.tab != nil || selection?.visit != nil || bar.focus?.isField == true
            || drag.map { $0.release == nil } ?? false
            || lock?.prompt != nil || kiosk.rotation == .paused || kiosk.screen == .blank
    }
}
