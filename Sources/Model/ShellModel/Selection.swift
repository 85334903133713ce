// SPDX-License-Identifier: MIT

/// Which tab is in front, since when, and how the change is to be shown.
public struct Selection: Equatable, Sendable {
    public var tab: TabID
    /// The tab that was in front before; nil at the start.
    public var previous: TabID?
    /// When the daemon accepted the change: CLOCK_MONOTONIC, ns. Panel and pages take their progress from it.
    public var acceptedAt: UInt64
    /// How the bar shows it, and how the pages do.
    public var transition: Transition
    public var pageTransition: Transition

    public init(
        tab: TabID, previous: TabID?, acceptedAt: UInt64, transition: Transition, pageTransition: Transition
    ) {
        self.tab = tab
        self.previous = previous
        self.acceptedAt = acceptedAt
        self.transition = transition
        self.pageTransition = pageTransition
    }
}

/// The last time that the selected tab was selected once more. The count makes the event idempotent: one who has seen
/// the count has acted on it.
public struct Reselection: Equatable, Sendable {
    public var tab: TabID?
    public var count: UInt64
    /// CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public static let never = Reselection(tab: nil, count: 0, acceptedAt: 0)

    public init(tab: TabID?, count: UInt64, acceptedAt: UInt64) {
        self.tab = tab
        self.count = count
        self.acceptedAt = acceptedAt
    }
}
