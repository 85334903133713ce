// SPDX-License-Identifier: MIT
import ShellModel

/// The vertical metrics of a tab's icon, title and indicator for a text scale, from the container's upper edge. Lengths
/// are logical pixels. They are the same in every tab and on every width.
///
/// An icon without a title grows around its own centre, at most to its target; an indicator below it keeps its distance.
/// With a title, all parts grow together and move apart, as far as the container has space: the height of the bar, and with it the pages, does not change.
public struct TabItemMetrics: Equatable, Sendable {
    /// The margin of a title at either side of its target.
    static let titleMargin = 2.0
    /// The maximum side of the button's icon as a fraction of the disc: the square inscribed in the circle.
    private static let maximumButtonIcon = 0.7

    public let iconSide: Double
    /// The icon's centre in a tab that is not selected, and in the selected one.
    public let iconCenterY: Double
    public let selectedIconCenterY: Double
    /// The title's font size and line box.
    public let titleSize: Double
    public let titleTop: Double
    public let titleHeight: Double
    public let indicatorTop: Double
    /// The side of the prominent button's icon, which is limited by its disc.
    public let buttonIconSide: Double
    /// The factor of the text size in the bar.
    public let textFactor: Double

    /// - Parameter textScale: the factor of the text size that the user requests.
    init(_ look: Look, textScale: Double) {
        let requested = textScale.isFinite ? min(max(textScale, 0.1), 10) : 1
        let (icon, title, indicator) = (look.icon, look.title, look.indicator)
        let growth = Growth(look, requested)
        textFactor = title.isShown ? growth.factor : requested
        iconSide =
            title.isShown
            ? icon.size * min(growth.factor, 1) + growth.icon : min(icon.size * requested, Self.maximumIconSide(look))
        let disc = max(look.button.diameter - 2 * look.button.ring, 0)
        buttonIconSide = min(look.button.icon * requested, max(look.button.icon, Self.maximumButtonIcon * disc))
        let shift = growth.icon / 2 - growth.upwards
        iconCenterY = icon.top + icon.size / 2 + shift
        selectedIconCenterY = icon.selectedTop + icon.size / 2 + shift
        titleSize = title.size * textFactor
        titleHeight = title.height + growth.title
        titleTop = title.top - growth.upwards + (title.top > icon.top ? growth.icon : 0)
        if title.isShown {
            indicatorTop =
                indicator.top - growth.upwards + (indicator.top > icon.top ? growth.icon : 0)
                + (indicator.top > title.top ? growth.title : 0)
        } else {
            let isBelow = indicator.top >= icon.selectedTop + icon.size
            indicatorTop = indicator.top + (isBelow ? (iconSide - icon.size) / 2 : 0)
        }
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
            guard title.isShown else { return }
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
