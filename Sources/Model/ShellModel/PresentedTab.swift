// SPDX-License-Identifier: MIT

/// The tab whose sheet or menu is open.
public struct PresentedTab: Equatable, Sendable {
    /// Nil while none is open.
    public var tab: TabID?
    /// When the daemon accepted the last change: CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public static let none = PresentedTab(tab: nil, acceptedAt: 0)

    public init(tab: TabID?, acceptedAt: UInt64) {
        self.tab = tab
        self.acceptedAt = acceptedAt
    }
}

/// The state of the bar: minimized or expanded.
public struct BarState: Equatable, Sendable {
    public var isMinimized: Bool
    /// When the daemon accepted the last change: CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64
    /// The name of the output of the pages, to which they come back after it was unplugged; nil for the first one.
    public var output: String?
    /// The stacking of the pages' surfaces; nil while it is not known. A cross-fade of two pages depends on it.
    public var pageStacking: PageStacking?
    /// True if each tab has a workspace of its own in the compositor: then no page needs to be above the windows.
    public var hasWorkspaces: Bool
    /// The item that has the focus of the keys; nil while the keyboard is not the bar's.
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
    /// When the daemon accepted the last change: CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public init(value: Appearance, acceptedAt: UInt64) {
        self.value = value
        self.acceptedAt = acceptedAt
    }
}

/// The direction in which a page was scrolled.
public enum ScrollDirection: String, Sendable, CaseIterable {
    /// Towards the end of the content.
    case down
    case up
}
