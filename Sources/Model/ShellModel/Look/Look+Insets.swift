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

    /// The same distance for the minimised bar.
    public var minimizedHeight: Double { minimized.height + bar.bottomMargin + safeArea.bottom }

    /// The height of the exclusive zone, which the compositor keeps clear of other windows at the screen's lower edge.
    public var exclusiveZone: Double {
        switch bar.reserve {
        case .bar: coveredHeight.rounded(.up)
        case .minimized: min(minimizedHeight, coveredHeight).rounded(.up)
        case .none: 0
        }
    }

    /// True if the background is visible within the exclusive zone: beside the bar, at its corners, or through it.
    public var drawsBackground: Bool {
        let isStrip = bar.cornerRadius <= 0 && bar.sideMargin <= 0 && bar.bottomMargin <= 0
        return exclusiveZone > 0 && (!isStrip || bar.material == .translucent)
    }

    /// The inset that keeps the content of a page at rest clear of the bar. Pages stand above the exclusive zone, so it
    /// is the part of the bar beyond that zone, and at least the look's own minimum.
    public var pageBottomInset: Double { max(page.bottomInset, coveredHeight - exclusiveZone) }

    /// The visible extent of a shadow above its shape's upper edge; negative if it ends below that edge.
    private static func shadowExtent(of shadow: ShadowStyle) -> Double {
        guard shadow.opacity > 0 else { return 0 }
        return Double(GaussianShadow(sigma: shadow.sigma).extent) - shadow.offsetY
    }
}
