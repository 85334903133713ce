/// The most recent drag of the selection along the pages of the bar, by a finger.
public struct SelectionDrag: Equatable, Sendable {
    /// The end of a drag: the selection settles on a tab, from the finger's last position.
    public struct Release: Equatable, Sendable {
        public var tab: TabID
        /// The velocity of the progress, per second.
        public var velocity: Double
        /// The spring that takes over the progress and its velocity.
        public var transition: Transition

        public init(tab: TabID, velocity: Double, transition: Transition) {
            self.tab = tab
            self.velocity = velocity
            self.transition = transition
        }
    }

    /// The range of the progress: beyond the first and the last page, the indicator follows a finger against a resistance.
    public static let progressRange = -1.0...2

    /// The pages on either side of the selection.
    public var from: TabID
    public var to: TabID
    /// The fraction of the way from one to the other.
    public var progress: Double
    /// The time at which the daemon accepted the change, CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64
    /// Nil while the finger drags.
    public var release: Release?

    public init(from: TabID, to: TabID, progress: Double, acceptedAt: UInt64, release: Release? = nil) {
        self.from = from
        self.to = to
        self.progress = progress
        self.acceptedAt = acceptedAt
        self.release = release
    }

    /// Creates the drag to a position among pages, between two of their indices; nil for fewer than two pages.
    public init?(to position: Double, among pages: [TabID], at time: UInt64 = 0) {
        guard pages.count > 1, position.isFinite else { return nil }
        let index = Int(min(max(position.rounded(.down), 0), Double(pages.count - 2)))
        let range = Self.progressRange
        self.init(
            from: pages[index], to: pages[index + 1],
            progress: min(max(position - Double(index), range.lowerBound), range.upperBound), acceptedAt: time)
    }

    /// A tab's share of the selection, 0…1.
    public func share(of tab: TabID) -> Double {
        let progress = min(max(progress, 0), 1)
        return tab == from ? 1 - progress : tab == to ? progress : 0
    }

    /// The velocity of a tab's share once the finger has left it, per second.
    public func shareVelocity(of tab: TabID) -> Double {
        let velocity = release?.velocity ?? 0
        return tab == from ? -velocity : tab == to ? velocity : 0
    }
}
