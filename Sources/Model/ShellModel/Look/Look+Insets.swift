// SPDX-License-Identifier: MIT

private import Geometry

/// How much of the screen a bar takes: what its surface, the compositor and the pages have to agree about. Nothing here
/// depends on the state, so a bar that folds, a sheet or a menu moves no page.
extension Look {
    /// The least that a tab's parts keep clear of the container's edges when the user wants large text.
    package static let leastClearance = 4.0

    /// What lies above the container on the bar's surface: room for its shadow, for the part of the button that stands
    /// out of it with a shadow of its own, and for badges.
    public var overhang: Double {
        let buttonTop = button.centerY - button.diameter / 2
        let iconTop = min(icon.top, icon.selectedTop, Self.leastClearance)
        let needed = max(
            Self.reach(of: shadow), -buttonTop, Self.reach(of: button.shadow) - buttonTop,
            -(iconTop + badge.offsetY), 0)
        // A surface is whole pixels high.
        return (needed + coveredHeight).rounded(.up) - coveredHeight
    }

    /// The height of the bar's surface, which stands at the screen's lower edge.
    public var surfaceHeight: Double { overhang + coveredHeight }

    /// From the container's upper edge to the screen's lower edge.
    public var coveredHeight: Double { bar.height + bar.bottomMargin + safeArea.bottom }

    /// The same of the folded bar.
    public var minimizedHeight: Double { minimized.height + bar.bottomMargin + safeArea.bottom }

    /// What the compositor keeps clear of other windows at the screen's lower edge.
    public var exclusiveZone: Double {
        switch bar.reserve {
        case .bar: coveredHeight.rounded(.up)
        case .minimized: min(minimizedHeight, coveredHeight).rounded(.up)
        case .none: 0
        }
    }

    /// Whether anything behind the bar is seen in what it reserves: beside it, at its corners, or through it.
    public var showsGround: Bool {
        let isStrip = bar.cornerRadius <= 0 && bar.sideMargin <= 0 && bar.bottomMargin <= 0
        return exclusiveZone > 0 && (!isStrip || bar.material == .translucent)
    }

    /// What a page keeps free at its bottom, so that nothing of it that is at rest lies under the bar. Pages stand above
    /// the exclusive zone, so this is what the bar covers beyond that, and the look's own wish at the least.
    public var pageBottomInset: Double { max(page.bottomInset, coveredHeight - exclusiveZone) }

    /// How far above its shape's upper edge a shadow can be seen; less than 0 where it lies below that.
    private static func reach(of shadow: ShadowStyle) -> Double {
        guard shadow.opacity > 0 else { return 0 }
        return Double(GaussianShadow(sigma: shadow.sigma).extent) - shadow.offsetY
    }
}
