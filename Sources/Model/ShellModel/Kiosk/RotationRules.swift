/// The tabs that come to the front in turn: `[rotation]`.
public struct RotationRules: Equatable, Sendable {
    public struct Stop: Equatable, Sendable {
        public var tab: TabID
        /// The time for which the tab is in front, s.
        public var seconds: Double

        public init(tab: TabID, seconds: Double) {
            self.tab = tab
            self.seconds = seconds
        }
    }

    /// The tabs in their order; none without a rotation.
    public var stops: [Stop]
    /// The time without input after which it resumes, s.
    public var resumeAfter: Double

    public init(stops: [Stop] = [], resumeAfter: Double = defaultResumeAfter) {
        self.stops = stops
        self.resumeAfter = resumeAfter
    }

    public static let defaultResumeAfter = 30.0
    /// The allowed times of a tab, s.
    public static let times = 1.0...86_400.0

    /// The stop after a tab's; the first one for a tab without one.
    public func stop(after tab: TabID?) -> Stop? {
        guard let index = stops.firstIndex(where: { $0.tab == tab }) else { return stops.first }
        return stops[(index + 1) % stops.count]
    }
}

public enum RotationPhase: String, Sendable, CaseIterable {
    /// Not configured, or off at this time of day.
    case off
    case running
    /// The screen is in use, or a sheet, a menu or a field is open.
    case waiting
    case paused
}

/// A change of the rotation by a client.
public enum RotationMove: String, Sendable, CaseIterable {
    case pause, resume, next
}
