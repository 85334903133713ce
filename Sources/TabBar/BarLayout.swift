// SPDX-License-Identifier: MIT
import Geometry
import TabModel

/// Where a bar's parts stand on its surface: pure arithmetic from a look and a width. Lengths are logical pixels.
public struct BarLayout: Equatable, Sendable {
    /// How much higher than the bar the surface is, so that the shadow has room.
    public let shadowHeight: Double
    /// The bar itself.
    public let bar: Rect
    /// Each tab's touch target, from the leading edge on.
    public let targets: [Rect]
    /// An icon's side.
    public let iconSide: Double
    private let look: Look

    /// - Parameters:
    ///   - width: the surface's width.
    ///   - height: the surface's height, where it is more than bar and shadow need: the bar stands at its bottom.
    ///   - textScale: how much larger than usual the user wants text to be; icons grow with it, targets don't.
    public init(look: Look, tabCount: Int, width: Double, height: Double = 0, textScale: Double = 1) {
        self.look = look
        shadowHeight = Self.shadowHeight(of: look.shadow)
        let top = max(height - look.bar.height, shadowHeight)
        bar = Rect(x: 0, y: top, width: width, height: look.bar.height)
        iconSide = min(look.icon.size * textScale, look.row.target)
        targets = Self.targets(look.row, count: tabCount, width: width, top: top + look.row.top)
    }

    /// The room above a bar that its shadow needs.
    public static func shadowHeight(of shadow: ShadowStyle) -> Double {
        guard shadow.opacity > 0 else { return 0 }
        return max((2.8 * shadow.sigma).rounded(.up) - shadow.offsetY, 0)
    }

    /// A tab's icon; it rises as the tab's emphasis goes from 0 (not selected) to 1.
    public func icon(_ index: Int, emphasis: Double) -> Rect {
        let top = look.icon.top + (look.icon.selectedTop - look.icon.top) * emphasis
        let center = Point(x: targets[index].center.x, y: bar.y + top + look.icon.size / 2)
        return Rect(center: center, width: iconSide, height: iconSide)
    }

    /// The ellipse under a tab's icon.
    public func indicator(_ index: Int) -> Rect {
        Rect(
            x: targets[index].center.x - look.indicator.width / 2, y: bar.y + look.indicator.top,
            width: look.indicator.width, height: look.indicator.height)
    }

    /// On a wide bar the row is centred; on one that is too narrow the gaps and margins shrink first, then the targets
    /// down to their least.
    private static func targets(_ bar: RowStyle, count: Int, width: Double, top: Double) -> [Rect] {
        guard count > 0 else { return [] }
        let gaps = 2 * bar.margin + Double(count - 1) * bar.spacing
        let room = width - Double(count) * bar.target
        let shrinking = gaps > 0 ? min(max(room / gaps, 0), 1) : 0
        let spacing = bar.spacing * shrinking
        let side = room >= 0 ? bar.target : max(width / Double(count), bar.minimum)
        let row = Double(count) * side + Double(count - 1) * spacing
        let start = (width - row) / 2
        return (0..<count).map {
            Rect(x: start + Double($0) * (side + spacing), y: top, width: side, height: bar.target)
        }
    }
}
