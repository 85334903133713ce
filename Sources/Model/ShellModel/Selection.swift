/// The tab in front, with the time of the change and its transitions.
public struct Selection: Equatable, Sendable {
    public var tab: TabID
    /// The previous tab in front; nil at the start.
    public var previous: TabID?
    /// The time at which the daemon accepted the change, CLOCK_MONOTONIC, ns. Panel and pages compute their progress from it.
    public var acceptedAt: UInt64
    public var transition: Transition
    public var pageTransition: Transition
    /// True if a window of no tab is in front of the page, false if the page is in front of such windows, nil
    /// without one, or if no panel can see them.
    public var isCovered: Bool?
    /// The end of a selection for a limited time; nil for any other.
    public var visit: Visit?

    public init(
        tab: TabID, previous: TabID?, acceptedAt: UInt64, transition: Transition, pageTransition: Transition,
        isCovered: Bool? = nil, visit: Visit? = nil
    ) {
        self.tab = tab
        self.previous = previous
        self.acceptedAt = acceptedAt
        self.transition = transition
        self.pageTransition = pageTransition
        self.isCovered = isCovered
        self.visit = visit
    }
}

/// The latest selection of the tab already in front. A client that has seen a count has handled that selection.
public struct Reselection: Equatable, Sendable {
    /// Nil before the first time.
    public var tab: TabID?
    public var count: UInt64
    /// CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    /// No reselection yet.
    public static let none = Reselection(tab: nil, count: 0, acceptedAt: 0)

    public init(tab: TabID?, count: UInt64, acceptedAt: UInt64) {
        self.tab = tab
        self.count = count
        self.acceptedAt = acceptedAt
    }
}
