public import Geometry

/// The container of the tabs.
public struct BarStyle: Equatable, Sendable {
    public enum Material: String, Sendable, CaseIterable {
        case opaque
        /// The background is visible through the bar, and blurred if the compositor supports that.
        case translucent
    }

    /// The part of the screen that the compositor keeps clear of other windows.
    public enum Reserve: String, Sendable, CaseIterable {
        case bar
        case minimized
        /// Nothing: the bar overlaps the windows.
        case none
    }

    /// The condition under which the bar's form differs from the look.
    public enum Condition: String, Sendable, CaseIterable {
        case never
        /// On a screen of a certain size.
        case auto
        case always
    }

    /// The condition under which the bar slides out over its edge.
    public enum Hide: String, Sendable, CaseIterable {
        case never
        /// While a window is in front of the page, or is the page.
        case whenCovered = "when-covered"
        case always
    }

    /// The space between the tabs and the screen's edge, as a part of the height. A rail has as much on both sides.
    public enum BottomPadding: String, Sendable, CaseIterable {
        /// All that the height leaves.
        case fixed
        /// As much as on the other side of the tabs, and the safe area.
        case auto
    }

    /// The edge of the screen; at the left and the right one the bar is a rail, with its tabs one below the other.
    public var position = Edge.bottom
    /// The extent across the edge.
    public var height = 119.0
    public var cornerRadius = 0.0
    /// The gap between the container and the screen's edges at its ends.
    public var sideMargin = 0.0
    /// The gap between the container and its edge of the screen.
    public var bottomMargin = 0.0
    public var material = Material.opaque
    public var reserve = Reserve.bar
    /// The thickness of the line along the edge at the pages; 0 for no line.
    public var hairline = 0.0
    public var bottomPadding = BottomPadding.fixed
    /// The condition under which the bar is low, with titles beside icons; a rail is narrow, without titles. `auto`: on a screen
    /// that is lower than ``Look/compactScreenSize``, or narrower for a rail.
    public var compact = Condition.auto
    /// The condition under which titles are beside icons in a wide row, and a rail has room for them. `auto`: on a screen that is
    /// at least ``Look/wideScreenWidth`` wide.
    public var wide = Condition.auto
    public var hide = Hide.never

    /// True if the container does not extend along the whole edge of the screen.
    public var isFloating: Bool { cornerRadius > 0 || sideMargin > 0 || bottomMargin > 0 }
}

/// The Gaussian shadow of the bar or of the button.
public struct ShadowStyle: Equatable, Sendable {
    /// 0…1, multiplied by the alpha of the colour.
    public var opacity: Double
    /// The Gaussian's standard deviation.
    public var sigma: Double
    /// Downwards is positive.
    public var offsetY: Double
}

/// The minimized bar, which leaves more of the page visible.
public struct MinimizedStyle: Equatable, Sendable {
    public enum Policy: String, Sendable, CaseIterable {
        case never
        case onScrollDown = "on-scroll-down"
    }

    public var policy = Policy.never
    public var height = 52.0
    /// 0 is as wide as the bar.
    public var width = 0.0
}

public struct PageStyle: Equatable, Sendable {
    /// The minimum inset of a page at the bar's edge.
    public var bottomInset = 0.0
}

/// The insets at each edge for the shape of the screen (a notch, round corners).
public struct SafeArea: Equatable, Sendable {
    public var top = 0.0
    public var leading = 0.0
    public var trailing = 0.0
    public var bottom = 0.0

    public subscript(edge: Edge) -> Double {
        switch edge {
        case .bottom: bottom
        case .top: top
        case .left: leading
        case .right: trailing
        }
    }
}
