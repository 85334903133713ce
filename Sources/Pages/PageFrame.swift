// SPDX-License-Identifier: MIT

package import Geometry
package import PageKit

/// Where a page's header and cards may be: one column in a narrow window, two in a wide one, never wider than reads
/// well, and the whole in the middle.
package struct PageFrame: Equatable, Sendable {
    /// Between cards.
    package let gap: Double
    package let header: Rect
    /// Under the header, for the cards.
    package let body: Rect
    package let hasTwoColumns: Bool

    /// The frame of what a window leaves free. All pages have the same one, so that nothing jumps from tab to tab.
    package init(size: Size, insets: PageInsets = .zero) {
        let free = insets.safeArea(of: size)
        hasTwoColumns = free.width >= 700
        let isTight = free.width < 400 || free.height < 620
        let margin = isTight ? 16.0 : hasTwoColumns ? 36 : 20
        gap = isTight ? 12 : hasTwoColumns ? 20 : 16
        let width = min(free.width - 2 * margin, hasTwoColumns ? 980 : 560)
        let headerHeight = isTight ? 46.0 : hasTwoColumns ? 76 : 68
        let available = free.height - 2 * margin - headerHeight
        let height = min(available, hasTwoColumns ? 590 : 860)
        let left = (free.x + (free.width - width) / 2).rounded()
        // A little above the middle looks like the middle.
        let top = (free.y + margin + (available - height) * 0.42).rounded()
        header = Rect(x: left, y: top, width: width, height: headerHeight)
        body = Rect(x: left, y: top + headerHeight, width: width, height: height)
    }

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
}
