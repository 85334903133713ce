// SPDX-License-Identifier: MIT

private import Geometry

/// The area of the screen that a bar covers, which its surface, the compositor and the pages agree about. None of it
/// depends on the state, so no page moves when the bar is minimized or a sheet or a menu opens.
extension Look {
    /// The minimum gap between a tab's parts and the container's edges if the user has chosen large text.
    package static let minimumClearance = 4.0

    /// The height of the bar's surface above the container: for its shadow, for the part of the button that protrudes
    /// with its own shadow, and for badges.
    public var topOverflow: Double {
        let buttonTop = button.centerY - button.diameter / 2
        let iconTop = min(icon.top, icon.selectedTop, Self.minimumClearance)
        let needed = max(
            Self.shadowExtent(of: shadow), -buttonTop, Self.shadowExtent(of: button.shadow) - buttonTop,
            -(iconTop + badge.offsetY), 0)
        // The height of a surface is a whole number of pixels.
        return (needed + coveredHeight).rounded(.up) - coveredHeight
    }

    /// The height of the bar's surface, which is anchored to the screen's lower edge.
    public var surfaceHeight: Double { topOverflow + coveredHeight }

    /// The distance from the container's upper edge to the screen's lower edge.
    public var coveredHeight: Double { bar.height + bar.bottomMargin + safeArea.bottom }

    /// The same distance for the minimized bar.
    public var minimizedHeight: Double { minimized.height + bar.bottomMargin + safeArea.bottom }

    /// The height of the exclusive zone, which the compositor keeps clear of other windows at the screen's lower edge.
    public var exclusiveZone: Double {
        switch bar.reserve {
        case .bar: coveredHeight.rounded(.up)
        case .minimized: min(minimizedHeight, coveredHeight).rounded(.up)
        case .none: 0
        }
    }

    /// The part of the exclusive zone that pages extend into: all of it if they are visible there, beside the bar, at its
    /// corners, or through it.
    public var pageOverlap: Double { bar.isFloating || bar.material == .translucent ? exclusiveZone : 0 }

    /// The height of the bar's part that covers the pages. They stand above the exclusive zone, but for their overlap.
    public var pageCover: Double { max(coveredHeight - exclusiveZone + pageOverlap, 0) }

    /// The inset that keeps the content of a page at rest clear of the bar, and at least the look's own minimum.
    public var pageBottomInset: Double { max(page.bottomInset, pageCover) }

    /// The number of tabs beside prominent buttons that are as wide as the minimum within a width.
    public func tabCapacity(width: Double, buttons: Int = 0) -> Int {
        Int(max((width - minimumWidth(tabs: 0, buttons: buttons)) / max(row.minimum, 1), 0))
    }

    /// The width in which a number of tabs are as wide as the minimum.
    public func minimumWidth(tabs: Int, buttons: Int = 0) -> Double {
        2 * bar.sideMargin + safeArea.leading + safeArea.trailing + Double(buttons) * buttonWidth
            + Double(tabs) * row.minimum
    }

    /// The minimum width of the prominent button's target.
    private var buttonWidth: Double { row.layout == .equal && row.buttonSlot > 0 ? row.buttonSlot : row.minimum }

    /// The visible extent of a shadow above its shape's upper edge; negative if it ends below that edge.
    private static func shadowExtent(of shadow: ShadowStyle) -> Double {
        guard shadow.opacity > 0 else { return 0 }
        return Double(GaussianShadow(sigma: shadow.sigma).extent) - shadow.offsetY
    }
}
