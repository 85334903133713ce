// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// Where a bar's parts stand on its surface: pure arithmetic from a look and a width. Lengths are logical pixels.
public struct BarLayout: Equatable, Sendable {
    /// The container.
    public let bar: Rect
    /// What is left of the container when it is folded.
    public let pill: Rect
    /// The place of each tab in the row, from the leading edge on: for a tab, its touch target.
    public let targets: [Rect]
    /// The parts of a tab, from the container's upper edge down.
    public let stack: TabItemMetrics
    private let look: Look

    /// - Parameters:
    ///   - prominent: the places of the tabs that are drawn as the look's button.
    ///   - width: the surface's width.
    ///   - height: the surface's height, where it is more than the look needs: the bar stands at its bottom.
    ///   - textScale: how much larger than usual the user wants text to be.
    public init(
        look: Look, tabCount: Int, prominent: Set<Int> = [], width: Double, height: Double = 0, textScale: Double = 1
    ) {
        self.look = look
        stack = TabItemMetrics(look, textScale: textScale)
        let top = max(height - look.coveredHeight, look.topOverflow)
        // A container that touches the screen's edge goes on below what the screen's shape takes away.
        let isAttached = look.bar.bottomMargin <= 0
        let safe = look.safeArea
        let margin = min(max(look.bar.sideMargin, 0), width / 2)
        let isFullWidth = margin <= 0
        let leading = isFullWidth ? 0 : min(margin + safe.leading, width / 2)
        let trailing = isFullWidth ? 0 : min(margin + safe.trailing, width / 2)
        bar = Rect(
            x: leading, y: top, width: width - leading - trailing,
            height: look.bar.height + (isAttached ? safe.bottom : 0))
        pill = Self.pill(look.minimized, in: bar, bottom: top + look.bar.height)
        let row = isFullWidth ? (safe.leading, max(width - safe.leading - safe.trailing, 0)) : (bar.x, bar.width)
        targets = Self.targets(
            look.row, count: tabCount, prominent: prominent, start: row.0, width: row.1, top: top + look.row.top)
    }

    /// An icon's side.
    public var iconSide: Double { stack.iconSide }

    /// A tab's icon; it rises as the tab's emphasis goes from 0 (not selected) to 1.
    public func icon(_ index: Int, emphasis: Double) -> Rect {
        let middle = stack.iconMiddle + (stack.selectedIconMiddle - stack.iconMiddle) * emphasis
        return Rect(
            center: Point(x: targets[index].center.x, y: bar.y + middle), width: stack.iconSide, height: stack.iconSide)
    }

    /// The line that a tab's title stands in, as wide as a title may be.
    public func title(_ index: Int) -> Rect {
        let target = targets[index]
        let width = max(target.width - 2 * TabItemMetrics.titleMargin, 1)
        return Rect(
            x: target.center.x - width / 2, y: bar.y + stack.titleTop, width: width, height: stack.titleHeight)
    }

    /// What marks a tab as selected.
    public func indicator(_ index: Int) -> Rect {
        indicator(at: Double(index))
    }

    /// The same on its way: a whole position is a tab, and one beyond the ends goes on evenly.
    public func indicator(at position: Double) -> Rect {
        guard let last = targets.indices.last else { return .zero }
        let index = Int(min(max(position.rounded(.down), 0), Double(max(last - 1, 0))))
        let (first, second) = (targets[index], targets[min(index + 1, last)])
        let share = position - Double(index)
        let center = first.center.x + (second.center.x - first.center.x) * share
        let side = first.width + (second.width - first.width) * min(max(share, 0), 1)
        let width = min(look.indicator.width, side)
        return Rect(
            x: center - width / 2, y: bar.y + stack.indicatorTop, width: width, height: look.indicator.height)
    }

    /// The disc of the prominent button at a place.
    public func button(_ index: Int) -> Rect {
        Rect(
            center: Point(x: targets[index].center.x, y: bar.y + look.button.centerY), width: look.button.diameter,
            height: look.button.diameter)
    }

    /// The container on its way from unfolded (0) to folded (1).
    public func container(fold: Double) -> Rect {
        guard fold > 0 else { return bar }
        return fold < 1 ? bar.interpolated(to: pill, fold) : pill
    }

    /// How round the container's corners are on the way, at most half circles.
    public func radius(fold: Double) -> Double {
        let unfolded = min(look.bar.cornerRadius, bar.width / 2, bar.height / 2)
        let folded = min(look.minimized.width > 0 ? pill.height / 2 : unfolded, pill.width / 2, pill.height / 2)
        return unfolded + (folded - unfolded) * min(max(fold, 0), 1)
    }

    /// A small rectangle grown to the least that a finger finds, around its centre; it may be larger already.
    static func touchable(_ rect: Rect, least: Double) -> Rect {
        Rect(center: rect.center, width: max(rect.width, least), height: max(rect.height, least))
    }

    private static func pill(_ style: MinimizedStyle, in bar: Rect, bottom: Double) -> Rect {
        let width = style.width > 0 ? min(style.width, bar.width) : bar.width
        let height = min(style.height, bar.height)
        return Rect(x: bar.center.x - width / 2, y: bottom - height, width: width, height: height)
    }

    private static func targets(
        _ row: RowStyle, count: Int, prominent: Set<Int>, start: Double, width: Double, top: Double
    ) -> [Rect] {
        guard count > 0 else { return [] }
        let isButton = (0..<count).map { prominent.contains($0) }
        let (widths, spacing) =
            row.layout == .fixed ? fixed(row, isButton, width) : (equal(row, isButton, width), 0)
        let length = widths.reduce(0, +) + Double(count - 1) * spacing
        var x = start + (width - length) / 2
        return widths.map { side in
            defer { x += side + spacing }
            return Rect(x: x, y: top, width: side, height: max(row.height, row.minimum))
        }
    }

    /// On a wide bar the row is centred; on one that is too narrow the gaps and margins shrink first, then the targets
    /// down to their least.
    private static func fixed(_ row: RowStyle, _ isButton: [Bool], _ width: Double) -> ([Double], spacing: Double) {
        let widths = isButton.map { $0 && row.buttonSlot > 0 ? row.buttonSlot : row.target }
        let gaps = 2 * row.margin + Double(widths.count - 1) * row.spacing
        let targets = widths.reduce(0, +)
        let room = width - targets
        let spacing = gaps > 0 ? row.spacing * min(max(room / gaps, 0), 1) : 0
        return (room >= 0 ? widths : widths.map { max($0 * width / targets, row.minimum) }, spacing)
    }

    /// All tabs share what the margins and the button leave. Before a tab falls under its least the margins go; after
    /// that all shrink alike, so that none is ever hidden.
    private static func equal(_ row: RowStyle, _ isButton: [Bool], _ width: Double) -> [Double] {
        let slots = isButton.count { $0 && row.buttonSlot > 0 }
        let shares = isButton.count - slots
        let taken = Double(slots) * row.buttonSlot
        let least = Double(shares) * row.minimum
        let room = max(width - 2 * row.margin - taken, min(least, width - taken))
        if room >= least || shares == 0 {
            let share = shares > 0 ? room / Double(shares) : 0
            return isButton.map { $0 && row.buttonSlot > 0 ? row.buttonSlot : share }
        }
        let factor = width / (least + taken)
        return isButton.map { ($0 && row.buttonSlot > 0 ? row.buttonSlot : row.minimum) * factor }
    }
}

extension Rect {
    /// The rectangle on its way to another one.
    func interpolated(to other: Rect, _ share: Double) -> Rect {
        Rect(
            x: x + (other.x - x) * share, y: y + (other.y - y) * share, width: width + (other.width - width) * share,
            height: height + (other.height - height) * share)
    }
}
