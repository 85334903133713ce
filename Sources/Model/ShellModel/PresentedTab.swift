// SPDX-License-Identifier: MIT

/// What is open over the page: a sheet, or a menu. Its tab is the one that opened it.
public struct PresentedTab: Equatable, Sendable {
    /// Nil while nothing is open.
    public var tab: TabID?
    /// When the daemon accepted the last change: CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public static let none = PresentedTab(tab: nil, acceptedAt: 0)

    public init(tab: TabID?, acceptedAt: UInt64) {
        self.tab = tab
        self.acceptedAt = acceptedAt
    }
}

/// Whether the bar is folded.
public struct BarState: Equatable, Sendable {
    public var isMinimized: Bool
    /// When the daemon accepted the last change: CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public static let restored = BarState(isMinimized: false, acceptedAt: 0)

    public init(isMinimized: Bool, acceptedAt: UInt64) {
        self.isMinimized = isMinimized
        self.acceptedAt = acceptedAt
    }
}

/// Light or dark, and since when.
public struct AppearanceState: Equatable, Sendable {
    public var value: Appearance
    /// When the daemon accepted the last change: CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public init(value: Appearance, acceptedAt: UInt64) {
        self.value = value
        self.acceptedAt = acceptedAt
    }
}

/// Which way a page was scrolled.
public enum ScrollDirection: String, Sendable, CaseIterable {
    /// Towards the content's end.
    case down
    case up
}
