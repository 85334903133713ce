// SPDX-License-Identifier: MIT

/// A complete description of a tab bar: geometry, colours and motion. Lengths are logical pixels.
public struct Look: Equatable, Sendable {
    public var name: String
    public var bar: BarGeometry
    public var shadow: BarShadow
    public var light: Palette
    public var dark: Palette
    /// How the bar and the pages move when the selection changes.
    public var selection: Transition

    public init(
        name: String, bar: BarGeometry, shadow: BarShadow, light: Palette, dark: Palette, selection: Transition
    ) {
        self.name = name
        self.bar = bar
        self.shadow = shadow
        self.light = light
        self.dark = dark
        self.selection = selection
    }
}

/// Where the things of a bar stand. `y` is measured from the bar's top edge.
public struct BarGeometry: Equatable, Sendable {
    /// The bar's height, which is also the zone that it reserves.
    public var height: Double
    /// The side of a tab's square touch target, and the least that it shrinks to on a narrow bar.
    public var target: Double
    public var minimumTarget: Double
    /// The top edge of the touch targets.
    public var targetTop: Double
    /// Between neighbouring targets, and at either end; the gaps shrink first.
    public var spacing: Double
    public var margin: Double
    /// An icon's side, and its top edge under a selected and an unselected tab.
    public var icon: Double
    public var selectedIconTop: Double
    public var unselectedIconTop: Double
    /// An icon's opacity on an unselected tab, 0…1.
    public var unselectedOpacity: Double
    /// The size of the ellipse under the selected icon, and its top edge.
    public var indicatorWidth: Double
    public var indicatorHeight: Double
    public var indicatorTop: Double

    public init(
        height: Double, target: Double, minimumTarget: Double, targetTop: Double, spacing: Double, margin: Double,
        icon: Double, selectedIconTop: Double, unselectedIconTop: Double, unselectedOpacity: Double,
        indicatorWidth: Double, indicatorHeight: Double, indicatorTop: Double
    ) {
        self.height = height
        self.target = target
        self.minimumTarget = minimumTarget
        self.targetTop = targetTop
        self.spacing = spacing
        self.margin = margin
        self.icon = icon
        self.selectedIconTop = selectedIconTop
        self.unselectedIconTop = unselectedIconTop
        self.unselectedOpacity = unselectedOpacity
        self.indicatorWidth = indicatorWidth
        self.indicatorHeight = indicatorHeight
        self.indicatorTop = indicatorTop
    }
}

/// The Gaussian shadow that a bar casts upwards.
public struct BarShadow: Equatable, Sendable {
    /// The black's opacity, 0…1.
    public var opacity: Double
    /// The Gaussian's standard deviation.
    public var sigma: Double
    /// Upwards is negative.
    public var offsetY: Double

    public init(opacity: Double, sigma: Double, offsetY: Double) {
        self.opacity = opacity
        self.sigma = sigma
        self.offsetY = offsetY
    }
}

/// The colours of a bar in one appearance, as 24 bits (0xRRGGBB).
public struct Palette: Equatable, Sendable {
    public var background: UInt32
    public var icon: UInt32
    public var indicator: UInt32
    /// What is behind the pages' content.
    public var page: UInt32

    public init(background: UInt32, icon: UInt32, indicator: UInt32, page: UInt32) {
        self.page = page
        self.background = background
        self.icon = icon
        self.indicator = indicator
    }
}
