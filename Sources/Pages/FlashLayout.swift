// SPDX-License-Identifier: MIT

package import Geometry
package import PageKit

/// Where everything on the Flash page is.
package struct FlashLayout: Equatable, Sendable {
    package let frame: PageFrame
    package let guideCard: Rect
    package let guideCenter: Point
    /// The ring round the guide.
    package let guideRadius: Double
    /// The word under the ring; nil where there is no room for it.
    package let hintBaseline: Double?
    package let button: Rect
    /// One for each action, in order.
    package let actions: [Rect]

    package init(size: Size, insets: PageInsets = .zero) {
        frame = PageFrame(size: size, insets: insets)
        let gap = frame.gap
        let body = frame.body
        let grid: Rect
        if frame.hasTwoColumns {
            let (left, right) = frame.columns(share: 0.58)
            guideCard = left
            grid = right
        } else {
            let gridHeight = min((body.height * 0.4).rounded(), 232)
            guideCard = body.slice(top: 0, height: body.height - gridHeight - gap)
            grid = body.slice(top: body.height - gridHeight, height: gridHeight)
        }
        let columns = frame.hasTwoColumns ? 1 : 2
        let rows = FlashPage.actionCount / columns
        let width = (grid.width - gap * Double(columns - 1)) / Double(columns)
        let height = (grid.height - gap * Double(rows - 1)) / Double(rows)
        actions = (0..<FlashPage.actionCount).map { index in
            Rect(
                x: grid.x + Double(index % columns) * (width + gap),
                y: grid.y + Double(index / columns) * (height + gap),
                width: width, height: height)
        }
        let isTight = guideCard.height < 320
        let isSmall = guideCard.height < 400
        let inset = isTight ? 14.0 : isSmall ? 20 : 24
        let buttonHeight = isTight ? 36.0 : isSmall ? 40 : 46
        button = Rect(
            center: Point(x: guideCard.center.x, y: guideCard.maxY - inset - buttonHeight / 2),
            width: min(isTight ? 120 : 160, guideCard.width - 2 * inset), height: buttonHeight)
        let top = guideCard.y + inset + 24 + (isSmall ? 4 : 12)
        let bottom = button.y - (isTight ? 8 : isSmall ? 42 : 52)
        guideRadius = max(min((bottom - top) / 2 - 4, guideCard.width / 2 - inset, 150), 30)
        guideCenter = Point(x: guideCard.center.x, y: (top + bottom) / 2)
        hintBaseline = isTight ? nil : button.y - (isSmall ? 18 : 24)
    }
}
