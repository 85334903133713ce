// SPDX-License-Identifier: MIT

/// The container that the tabs stand on.
public struct BarStyle: Equatable, Sendable {
    public enum Material: String, Sendable, CaseIterable {
        case opaque
        /// What lies behind shines through, blurred where the compositor can do that.
        case translucent
    }

    /// How much of the screen the compositor keeps clear of other windows.
    public enum Reserve: String, Sendable, CaseIterable {
        /// The whole bar.
        case bar
        /// What is left of the bar when it is folded.
        case minimized
        /// Nothing: the bar lies over the pages, which keep their content clear of it.
        case none
    }

    public var height = 119.0
    /// Of the container's corners.
    public var cornerRadius = 0.0
    /// Between the container and the screen's edges.
    public var sideMargin = 0.0
    public var bottomMargin = 0.0
    public var material = Material.opaque
    public var reserve = Reserve.bar
    /// How thick the line along the upper edge is; 0 is none.
    public var hairline = 0.0

    public init() {}
}

/// The Gaussian shadow of the bar or of the button.
public struct ShadowStyle: Equatable, Sendable {
    /// 0…1, multiplied with the colour's own.
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

/// What is left of a bar that has folded, so that more of the page is seen.
public struct MinimizedStyle: Equatable, Sendable {
    public enum Policy: String, Sendable, CaseIterable {
        case never
        /// Scrolling down folds the bar, scrolling up unfolds it.
        case onScrollDown = "on-scroll-down"
    }

    public var policy = Policy.never
    public var height = 52.0
    /// 0 is as wide as the bar.
    public var width = 0.0

    public init() {}
}

/// What the bar asks of the pages.
public struct PageStyle: Equatable, Sendable {
    /// What a page keeps free at its bottom, at the least.
    public var bottomInset = 0.0

    public init() {}
}

/// What the screen's own shape (a notch, round corners) takes away at each edge.
public struct SafeArea: Equatable, Sendable {
    public var top = 0.0
    public var leading = 0.0
    public var trailing = 0.0
    public var bottom = 0.0

    public init() {}
}
