// SPDX-License-Identifier: MIT

package import Geometry
package import PageKit

/// Where a page's header and cards may be: one column in a narrow or low window, else two, never wider than reads
/// well. All three pages have the same one, so that nothing jumps from tab to tab. Lengths are logical px on a grid of 8.
package struct PageGrid: Equatable, Sendable {
    /// How much larger than usual text is, within what a card can hold.
    package let textScale: Double
    /// What the screen's shape and the bar leave free.
    package let free: Rect
    package let hasTwoColumns: Bool
    package let margin: Double
    /// Between cards.
    package let gap: Double
    /// Between a card's edge and what is in it.
    package let inset: Double
    /// As wide as the content; in content's coordinates, where 0 is the page's upper edge while nothing is scrolled.
    package let header: Rect
    /// Where cards begin, and how much of the window is left for them.
    package let body: Rect

    package init(_ context: PageContext) {
        textScale = min(max(context.textScale, 0.8), 2)
        free = context.safeArea
        // What stands still beside a list must be seen whole: a telephone on its side has one column.
        hasTwoColumns = free.width >= 800 * max(textScale, 1) && free.height >= 600 * max(textScale, 1)
        let isTight = free.width < 400
        margin = isTight ? 16 : hasTwoColumns ? 40 : 20
        gap = isTight ? 12 : hasTwoColumns ? 24 : 16
        inset = isTight ? 16 : hasTwoColumns ? 24 : 20
        let width = max(min(free.width - 2 * margin, hasTwoColumns ? 1080 : 640), 0)
        let left = (free.x + (free.width - width) / 2).rounded()
        // On a tall screen the content stands a little above the middle.
        let spare = hasTwoColumns ? max(free.height - 760, 0) * 0.4 : 0
        let top = (free.y + (hasTwoColumns ? 32 : 20) + spare).rounded()
        let height = (44 * textScale + (hasTwoColumns ? 28 : 16)).rounded()
        header = Rect(x: left, y: top, width: width, height: height)
        body = Rect(
            x: left, y: top + height, width: width,
            height: max(free.maxY - margin - spare - top - height, 0))
    }

    /// A size for the user's text scale.
    package func size(_ size: Double) -> Double { size * textScale }

    /// The two columns, the first being `share` of the whole.
    package func columns(share: Double) -> (Rect, Rect) {
        let first = ((body.width - gap) * share).rounded()
        return (
            Rect(x: body.x, y: body.y, width: first, height: body.height),
            Rect(x: body.x + first + gap, y: body.y, width: body.width - first - gap, height: body.height)
        )
    }
}

extension Rect {
    /// A horizontal slice, by its distance from the top.
    func slice(top: Double, height: Double) -> Rect {
        Rect(x: x, y: y + top, width: width, height: height)
    }

    /// Narrower at either side, lower at both ends.
    func inset(x dx: Double, y dy: Double = 0) -> Rect {
        Rect(x: x + dx, y: y + dy, width: max(width - 2 * dx, 0), height: max(height - 2 * dy, 0))
    }
}
