import ShellModel

/// The vertical metrics of a tab's icon, title and indicator for a text scale, from the container's upper edge. Lengths
/// are logical pixels. They are the same in every tab.
///
/// An icon without a title grows around its own centre, at most to its target; an indicator below it keeps its
/// distance. With a title below, all parts grow together and move apart within the container's space: the height
/// of the bar, and with it the pages, does not change. With a title beside it or hidden, an icon is in the middle of
/// the row, in one column with the indicator.
package struct TabItemMetrics: Equatable, Sendable {
    package enum TitlePlacement: Equatable, Sendable {
        /// The look lacks titles.
        case none
        case below
        case beside
        /// In place of the icon.
        case alone
        /// The titles do not fit, and give way to the icons.
        case hidden
    }

    static let titleMargin = 2.0
    private static let maximumBadgeFactor = 1.5
    /// The minimum size of a title's font beside an icon, or in its place.
    private static let besideTitleSize = 13.0
    /// The gaps around and between the parts of a tab in a compact bar with titles below.
    private static let compactGap = (margin: 3.0, inner: 2.0)
    /// The maximum side of the button's icon as a fraction of the disc: the square inscribed in the circle.
    private static let maximumButtonIcon = 0.7
    /// The height of a line of text as a factor of the font's size.
    package static let lineHeight = 1.2

    package let iconSide: Double
    /// The icon's centre in a tab that is not selected, and in the selected one.
    package let iconCenterY: Double
    package let selectedIconCenterY: Double
    /// The title's font size and line box.
    package internal(set) var titleSize: Double
    package let titleTop: Double
    package let titleHeight: Double
    package let indicatorTop: Double
    /// The side of the prominent button's icon, which is limited by its disc.
    package let buttonIconSide: Double
    package let textFactor: Double
    /// The same for badges, limited, as they would cover icons in the largest sizes.
    package var badgeFactor: Double { min(textFactor, Self.maximumBadgeFactor) }
    package let placement: TitlePlacement
    let titleGap: Double
    /// The distance from the upper edge of the highest part to the lower one of the lowest.
    let contentHeight: Double

    /// - Parameters:
    ///   - titles: the place of titles instead of the look's own.
    ///   - maximumIcon: the width that an icon in the middle of its target may have.
    package init(_ look: Look, textScale: Double, titles: TitlePlacement? = nil, maximumIcon: Double = .infinity) {
        let requested = textScale.isFinite ? min(max(textScale, 0.1), 10) : 1
        let shown = titles ?? (look.title.isBeside ? .beside : .below)
        // The icon and the indicator of a compact bar share its height.
        titleGap = look.title.besideGap
        placement = look.title.isShown ? shown : look.title.isBeside ? .hidden : .none
        var size = look.title.size
        let disc = max(look.button.diameter - 2 * look.button.ring, 0)
        buttonIconSide = min(look.button.icon * requested, max(look.button.icon, Self.maximumButtonIcon * disc))
        let (icon, title, indicator) = (look.icon, look.title, look.indicator)
        switch placement {
        case .none:
            textFactor = requested
            iconSide = min(icon.size * requested, Self.maximumIconSide(look))
            iconCenterY = icon.top + icon.size / 2
            selectedIconCenterY = icon.selectedTop + icon.size / 2
            (titleTop, titleHeight) = (title.top, title.height)
            let isBelow = indicator.top >= icon.selectedTop + icon.size
            indicatorTop = indicator.top + (isBelow ? (iconSide - icon.size) / 2 : 0)
        case .below where look.title.isBeside:
            let gap = Self.compactGap
            let line = Self.lineHeight * title.size
            let below = indicator.shape == .none ? 0 : gap.inner + indicator.height
            let available = look.bar.height - 2 * gap.margin - gap.inner - below
            textFactor = min(requested, max(available / max(icon.size + line, 1), 0.1))
            iconSide = icon.size * textFactor
            titleHeight = line * textFactor
            let top = (look.bar.height - iconSide - gap.inner - titleHeight - below) / 2
            selectedIconCenterY = top + iconSide / 2
            iconCenterY = selectedIconCenterY
            titleTop = top + iconSide + gap.inner
            indicatorTop = titleTop + titleHeight + gap.inner
        case .below:
            let growth = Growth(look, requested)
            textFactor = growth.factor
            iconSide = icon.size * min(growth.factor, 1) + growth.icon
            let shift = growth.icon / 2 - growth.upwards
            iconCenterY = icon.top + icon.size / 2 + shift
            selectedIconCenterY = icon.selectedTop + icon.size / 2 + shift
            titleTop = title.top - growth.upwards + (title.top > icon.top ? growth.icon : 0)
            titleHeight = title.height + growth.title
            indicatorTop =
                indicator.top - growth.upwards + (indicator.top > icon.top ? growth.icon : 0)
                + (indicator.top > title.top ? growth.title : 0)
        case .beside, .alone, .hidden:
            if placement != .hidden { size = max(size, Self.besideTitleSize) }
            let gap = Look.minimumClearance
            let below = indicator.shape == .none ? 0 : gap + indicator.height
            let height = max(look.row.height, look.row.minimum)
            let available = max(min(height, look.bar.height - 2 * gap) - below, 1)
            let maximum = max(available / max(Self.lineHeight * size, 1), 1)
            let side = min(icon.size * requested, available, max(maximumIcon, 1))
            // Without titles, a badge is as large as its icon makes it.
            textFactor = min(requested, placement == .hidden ? side / max(icon.size, 1) : maximum)
            titleHeight = Self.lineHeight * size * textFactor
            iconSide = placement == .alone ? titleHeight : side
            let top = look.row.top + (height - iconSide - below) / 2
            let rise = placement == .alone ? 0 : icon.top - icon.selectedTop
            selectedIconCenterY = top + iconSide / 2
            iconCenterY = selectedIconCenterY + rise
            titleTop = iconCenterY - titleHeight / 2
            indicatorTop = top + iconSide + gap
        }
        titleSize = size * textFactor
        let hasTitle = placement == .below || placement == .beside || placement == .alone
        let top = min(iconCenterY, selectedIconCenterY) - iconSide / 2
        contentHeight =
            max(
                max(iconCenterY, selectedIconCenterY) + iconSide / 2, hasTitle ? titleTop + titleHeight : 0,
                indicator.shape == .none ? 0 : indicatorTop + indicator.height)
            - min(top, hasTitle ? titleTop : top)
    }

    private static func maximumIconSide(_ look: Look) -> Double {
        let row = look.row
        let target = row.layout == .fixed ? row.target : max(row.minimum, row.height)
        return max(min(target, max(row.height, row.minimum)), min(look.icon.size, target))
    }

    /// The growth of a tab's parts with the text scale.
    private struct Growth {
        var factor = 1.0
        var icon = 0.0
        var title = 0.0
        /// The part of the growth above the original position.
        var upwards = 0.0

        init(_ look: Look, _ requested: Double) {
            let (icon, title, indicator) = (look.icon, look.title, look.indicator)
            let hasIndicator = indicator.shape != .none
            let top = min(icon.top, icon.selectedTop, title.top)
            let bottom = max(
                icon.top + icon.size, title.top + title.height, hasIndicator ? indicator.top + indicator.height : 0)
            let above = max(top - Look.minimumClearance, 0)
            let below = max(look.bar.height - Look.minimumClearance - bottom, 0)
            let parts = icon.size + title.height
            let maximum = parts > 0 ? 1 + (above + below) / parts : 1
            factor = min(requested, max(maximum, 1))
            // Text that is smaller than normal keeps its position.
            guard factor > 1 else { return }
            self.icon = min(icon.size * factor, max(icon.size, look.row.minimum)) - icon.size
            self.title = title.height * (factor - 1)
            upwards = (self.icon + self.title) * above / (above + below)
        }
    }
}
