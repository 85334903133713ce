// SPDX-License-Identifier: MIT

/// The container that the tabs stand on.
public struct BarStyle: Equatable, Sendable {
    public enum Material: String, Sendable, CaseIterable {
        case opaque
        /// The background is visible through the bar, and blurred if the compositor supports that.
        case translucent
    }

    /// The part of the screen that the compositor keeps clear of other windows.
    public enum Reserve: String, Sendable, CaseIterable {
        /// The whole bar.
        case bar
        /// The height of the minimized bar.
        case minimized
        /// Nothing: the bar overlaps the pages, which keep their content clear of it.
        case none
    }

    public var height = 119.0
    /// The radius of the container's corners.
    public var cornerRadius = 0.0
    /// The gap between the container and the screen's sides.
    public var sideMargin = 0.0
    /// The gap between the container and the screen's lower edge.
    public var bottomMargin = 0.0
    public var material = Material.opaque
    public var reserve = Reserve.bar
    /// The thickness of the line along the upper edge; 0 is none.
    public var hairline = 0.0
}

/// The Gaussian shadow of the bar or of the button.
public struct ShadowStyle: Equatable, Sendable {
    /// 0…1, multiplied by the alpha of the colour.
    public var opacity: Double
    /// The Gaussian's standard deviation.
    public var sigma: Double
    /// Downwards is positive.
    public var offsetY: Double

    public init(opacity: Double, sigma: Double, offsetY: Double) {
        self.opacity = opacity
        self.sigma = sigma
        self.offsetY = offsetY
    }
}

/// The minimized bar, which leaves more of the page visible.
public struct MinimizedStyle: Equatable, Sendable {
    public enum Policy: String, Sendable, CaseIterable {
        case never
        /// Scrolling down minimizes the bar, scrolling up expands it.
        case onScrollDown = "on-scroll-down"
    }

    public var policy = Policy.never
    public var height = 52.0
    /// 0 is as wide as the bar.
    public var width = 0.0
}

/// The layout of pages.
public struct PageStyle: Equatable, Sendable {
    /// The minimum inset at the bottom of a page.
    public var bottomInset = 0.0
}

/// The insets at each edge for the shape of the screen (a notch, round corners).
public struct SafeArea: Equatable, Sendable {
    public var top = 0.0
    public var leading = 0.0
    public var trailing = 0.0
    public var bottom = 0.0
}
