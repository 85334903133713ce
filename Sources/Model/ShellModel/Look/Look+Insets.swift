public import Geometry

/// The area of the screen that a bar covers, as its surface, the compositor and the pages agree. None of it
/// depends on the state, so no page moves when the bar is minimized or a sheet or a menu opens.
extension Look {
    /// The look as laid out from the leading edge: from right to left, its mirror image.
    public var fromLeadingEdge: Look {
        guard direction == .rightToLeft else { return self }
        var look = self
        look.bar.position = bar.position.mirrored
        (look.safeArea.leading, look.safeArea.trailing) = (safeArea.trailing, safeArea.leading)
        return look
    }

    /// The minimum gap between a tab's parts and the container's edges if the user has chosen large text.
    package static let minimumClearance = 4.0

    /// The height of the bar's surface between the container and the pages: for its shadow, for the part of the button that
    /// protrudes with its own shadow, and for badges.
    public var topOverflow: Double {
        let buttonTop = button.centerY - button.diameter / 2
        let iconTop = min(icon.top, icon.selectedTop, Self.minimumClearance)
        let needed = max(
            Self.shadowExtent(of: shadow, offset: isShadowTurned ? shadow.offsetY : outward(shadow.offsetY)),
            -buttonTop, Self.shadowExtent(of: button.shadow, offset: outward(button.shadow.offsetY)) - buttonTop,
            bar.position == .bottom ? -(iconTop + badge.offsetY) : 0, 0)
        // The height of a surface is a whole number of pixels.
        return (needed + coveredHeight).rounded(.up) - coveredHeight
    }

    /// True if the shadow's offset is across the bar's edge, because the shadow of a bar along the whole edge falls on
    /// the pages. A floating bar's falls downwards, as all other shadows.
    public var isShadowTurned: Bool { !bar.isFloating }

    /// The height of the bar's surface, which is anchored to its edge of the screen; a rail's width.
    public var surfaceHeight: Double { topOverflow + coveredHeight }

    /// The distance from the container's edge at the pages to the screen's edge.
    public var coveredHeight: Double { bar.height + bar.bottomMargin + safeArea[bar.position] }

    /// The height of the exclusive zone, which the compositor keeps clear of other windows at the screen's edge.
    public var exclusiveZone: Double {
        if bar.hide == .always { return 0 }
        return switch bar.reserve {
        case .bar: coveredHeight.rounded(.up)
        case .minimized: min(minimized.height + bar.bottomMargin + safeArea[bar.position], coveredHeight).rounded(.up)
        case .none: 0
        }
    }

    /// The part of the exclusive zone that pages extend into: all of it if they are visible there, beside the bar, at its
    /// corners, or through it.
    public var pageOverlap: Double { bar.isFloating || bar.material == .translucent ? exclusiveZone : 0 }

    /// The height of the bar's part that covers the pages. They stand clear of the exclusive zone, except for their overlap.
    public var pageCover: Double { max(coveredHeight - exclusiveZone + pageOverlap, 0) }

    /// The inset that keeps the content of a page at rest clear of the shape of the screen; at the bar's edge of the bar,
    /// and at least the look's own minimum, unless the bar reserves its space. A bar that always hides is in no page's way.
    public func pageInset(at edge: Edge) -> Double {
        guard edge == bar.position, bar.hide != .always else { return safeArea[edge] }
        return pageCover > 0 ? max(page.bottomInset, pageCover) : 0
    }

    /// The number of tabs beside prominent buttons that are as long as the minimum within a length.
    public func tabCapacity(length: Double, buttons: Int = 0) -> Int {
        Int(max((length - minimumLength(tabs: 0, buttons: buttons)) / max(row.minimum, 1), 0))
    }

    /// The length of the screen's edge along which a number of tabs are as long as the minimum.
    public func minimumLength(tabs: Int, buttons: Int = 0) -> Double {
        let ends = endInsets
        return 2 * bar.sideMargin + ends.start + ends.end + Double(buttons) * buttonWidth + Double(tabs) * row.minimum
    }

    /// The insets of the safe area at the ends of the bar.
    package var endInsets: (start: Double, end: Double) {
        bar.position.isSide ? (safeArea.top, safeArea.bottom) : (safeArea.leading, safeArea.trailing)
    }

    private var buttonWidth: Double { row.layout == .equal && row.buttonSlot > 0 ? row.buttonSlot : row.minimum }

    /// The part of a downward offset that is towards the screen's edge.
    private func outward(_ offsetY: Double) -> Double {
        switch bar.position {
        case .bottom: offsetY
        case .top: -offsetY
        case .left, .right: 0
        }
    }

    /// The extent of a shadow, offset towards the screen's edge, over the pages; negative if it ends before its shape.
    private static func shadowExtent(of shadow: ShadowStyle, offset: Double) -> Double {
        guard shadow.opacity > 0 else { return 0 }
        return Double(GaussianShadow(sigma: shadow.sigma).extent) - offset
    }
}
