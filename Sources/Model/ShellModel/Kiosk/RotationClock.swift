// SPDX-License-Identifier: MIT

/// The time of the tab in front in a rotation, as a pure value. Times are CLOCK_MONOTONIC, ns.
public struct RotationClock: Equatable, Sendable {
    /// The part of the shell's state that the rotation depends on.
    public struct Surroundings: Equatable, Sendable {
        public var front: TabID?
        /// True while something other than input holds it.
        public var isHeld: Bool
        /// True while there is input.
        public var isActive: Bool
        /// The end of the last input; nil without any.
        public var quietSince: UInt64?

        public init(front: TabID?, isHeld: Bool = false, isActive: Bool = false, quietSince: UInt64? = nil) {
            self.front = front
            self.isHeld = isHeld
            self.isActive = isActive
            self.quietSince = quietSince
        }
    }

    public var rules = RotationRules()
    /// The time of the next turn or of the resumption; nil for never.
    public private(set) var deadline: UInt64?
    /// The time at which the tab in front began its turn; nil unless the rotation runs.
    private var since: UInt64?
    private var front: TabID?

    public init() {}

    public var isRunning: Bool { since != nil }

    /// Returns the tab to select at a time; nil if it is not the time of another.
    public mutating func advance(to now: UInt64, _ surroundings: Surroundings) -> TabID? {
        deadline = nil
        guard !rules.stops.isEmpty, !surroundings.isHeld, !surroundings.isActive else { return stop() }
        let start = surroundings.quietSince.map { $0 + Self.time(rules.resumeAfter) } ?? 0
        guard now >= start else {
            deadline = start
            return stop()
        }
        if since == nil || front != surroundings.front {
            // One that another client has selected stays for as long as one that a finger has.
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
