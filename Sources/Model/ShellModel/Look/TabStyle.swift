// SPDX-License-Identifier: MIT

/// Where the tabs' touch targets stand.
public struct RowStyle: Equatable, Sendable {
    public enum Layout: String, Sendable, CaseIterable {
        /// Targets of one size with gaps between them; the row is centred, and the gaps shrink first.
        case fixed
        /// The tabs share the bar's width.
        case equal
    }

    public var layout = Layout.fixed
    /// A fixed target's width, and the least that any target shrinks to.
    public var target = 46.0
    public var minimum = 44.0
    public var top = 19.0
    public var height = 46.0
    /// Between fixed targets.
    public var spacing = 80.0
    /// At either end of the row.
    public var margin = 65.0
    /// The room that the prominent button takes among equal tabs; 0 is the share of a tab.
    public var buttonSlot = 0.0
    /// How many tabs there must be beside the prominent button; 0 is any number.
    public var tabs = 0

    public init() {}
}

/// How a tab's icon looks.
public struct IconStyle: Equatable, Sendable {
    public var size = 24.0
    /// Its upper edge, on a tab that is not selected and on the one that is.
    public var top = 30.0
    public var selectedTop = 24.0
    /// 0…1, on tabs that are not selected.
    public var opacity = 0.3
    /// Its size on the selected tab, as a factor.
    public var selectedScale = 1.0

    public init() {}
}

/// How a tab's title looks.
public struct TitleStyle: Equatable, Sendable {
    public var isShown = false
    /// The first that is installed is taken.
    public var families = ["Inter", "Cantarell", "Noto Sans", "DejaVu Sans"]
    public var size = 10.0
    /// 100…900.
    public var weight = 400
    public var selectedWeight = 400
    /// The line that the title stands in; it is centred there by its capitals.
    public var top = 0.0
    public var height = 0.0

    public init() {}
}

/// What marks the selected tab.
public struct IndicatorStyle: Equatable, Sendable {
    public enum Shape: String, Sendable, CaseIterable {
        case none
        case ellipse
        case capsule
    }

    public var shape = Shape.ellipse
    public var width = 20.0
    public var height = 8.0
    public var top = 52.0
    /// Whether one indicator slides from tab to tab; else each tab has its own, which fades.
    public var slides = false

    public init() {}
}

/// What a tab looks like under a finger.
public struct PressStyle: Equatable, Sendable {
    /// Its size, as a factor.
    public var scale = 1.0
    /// Of the disc behind it, in the icon's colour, 0…1.
    public var opacity = 0.08

    public init() {}
}

/// How a tab's badge looks. Its top trailing corner stands at `offset` from that of the icon.
public struct BadgeStyle: Equatable, Sendable {
    public var size = 10.0
    public var weight = 700
    public var paddingX = 5.0
    public var paddingY = 1.0
    public var offsetX = 10.0
    public var offsetY = -6.0
    /// The highest count that is shown; a higher one is shown as this one.
    public var maximum = 99
    /// The diameter of a badge without text.
    public var dot = 8.0

    public init() {}
}
