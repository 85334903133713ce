// SPDX-License-Identifier: MIT

package import Geometry
package import PageKit

/// The layout of a level of the demonstration page, in logical pixels, with the list scrolled to its top.
package struct ListLayout: Equatable, Sendable {
    /// The part of a level above its list.
    package enum Head: Sendable {
        case nothing
        /// Rows that lead to another tab or perform an action.
        case actions
        case searchField
    }

    /// The number of rows in the head of actions.
    package static let actionCount = 2

    /// The text size as a factor, limited to what fits a row.
    package let textScale: Double
    /// The column of the content.
    package let column: Rect
    /// The bar that stays at the top while the list scrolls.
    package let bar: Rect
    /// The part of the bar with its buttons and its title.
    package let barLine: Rect
    package let header: Rect
    /// The baseline of the title in the header.
    package let titleBaseline: Double
    /// True if the note is under the title and not beside it.
    package let isStacked: Bool
    package let isTight: Bool
    /// The card of actions or the search field; nil for none.
    package let head: Rect?
    package let list: Rect
    package let rowHeight: Double
    /// The height of the scrolled content.
    package let contentHeight: Double
    package let rowCount: Int

    package init(_ context: PageContext, depth: Int, head kind: Head, rowCount: Int) {
        let free = context.safeArea
        let isWide = free.width >= 700
        isTight = free.width < 400 || free.height < 620
        textScale = min(max(context.textScale, 0.8), 3)
        let margin = isTight ? 16.0 : isWide ? 36 : 20
        let width = min(max(free.width - 2 * margin, 0), 720)
        column = Rect(
            x: (free.x + (free.width - width) / 2).rounded(), y: free.y, width: width, height: free.height)
        let barHeight = (44 * min(textScale, 1.6)).rounded()
        barLine = Rect(x: column.x, y: free.y, width: width, height: barHeight)
        bar = Rect(x: 0, y: 0, width: context.size.width, height: barLine.maxY)

        isStacked = depth > 0 || width < 360 * textScale
        let top = context.isSheet ? 4 : margin
        let titleSize = Self.titleSize(isTight: isTight) * textScale
        let start = depth > 0 ? barLine.maxY : free.y + top
        titleBaseline = (start + titleSize * (depth > 0 ? 0.96 : 1.06)).rounded()
        let below = isStacked ? 15 * textScale * 1.5 : 0
        let headerBottom = titleBaseline + below + (isTight ? 16 : 28)
        header = Rect(x: column.x, y: start, width: width, height: (headerBottom - start).rounded())

        let gap = isTight ? 12.0 : isWide ? 20 : 16
        rowHeight = max((22 + 42 * textScale).rounded(), 56)
        var y = header.maxY
        switch kind {
        case .nothing: head = nil
        case .actions:
            head = Rect(x: column.x, y: y, width: width, height: rowHeight * Double(Self.actionCount))
        case .searchField:
            head = Rect(x: column.x, y: y, width: width, height: (44 * min(textScale, 1.6)).rounded())
        }
        if let head { y = head.maxY + gap }
        self.rowCount = max(rowCount, 0)
        list = Rect(x: column.x, y: y, width: width, height: rowHeight * Double(self.rowCount))
        contentHeight = list.maxY + margin + context.insets.bottom
    }

    package static func titleSize(isTight: Bool) -> Double { isTight ? 24 : 32 }

    /// Returns the frame of an action.
    package func action(_ index: Int) -> Rect? {
        head.map { Rect(x: $0.x, y: $0.y + Double(index) * rowHeight, width: $0.width, height: rowHeight) }
    }

    package func row(_ index: Int) -> Rect {
        Rect(x: list.x, y: list.y + Double(index) * rowHeight, width: list.width, height: rowHeight)
    }

    /// Returns the visible rows at a scroll offset.
    package func rows(scrolledBy offset: Double, height: Double) -> Range<Int> {
        guard rowCount > 0, height > 0 else { return 0..<0 }
        let first = Int(min(max((offset - list.y) / rowHeight, 0), Double(rowCount)))
        let last = Int(min(max((offset + height - list.y) / rowHeight + 1, 0), Double(rowCount)))
        return first..<max(first, last)
    }

    /// Returns the row at a point of the content.
    package func row(at point: Point) -> Int? {
        guard list.contains(point) else { return nil }
        return min(Int((point.y - list.y) / rowHeight), rowCount - 1)
    }
}
