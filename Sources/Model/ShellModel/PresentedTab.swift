/// The tab whose sheet or menu is open.
public struct PresentedTab: Equatable, Sendable {
    /// Nil while none is open.
    public var tab: TabID?
    /// The time at which the daemon accepted the last change, CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public static let none = PresentedTab(tab: nil, acceptedAt: 0)

    public init(tab: TabID?, acceptedAt: UInt64) {
        self.tab = tab
        self.acceptedAt = acceptedAt
    }
}

public struct BarState: Equatable, Sendable {
    public var isMinimized: Bool
    /// The time at which the daemon accepted the last change, CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64
    /// The name of the output of the pages, to which they return when it is plugged in again; nil: the first one.
    public var output: String?
    /// The stacking of the pages' surfaces; nil while unknown. A cross-fade of two pages depends on it.
    public var pageStacking: PageStacking?
    /// True if each tab has its own workspace in the compositor: then no page needs to be above the windows.
    public var hasWorkspaces: Bool
    /// The item with the keyboard focus; nil while the keyboard is not the bar's.
    public var focus: BarFocus?

    public static let expanded = BarState(isMinimized: false, acceptedAt: 0)

    public init(
        isMinimized: Bool, acceptedAt: UInt64, output: String? = nil, pageStacking: PageStacking? = nil,
        hasWorkspaces: Bool = false, focus: BarFocus? = nil
    ) {
        self.isMinimized = isMinimized
        self.acceptedAt = acceptedAt
        self.output = output
        self.pageStacking = pageStacking
        self.hasWorkspaces = hasWorkspaces
        self.focus = focus
    }
}

/// The appearance, and the time of its last change.
public struct AppearanceState: Equatable, Sendable {
    public var value: Appearance
    /// The time at which the daemon accepted the last change, CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public init(value: Appearance, acceptedAt: UInt64) {
        self.value = value
        self.acceptedAt = acceptedAt
    }
}

public enum ScrollDirection: String, Sendable, CaseIterable {
    /// Towards the end of the content.
    case down
    case up
}

/// The place that a compositor gives a new surface among the surfaces of its layer.
public enum PageStacking: String, Sendable, CaseIterable {
    case newestAbove = "newest-above"
    case newestBelow = "newest-below"
}
