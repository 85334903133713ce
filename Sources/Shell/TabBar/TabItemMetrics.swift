// SPDX-License-Identifier: MIT
import ShellModel

/// What stands above what in a tab: icon, title and indicator, measured from the container's upper edge, for a text
/// scale. Lengths are logical pixels. It is the same in every tab and on every width.
///
/// An icon without a title grows around its own middle, at most to its target. With a title, all parts grow together and
/// move apart, as far as the container has room for them: the bar itself, and with it the pages, stays as it is.
public struct TabItemMetrics: Equatable, Sendable {
    /// What a title keeps clear at either side of its target.
    static let titleMargin = 2.0
    /// The largest share of the button's disc that its icon takes when it has grown: the square within the circle.
    private static let largestShare = 0.7

    public let iconSide: Double
    /// The icon's middle, on a tab that is not selected and on the one that is.
    public let iconMiddle: Double
    public let selectedIconMiddle: Double
    /// The title's font, and the line that it stands in.
    public let titleSize: Double
    public let titleTop: Double
    public let titleHeight: Double
    public let indicatorTop: Double
    /// The side of the prominent button's icon, which grows within its disc.
    public let buttonIconSide: Double
    /// How much larger than usual text in the bar is.
    public let textFactor: Double

    /// - Parameter textScale: how much larger than usual the user wants text to be.
    init(_ look: Look, textScale: Double) {
        let wanted = textScale.isFinite ? min(max(textScale, 0.1), 10) : 1
        let (icon, title, indicator) = (look.icon, look.title, look.indicator)
        let growth = Growth(look, wanted)
        textFactor = title.isShown ? growth.factor : wanted
        iconSide =
            title.isShown
            ? icon.size * min(growth.factor, 1) + growth.icon : min(icon.size * wanted, Self.largestIcon(look))
        let disc = max(look.button.diameter - 2 * look.button.ring, 0)
        buttonIconSide = min(look.button.icon * wanted, max(look.button.icon, Self.largestShare * disc))
        let shift = growth.icon / 2 - growth.upwards
        iconMiddle = icon.top + icon.size / 2 + shift
        selectedIconMiddle = icon.selectedTop + icon.size / 2 + shift
        titleSize = title.size * textFactor
        titleHeight = title.height + growth.title
        titleTop = title.top - growth.upwards + (title.top > icon.top ? growth.icon : 0)
        indicatorTop =
            indicator.top - growth.upwards + (indicator.top > icon.top ? growth.icon : 0)
            + (indicator.top > title.top ? growth.title : 0)
    }

    private static func largestIcon(_ look: Look) -> Double {
        let row = look.row
        let target = row.layout == .fixed ? row.target : max(row.minimum, row.height)
        return max(min(target, max(row.height, row.minimum)), min(look.icon.size, target))
    }

    /// How much a tab's parts grow because of the text scale.
    private struct Growth {
        var factor = 1.0
        var icon = 0.0
        var title = 0.0
        /// How much of it goes upwards from where the parts stood.
        var upwards = 0.0

        init(_ look: Look, _ wanted: Double) {
            let (icon, title, indicator) = (look.icon, look.title, look.indicator)
            guard title.isShown else { return }
            let hasIndicator = indicator.shape != .none
            let top = min(icon.top, icon.selectedTop, title.top)
            let bottom = max(
                icon.top + icon.size, title.top + title.height, hasIndicator ? indicator.top + indicator.height : 0)
            let above = max(top - Look.minimumClearance, 0)
            let below = max(look.bar.height - Look.minimumClearance - bottom, 0)
            let parts = icon.size + title.height
            let most = parts > 0 ? 1 + (above + below) / parts : 1
            factor = min(wanted, max(most, 1))
            // What is smaller than usual stays where it is, in the middle of its place.
            guard factor > 1 else { return }
            self.icon = min(icon.size * factor, max(icon.size, look.row.minimum)) - icon.size
            self.title = title.height * (factor - 1)
            upwards = (self.icon + self.title) * above / (above + below)
        }
    }
}
