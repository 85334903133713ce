// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// The layout of a bar on its surface, computed from a look and a width. Lengths are logical pixels.
public struct BarLayout: Equatable, Sendable {
    /// The container.
    public let bar: Rect
    /// The container of the minimized bar.
    public let minimizedBar: Rect
    /// The touch targets of the tabs, from the leading edge on.
    public let targets: [Rect]
    /// The vertical metrics of a tab.
    public let stack: TabItemMetrics
    private let look: Look

    /// - Parameters:
    ///   - prominent: the indices of the tabs that are drawn as the look's button.
    ///   - width: the surface's width.
    ///   - height: the surface's height, if it is more than the look needs: the bar is at its bottom.
    ///   - textScale: the factor of the text size that the user requests.
    ///   - position: the index of the tab to which a row that is wider than the bar is scrolled; whole or on the way
    ///     between two. Nil for its middle.
    public init(
        look: Look, tabCount: Int, prominent: Set<Int> = [], width: Double, height: Double = 0, textScale: Double = 1,
        scrolledTo position: Double? = nil
    ) {
        self.look = look
        stack = TabItemMetrics(look, textScale: textScale)
        let top = max(height - look.coveredHeight, look.topOverflow)
        // A container that touches the screen's edge extends through the safe area below it.
        let isAttached = look.bar.bottomMargin <= 0
        let safe = look.safeArea
        let margin = min(max(look.bar.sideMargin, 0), width / 2)
        let isFullWidth = margin <= 0
        let leading = isFullWidth ? 0 : min(margin + safe.leading, width / 2)
        let trailing = isFullWidth ? 0 : min(margin + safe.trailing, width / 2)
        bar = Rect(
            x: leading, y: top, width: width - leading - trailing,
            height: look.bar.height + (isAttached ? safe.bottom : 0))
        minimizedBar = Self.minimizedBar(look.minimized, in: bar, bottom: top + look.bar.height)
        let row = isFullWidth ? (safe.leading, max(width - safe.leading - safe.trailing, 0)) : (bar.x, bar.width)
        targets = Self.targets(
            look.row, count: tabCount, prominent: prominent, start: row.0, width: row.1, top: top + look.row.top,
            scrolledTo: position)
    }

    /// A tab's icon; it moves up as the tab's selection progresses from 0 (not selected) to 1.
    public func icon(_ index: Int, selectionProgress: Double) -> Rect {
        let middle = stack.iconCenterY + (stack.selectedIconCenterY - stack.iconCenterY) * selectionProgress
        return Rect(
            center: Point(x: targets[index].center.x, y: bar.y + middle), width: stack.iconSide, height: stack.iconSide)
    }

    /// The line box of a tab's title, with the maximum width of a title. Between targets of a fixed size it extends into
    /// the gaps.
    public func title(_ index: Int) -> Rect {
        let target = targets[index]
        let center = target.center.x
        var width = target.width
        if look.row.layout == .fixed {
            let left = index > 0 ? (targets[index - 1].maxX + target.x) / 2 : bar.x
            let right = index + 1 < targets.count ? (target.maxX + targets[index + 1].x) / 2 : bar.maxX
            width = max(width, 2 * min(center - left, right - center))
        }
        width = max(width - 2 * TabItemMetrics.titleMargin, 1)
        return Rect(x: center - width / 2, y: bar.y + stack.titleTop, width: width, height: stack.titleHeight)
    }

    /// The indicator of the selected tab: a whole position is a tab, and one beyond the ends is extrapolated.
    public func indicator(at position: Double) -> Rect {
        guard let last = targets.indices.last else { return .zero }
        let index = Int(min(max(position.rounded(.down), 0), Double(max(last - 1, 0))))
        let (first, second) = (targets[index], targets[min(index + 1, last)])
        let fraction = position - Double(index)
        let center = first.center.x + (second.center.x - first.center.x) * fraction
        let side = first.width + (second.width - first.width) * fraction.clamped
        let width = min(look.indicator.width, side)
        return Rect(
            x: center - width / 2, y: bar.y + stack.indicatorTop, width: width, height: look.indicator.height)
    }

    /// The disc of the prominent button at an index.
    public func button(_ index: Int) -> Rect {
        Rect(
            center: Point(x: targets[index].center.x, y: bar.y + look.button.centerY), width: look.button.diameter,
            height: look.button.diameter)
    }

    /// The container between expanded (0) and minimized (1).
    public func container(minimizeProgress: Double) -> Rect {
        guard minimizeProgress > 0 else { return bar }
        return minimizeProgress < 1 ? bar.interpolated(to: minimizedBar, minimizeProgress) : minimizedBar
    }

    /// The container's corner radius between expanded (0) and minimized (1), at most that of half circles.
    public func radius(minimizeProgress: Double) -> Double {
        let expanded = min(look.bar.cornerRadius, bar.width / 2, bar.height / 2)
        let minimized = min(
            look.minimized.width > 0 ? minimizedBar.height / 2 : expanded, minimizedBar.width / 2,
            minimizedBar.height / 2)
        return expanded + (minimized - expanded) * min(max(minimizeProgress, 0), 1)
    }

    /// A rectangle enlarged around its centre to the minimum size of a touch target.
    static func touchable(_ rect: Rect, minimum: Double) -> Rect {
        Rect(center: rect.center, width: max(rect.width, minimum), height: max(rect.height, minimum))
    }

    private static func minimizedBar(_ style: MinimizedStyle, in bar: Rect, bottom: Double) -> Rect {
        let width = style.width > 0 ? min(style.width, bar.width) : bar.width
        let height = min(style.height, bar.height)
        return Rect(x: bar.center.x - width / 2, y: bottom - height, width: width, height: height)
    }

    private static func targets(
        _ row: RowStyle, count: Int, prominent: Set<Int>, start: Double, width: Double, top: Double,
        scrolledTo position: Double?
    ) -> [Rect] {
        guard count > 0 else { return [] }
        let isButton = (0..<count).map { prominent.contains($0) }
        let (widths, spacing) =
            row.layout == .fixed ? fixed(row, isButton, width) : (equal(row, isButton, width), 0)
        let length = widths.reduce(0, +) + Double(count - 1) * spacing
        var x = start + (width - length) / 2
        if length > width, let position {
            // The scrolled tab is in the middle, unless the row ends before.
            let middle = middle(of: widths, spacing, at: position)
            x = start - min(max(middle - width / 2, 0), length - width)
        }
        return widths.map { side in
            defer { x += side + spacing }
            return Rect(x: x, y: top, width: side, height: max(row.height, row.minimum))
        }
    }

    /// The centre of a target in a row that begins at 0; of a position between two targets, that between their centres.
    private static func middle(of widths: [Double], _ spacing: Double, at position: Double) -> Double {
        let limited = min(max(position, 0), Double(widths.count - 1))
        let index = Int(limited)
        let start = widths[..<index].reduce(0, +) + Double(index) * spacing
        let middle = start + widths[index] / 2
        guard index + 1 < widths.count else { return middle }
        return middle + (widths[index] / 2 + spacing + widths[index + 1] / 2) * (limited - Double(index))
    }

    /// On a wide bar the row is centred; on a narrow one the gaps and margins shrink first, then the targets down to
    /// their minimum. A row that does not fit even then is scrolled to the selected tab.
    private static func fixed(_ row: RowStyle, _ isButton: [Bool], _ width: Double) -> ([Double], spacing: Double) {
        let widths = isButton.map { $0 && row.buttonSlot > 0 ? row.buttonSlot : row.target }
        let gaps = 2 * row.margin + Double(widths.count - 1) * row.spacing
        let targets = widths.reduce(0, +)
        let available = width - targets
        let spacing = gaps > 0 ? row.spacing * min(max(available / gaps, 0), 1) : 0
        return (available >= 0 ? widths : widths.map { max($0 * width / targets, row.minimum) }, spacing)
    }

    /// Tabs share the width that the margins and the button leave. Margins shrink before a tab falls below its minimum;
    /// after that all shrink alike, so that none is ever hidden.
    private static func equal(_ row: RowStyle, _ isButton: [Bool], _ width: Double) -> [Double] {
        let slots = isButton.count { $0 && row.buttonSlot > 0 }
        let tabs = isButton.count - slots
        let taken = Double(slots) * row.buttonSlot
        let minimum = Double(tabs) * row.minimum
        let available = max(width - 2 * row.margin - taken, min(minimum, width - taken))
        if available >= minimum || tabs == 0 {
            let share = tabs > 0 ? available / Double(tabs) : 0
            return isButton.map { $0 && row.buttonSlot > 0 ? row.buttonSlot : share }
        }
        let factor = width / (minimum + taken)
        return isButton.map { ($0 && row.buttonSlot > 0 ? row.buttonSlot : row.minimum) * factor }
    }
}

extension Rect {
    /// The rectangle at a fraction of the way to another one.
    func interpolated(to other: Rect, _ fraction: Double) -> Rect {
        Rect(
            x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction,
            width: width + (other.width - width) * fraction,
            height: height + (other.height - height) * fraction)
    }
}
