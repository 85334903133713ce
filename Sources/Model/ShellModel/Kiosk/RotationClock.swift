/// The time of the tab in front in a rotation. Times are CLOCK_MONOTONIC, ns.
struct RotationClock: Equatable, Sendable {
    /// The part of the shell's state that the rotation depends on.
    struct Surroundings: Equatable, Sendable {
        var front: TabID?
        /// True while anything but input pauses it.
        var isHeld = false
        /// True while there is input.
        var isActive = false
        /// The end of the last input; nil without any.
        var quietSince: UInt64?
    }

    var rules = RotationRules()
    /// The time of the next turn or of the resumption; nil for never.
    private(set) var deadline: UInt64?
    /// The time at which the tab in front began its turn; nil unless the rotation runs.
    private var since: UInt64?
    private var front: TabID?

    var isRunning: Bool { since != nil }

    /// Returns the tab to select at a time; nil without a turn.
    mutating func advance(to now: UInt64, _ surroundings: Surroundings) -> TabID? {
        deadline = nil
        guard !rules.stops.isEmpty, !surroundings.isHeld, !surroundings.isActive else { return stop() }
        let start = surroundings.quietSince.map { $0 + Self.time(rules.resumeAfter) } ?? 0
        guard now >= start else {
            deadline = start
            return stop()
        }
        if since == nil || front != surroundings.front {
            // A tab that another client selected stays for as long as one that a finger selected.
            let isStop = rules.stops.contains { $0.tab == surroundings.front }
            if since == nil, !isStop { return turn(to: rules.stops[0], at: now) }
            (since, front) = (now, surroundings.front)
        }
        guard let since else { return nil }
        let own = rules.stops.first { $0.tab == front }
        guard let next = rules.stop(after: front), next.tab != front else { return nil }
        let due = since + Self.time(own?.seconds ?? rules.resumeAfter)
        guard now >= due else {
            deadline = due
            return nil
        }
        return turn(to: next, at: now)
    }

    private mutating func turn(to stop: RotationRules.Stop, at now: UInt64) -> TabID {
        (since, front) = (now, stop.tab)
        deadline = rules.stops.count > 1 ? now + Self.time(stop.seconds) : nil
        return stop.tab
    }

    private mutating func stop() -> TabID? {
        (since, front) = (nil, nil)
        return nil
    }

    private static func time(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }
}
