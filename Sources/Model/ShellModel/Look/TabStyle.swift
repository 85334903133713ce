/// The layout of the tabs' touch targets.
public struct RowStyle: Equatable, Sendable {
    public enum Layout: String, Sendable, CaseIterable {
        /// Targets of one size with gaps between them; the row is centred, and the gaps shrink first.
        case fixed
        /// The tabs share the bar's width.
        case equal
    }

    public var layout = Layout.fixed
    /// The width of a fixed target.
    public var target = 46.0
    /// The minimum width of a target.
    public var minimum = 44.0
    public var top = 19.0
    public var height = 46.0
    /// The gap between fixed targets.
    public var spacing = 80.0
    /// True if a press hits a target in all of its cell: as long as the distance of two tabs, and as deep as the bar.
    public var fillsGaps = true
    /// The gap at either end of the row.
    public var margin = 65.0
    /// The maximum width of the row and of a floating container; 0 is any width.
    public var maximumWidth = 0.0
    /// The width of the prominent button's slot among equal tabs; 0 is the width of a tab.
    public var buttonSlot = 0.0
    /// The required number of tabs beside the prominent button; 0 is any number.
    public var tabs = 0
    /// The length of an equal share in a rail, unless its text is larger. It is not a key of the configuration.
    package var maximumShare = 0.0
    /// The preferred width of a tab with its title beside its icon; not a key of the configuration.
    package var comfortableShare = 0.0
    /// The distance of icons and the button from a rail's leading edge; nil for its middle. Not a key of the configuration.
    package var leadingInset: Double?
}

public struct IconStyle: Equatable, Sendable {
    /// False if titles stand alone. Icons replace titles that are not shown, or do not fit.
    public var isShown = true
    public var size = 24.0
    /// The upper edge of an unselected tab's icon.
    public var top = 30.0
    /// The upper edge of the selected tab's icon.
    public var selectedTop = 24.0
    /// The opacity of an unselected tab, 0…1.
    public var opacity = 0.3
    /// The size of the selected tab's icon, as a factor.
    public var selectedScale = 1.0
    /// The size at the height of the bounce of an icon whose tab is selected, as a factor.
    public var bounce = 1.15
}

public struct TitleStyle: Equatable, Sendable {
    public var isShown = false
    /// The font families; the first installed one is used.
    public var families = ["Inter", "Cantarell", "Noto Sans", "DejaVu Sans"]
    public var size = 10.0
    /// 100…900.
    public var weight = 400
    public var selectedWeight = 400
    /// The upper edge of the title's line; the capitals are centred in the line.
    public var top = 0.0
    /// The height of the title's line.
    public var height = 0.0
    /// True if titles are beside icons, as in a compact bar. It is not a key of the configuration.
    package var isBeside = false
    /// The gap between an icon and the title beside it; not a key of the configuration.
    package var besideGap = 6.0
}

public struct IndicatorStyle: Equatable, Sendable {
    public enum Shape: String, Sendable, CaseIterable {
        case none
        case ellipse
        case capsule
        /// A capsule blurred by half its lesser side.
        case glow
    }

    public var shape = Shape.ellipse
    public var width = 20.0
    public var height = 8.0
    public var top = 52.0
    /// True if one indicator slides from tab to tab; otherwise each tab has its own, which fades.
    public var slides = false
}

/// A tab while it is pressed.
public struct PressStyle: Equatable, Sendable {
    /// The size of the tab, as a factor.
    public var scale = 1.0
    /// The opacity of the disc behind it, in the icon's colour, 0…1.
    public var opacity = 0.08
}

/// The badge of a tab. The offset is from the icon's top trailing corner to its own.
public struct BadgeStyle: Equatable, Sendable {
    public var size = 10.0
    public var weight = 700
    public var paddingX = 5.0
    public var paddingY = 1.0
    public var offsetX = 10.0
    public var offsetY = -6.0
    /// The highest displayed count.
    public var maximum = 99
    /// True to display a higher count as the highest one with a plus sign, false without.
    public var hasPlus = true
    /// The diameter of a badge without text.
    public var dot = 8.0
}
