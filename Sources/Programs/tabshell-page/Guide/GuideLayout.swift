// SPDX-License-Identifier: MIT

import Geometry
import PageKit

/// The places of the page of an empty tab, logical pixels.
struct GuideLayout {
    /// The width of the column at most.
    private static let maximumWidth = 560.0

    let textScale: Double
    /// The column of the content, from the top of the safe area to its end.
    let column: Rect
    /// The height of buttons.
    let buttonHeight: Double
    /// The button that leads back from a level.
    let back: Rect
    /// The upper edge of what a level shows below its title.
    let top: Double
    /// The field for an address.
    let field: Rect

    init(_ context: PageContext) {
        let free = context.safeArea
        textScale = context.limitedTextScale
        let margin = free.width < 400 ? 18.0 : 22
        let width = min(max(free.width - 2 * margin, 0), Self.maximumWidth * max(textScale, 1))
        column = context.column(width: width)
        buttonHeight = max(44, (44 * textScale).rounded())
        let start = free.y + (context.isSheet ? 14 : 16)
        back = Rect(x: column.x - 12, y: start, width: 44, height: 44)
        top = start + max(44, 34 * textScale) + 16
        field = Rect(x: column.x, y: top, width: column.width, height: max(50, (50 * textScale).rounded()))
    }
}
