import Geometry
import ShellModel

/// The layout of a bar on its surface, computed from a look and the surface's size. Lengths are logical pixels.
///
/// The container and the targets are laid out as at the lower edge of the screen, and placed at the bar's own: a rail
/// is a turned bar. Only the content of each target stays upright.
package struct BarLayout: Equatable, Sendable {
    package let bar: Rect
    package let minimizedBar: Rect
    /// The disc beside it with the icon of the search tab, at the trailing edge.
    package let minimizedSearch: Rect?
    private let search: Int?
    /// The touch targets of the tabs, from the leading or upper edge on.
    package private(set) var targets: [Rect]
    /// For each target the y coordinate that its ``stack`` counts from: at the lower edge of the screen the container's.
    private var contentTops: [Double]
    package private(set) var stack: TabItemMetrics
    package let look: Look
    package let scrolledRow: ScrolledRow?
    private var titleWidths: [Double] = []
    private var trailing: [Double] = []
    /// The tabs whose titles end with an ellipsis.
    package private(set) var cutTitles: Set<Int> = []
    private let edgeLength: Double
    private let gap: Double

    /// - Parameters:
    ///   - prominent: the indices of the tabs drawn as the look's button.
    ///   - widths: the tabs' own widths, by index; nil for the look's.
    ///   - search: the index of the tab beside the minimized bar.
    ///   - height: the surface's height; unless the bar is a rail, only if it is more than the look needs: the bar is at
    ///     its bottom.
    ///   - titles: the place of titles instead of the look's own.
    package init(
        look: Look, tabCount: Int, prominent: Set<Int> = [], widths: [Double?] = [], search: Int? = nil, width: Double,
        height: Double = 0, textScale: Double = 1, titles: TabItemMetrics.TitlePlacement? = nil
    ) {
        self.look = look
        let edge = look.bar.position
        let (length, surfaceDepth) = edge.isSide ? (height, width) : (width, height)
        edgeLength = length
        let top = max(surfaceDepth - look.coveredHeight, look.topOverflow)
        func placed(_ rect: Rect) -> Rect { edge.placed(rect, depth: top + look.coveredHeight) }
        // The targets do not depend on the place of titles, which is unknown before the titles are measured.
        let share = max(
            look.row.maximumShare, TabItemMetrics(look, textScale: textScale).contentHeight + 2 * Self.railGap)
        let (container, row) = Self.spans(
            look, tabCount: tabCount, prominent: prominent.count, length: length,
            share: edge.isSide && look.row.layout == .equal ? share : nil)
        // A container that touches the screen's edge extends through the safe area beyond it.
        let isAttached = look.bar.bottomMargin <= 0
        let bar = Rect(
            x: container.start, y: top, width: container.width,
            height: look.bar.height + (isAttached ? look.safeArea[edge] : 0))
        self.bar = placed(bar)
        let (pill, disc) = Self.minimizedBar(
            look.minimized, in: bar, bottom: top + look.bar.height, hasSearch: search != nil)
        minimizedBar = placed(pill)
        minimizedSearch = disc.map(placed)
        self.search = search
        let own = (0..<tabCount).map { index -> Double? in
            if prominent.contains(index), look.row.buttonSlot > 0 { return look.row.buttonSlot }
            // In a rail the width is the bar's.
            guard !edge.isSide, widths.indices.contains(index), let width = widths[index] else { return nil }
            return max(width, look.row.minimum)
        }
        let tabs = TabRow(look.row, own, in: row.width)
        gap = tabs.spacing
        let start = row.start + (row.width - tabs.length) / 2
        scrolledRow =
            tabs.length > row.width + 1e-6
            ? ScrolledRow(centers: tabs.centers, length: tabs.length, width: row.width) : nil
        let rowHeight = max(look.row.height, look.row.minimum)
        targets = tabs.extents(from: start).map { start, length in
            // A target of a rail is as wide as the rail.
            placed(
                edge.isSide
                    ? Rect(x: start, y: top, width: length, height: look.bar.height)
                    : Rect(x: start, y: top + look.row.top, width: length, height: rowHeight))
        }
        contentTops =
            switch edge {
            case .bottom: targets.map { _ in top }
            case .top: targets.map { $0.y - look.row.top }
            case .left, .right: targets.map { $0.center.y - rowHeight / 2 - look.row.top }
            }
        let narrowest = targets.map { edge.isSide ? $0.height : $0.width }.min() ?? .infinity
        stack = TabItemMetrics(
            look, textScale: textScale, titles: titles,
            maximumIcon: min(narrowest - 2 * TabItemMetrics.titleMargin, look.row.minimum))
    }

    /// Returns the layout, in which a row that does not fit shows its middle, with the row scrolled.
    ///
    /// - Parameters:
    ///   - position: a tab, or a place between two.
    ///   - overscroll: the length of the pull on the row beyond its leading (negative) or trailing end.
    package func scrolled(to position: Double, overscroll: Double = 0) -> BarLayout {
        guard let row = scrolledRow else { return self }
        var layout = self
        let length = (row.length - row.width) / 2 - row.offset(at: position) - overscroll
        let (x, y) = look.bar.position.isSide ? (0, length) : (length, 0)
        layout.targets = targets.map { $0.offset(x: x, y: y) }
        layout.contentTops = contentTops.map { $0 + y }
        return layout
    }

    /// Makes titles small enough for their places. In the size of ``stack`` they have the given widths, 0 for none.
    /// False if they would be illegible, or a target is too low for an icon and a title.
    ///
    /// - Parameters:
    ///   - letters: the lengths of titles that may be cut, at most half of them, to a legible rest; nil if none may.
    ///   - trailing: the widths of badges after titles beside icons. They cut only their own titles.
    package mutating func fitTitles(
        _ widths: [Double], cutting letters: [Int]? = nil, before trailing: [Double] = []
    ) -> Bool {
        if look.bar.position.isSide {
            // Otherwise a title would be as near to the icon below it as to its own.
            let needed = stack.contentHeight + (look.row.layout == .equal ? Self.railGap : 0)
            guard zip(widths, targets).allSatisfy({ $0 <= 0 || $1.height >= needed }) else { return false }
        }
        let places = targets.indices.map { title($0).width }
        // The width of a text is not exactly proportional to its size.
        var factor = zip(widths, places).map { $0 <= $1 ? 1 : max($1 - 1, 0) / $0 }.min() ?? 1
        if let letters {
            factor = min(max(minimumTitleSize, Self.cutTitleSize), stack.titleSize) / stack.titleSize
            let parts = zip(widths, places).map { $0 <= 0 ? 1 : $1 / ($0 * factor) }
            guard 2 * parts.count(where: { $0 < 1 }) <= widths.count(where: { $0 > 0 }),
                zip(parts, letters).allSatisfy({ $0 >= 1 || $0 * Double($1) >= Self.minimumLetters })
            else { return false }
        }
        guard factor * stack.titleSize >= minimumTitleSize else { return false }
        if factor < 1 {
            let quarters = (stack.titleSize * factor * 4).rounded(.down)
            stack.titleSize = quarters / 4
        }
        if stack.placement == .beside {
            self.trailing = zip(trailing, places).map { min($0, max($1 - Self.minimumTitleWidth, 0)) }
        }
        titleWidths = places.indices.map { min(widths[$0] * factor, places[$0] - self.trailing($0)) }
        cutTitles = Set(places.indices.filter { titleWidths[$0] < widths[$0] * factor })
        return true
    }

    /// The minimum gap between the parts of two tabs in a rail.
    private static let railGap = 12.0

    /// The minimum size of titles: three quarters, but a legible size stays legible.
    private var minimumTitleSize: Double {
        max(0.75 * stack.titleSize, look.title.size >= Self.legibleSize ? Self.legibleSize : 0)
    }

    private static let legibleSize = 12.0
    /// The size of titles of which some are cut, and the letters and the ellipsis that remain of one.
    private static let cutTitleSize = 10.0
    private static let minimumLetters = 9.0
    /// The width that a badge leaves to the title before it.
    private static let minimumTitleWidth = 12.0
    /// The minimum gap between a title and the screen's edge.
    private static let edgeGap = 8.0
    private static let railTitleGap = 12.0

    /// A tab's icon; it moves up as the tab's selection progresses from 0 (not selected) to 1.
    package func icon(_ index: Int, selectionProgress: Double) -> Rect {
        let middle = stack.iconCenterY + (stack.selectedIconCenterY - stack.iconCenterY) * selectionProgress
        var x = targets[index].center.x
        if let inset = look.row.leadingInset {
            x = targets[index].x + inset + stack.iconSide / 2
        } else if stack.placement == .beside, titleWidths.indices.contains(index), titleWidths[index] > 0 {
            let length = stack.iconSide + stack.titleGap + titleWidths[index]
            // Room after the title is taken from the gap there first.
            let free = (titlePlace(index).width - length) / 2
            x -= (stack.titleGap + titleWidths[index]) / 2 + max(trailing(index) - free, 0)
        }
        return Rect(center: Point(x: x, y: contentTops[index] + middle), width: stack.iconSide, height: stack.iconSide)
    }

    /// The icon of a tab that is not selected, or the title in its place.
    package func mark(_ index: Int) -> Rect {
        let icon = icon(index, selectionProgress: 0)
        guard stack.placement == .alone, titleWidths.indices.contains(index) else { return icon }
        return Rect(center: icon.center, width: titleWidths[index], height: stack.titleSize)
    }

    /// A tab's target, with half of the gaps beside one of a fixed size.
    package func place(_ index: Int) -> Rect {
        let target = targets[index]
        guard look.row.layout == .fixed, !look.bar.position.isSide else { return target }
        let left = index > 0 ? (targets[index - 1].maxX + target.x) / 2 : bar.x
        let right = index + 1 < targets.count ? (target.maxX + targets[index + 1].x) / 2 : bar.maxX
        return Rect(x: left, y: target.y, width: right - left, height: target.height)
    }

    /// The line box of a tab's title, as wide as possible; between targets of a fixed size it extends into the gaps.
    package func title(_ index: Int) -> Rect {
        let place = titlePlace(index)
        guard stack.placement == .beside else { return place }
        let taken = stack.iconSide + stack.titleGap
        let x = icon(index, selectionProgress: 0).x + taken
        let width = look.row.leadingInset == nil ? place.width - taken : targets[index].maxX - Self.railTitleGap - x
        return Rect(x: x, y: place.y, width: max(width - trailing(index), 1), height: place.height)
    }

    /// The line box of a tab's title, and of all beside it.
    private func titlePlace(_ index: Int) -> Rect {
        let target = targets[index]
        let center = target.center.x
        let place = place(index)
        var width = max(target.width, 2 * min(center - place.x, place.maxX - center))
        width -= 2 * TabItemMetrics.titleMargin
        if scrolledRow == nil, !look.bar.position.isSide {
            width = min(width, 2 * (min(center, edgeLength - center) - Self.edgeGap))
        }
        width = max(width, 1)
        return Rect(
            x: center - width / 2, y: contentTops[index] + stack.titleTop, width: width, height: stack.titleHeight)
    }

    /// The end of a title beside its icon, in the middle of the line; nil without one.
    package func titleEnd(_ index: Int) -> Point? {
        guard stack.placement == .beside, titleWidths.indices.contains(index), titleWidths[index] > 0 else {
            return nil
        }
        return Point(x: title(index).x + titleWidths[index], y: title(index).center.y)
    }

    private func trailing(_ index: Int) -> Double { trailing.indices.contains(index) ? trailing[index] : 0 }

    /// The indicator of the selected tab: a whole position is a tab, and one beyond the ends is extrapolated.
    package func indicator(at position: Double) -> Rect {
        guard let last = targets.indices.last else { return .zero }
        let index = Int(min(max(position.rounded(.down), 0), Double(max(last - 1, 0))))
        let next = min(index + 1, last)
        let (first, second) = (targets[index], targets[next])
        let fraction = position - Double(index)
        // In a wide rail it is below the icon, not in the middle of a tab.
        let start = look.row.leadingInset == nil ? first.center.x : icon(index, selectionProgress: 1).center.x
        let center = start + (second.center.x - first.center.x) * fraction
        let top = contentTops[index] + (contentTops[next] - contentTops[index]) * fraction
        let side = first.width + (second.width - first.width) * fraction.clamped
        let width = min(look.indicator.width, side)
        return Rect(
            x: center - width / 2, y: top + stack.indicatorTop, width: width, height: look.indicator.height)
    }

    package func button(_ index: Int) -> Rect {
        let (target, depth) = (targets[index].center, look.button.centerY)
        let side = look.button.diameter
        let center =
            switch look.bar.position {
            case .bottom: Point(x: target.x, y: bar.y + depth)
            case .top: Point(x: target.x, y: bar.maxY - depth)
            case .left, .right:
                Point(x: look.row.leadingInset.map { bar.x + $0 + side / 2 } ?? bar.center.x, y: target.y)
            }
        return Rect(center: center, width: side, height: side)
    }

    /// The container between expanded (0) and minimized (1).
    package func container(minimizeProgress: Double) -> Rect {
        guard minimizeProgress > 0 else { return bar }
        return minimizeProgress < 1 ? bar.interpolated(to: minimizedBar, minimizeProgress) : minimizedBar
    }

    /// The disc with the search tab, which leaves the row at the tab's place, and appears once the bar is narrower than that.
    package func searchDisc(minimizeProgress: Double) -> (rect: Rect, opacity: Double)? {
        guard minimizeProgress > 0, let disc = minimizedSearch, let search, targets.indices.contains(search) else {
            return nil
        }
        let start = Rect(center: targets[search].center, width: look.bar.height, height: look.bar.height)
        return (start.interpolated(to: disc, minimizeProgress), (2 * minimizeProgress - 0.25).clamped)
    }

    /// The container's corner radius between expanded (0) and minimized (1), at most half circles.
    package func radius(minimizeProgress: Double) -> Double {
        let expanded = min(look.bar.cornerRadius, bar.width / 2, bar.height / 2)
        let minimized = min(
            look.minimized.width > 0 ? .infinity : expanded, minimizedBar.width / 2, minimizedBar.height / 2)
        return expanded + (minimized - expanded) * minimizeProgress.clamped
    }

    /// The fraction of a target within the container: less than 1 at the ends of a scrolled row.
    package func visibility(_ index: Int) -> Double {
        let (target, visible) = (targets[index], visibleTarget(index))
        guard scrolledRow != nil, !target.isEmpty else { return 1 }
        return look.bar.position.isSide ? visible.height / target.height : visible.width / target.width
    }

    /// The part of a target within the container.
    package func visibleTarget(_ index: Int) -> Rect {
        guard scrolledRow != nil else { return targets[index] }
        let target = targets[index]
        if look.bar.position.isSide {
            let y = min(max(target.y, bar.y), bar.maxY)
            return Rect(x: target.x, y: y, width: target.width, height: max(min(target.maxY, bar.maxY) - y, 0))
        }
        let x = min(max(target.x, bar.x), bar.maxX)
        return Rect(x: x, y: target.y, width: max(min(target.maxX, bar.maxX) - x, 0), height: target.height)
    }

    /// The part of the container in which a press hits a target: with `row.fills_gaps` its cell, half a gap longer at either end,
    /// and as deep as the bar without its padding at the screen's edge.
    package func touchTarget(_ index: Int) -> Rect {
        var cell = visibleTarget(index)
        guard look.row.fillsGaps else { return cell }
        if look.bar.position.isSide {
            (cell.y, cell.height) = (cell.y - gap / 2, cell.height + gap)
        } else {
            let depth = min(2 * look.row.top + cell.height, look.bar.height)
            (cell.x, cell.width) = (cell.x - gap / 2, cell.width + gap)
            (cell.y, cell.height) = (look.bar.position == .top ? bar.maxY - depth : bar.y, depth)
        }
        return cell.intersection(bar) ?? cell
    }

    /// A rectangle enlarged around its centre to the minimum size of a touch target.
    package static func touchable(_ rect: Rect, minimum: Double) -> Rect {
        Rect(center: rect.center, width: max(rect.width, minimum), height: max(rect.height, minimum))
    }

    /// The pill at the leading edge, and the disc at the trailing one if there is space for both.
    private static func minimizedBar(
        _ style: MinimizedStyle, in bar: Rect, bottom: Double, hasSearch: Bool
    ) -> (Rect, Rect?) {
        let width = style.width > 0 ? min(style.width, bar.width) : bar.width
        let height = min(style.height, bar.height)
        let pill = Rect(x: bar.x, y: bottom - height, width: width, height: height)
        let disc = Rect(x: bar.maxX - height, y: pill.y, width: height, height: height)
        return (pill, hasSearch && disc.x >= pill.maxX + searchGap ? disc : nil)
    }

    /// The minimum gap between the minimized bar and the disc beside it.
    private static let searchGap = 8.0

    /// The extents of the container and of the row in it along the edge. A row has its maximum width in the middle, and
    /// so has a container that does not extend along the whole edge; within the safe area.
    ///
    /// - Parameter share: the maximum length of a tab; nil for any.
    private static func spans(
        _ look: Look, tabCount: Int, prominent: Int, length width: Double, share: Double?
    ) -> (container: (start: Double, width: Double), row: (start: Double, width: Double)) {
        let safe = look.endInsets
        let margin = min(max(look.bar.sideMargin, 0), width / 2)
        let start = min(margin + safe.start, width / 2)
        let available = max(width - start - min(margin + safe.end, width / 2), 0)
        let style = look.row
        let tabs =
            Double(tabCount - prominent) * max(2 * style.minimum, style.comfortableShare)
            + Double(prominent) * style.buttonSlot
        var maximum = style.maximumWidth > 0 ? max(style.maximumWidth, tabs) : .infinity
        if let share {
            let button = style.buttonSlot > 0 ? style.buttonSlot : share
            maximum = min(
                maximum, 2 * style.margin + Double(tabCount - prominent) * share + Double(prominent) * button)
        }
        let limited = min(available, maximum)
        let row = (start: start + ((available - limited) / 2).rounded(.down), width: limited)
        let isFullWidth = margin <= 0 && !(look.bar.isFloating && limited < available)
        return (isFullWidth ? (0, width) : row, row)
    }
}

extension Rect {
    fileprivate func interpolated(to other: Rect, _ fraction: Double) -> Rect {
        Rect(
            x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction,
            width: width + (other.width - width) * fraction,
            height: height + (other.height - height) * fraction)
    }
}
