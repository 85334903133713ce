// SPDX-License-Identifier: MIT

public import Geometry

extension Scroller {
    /// An arrow key's step, logical px.
    private static let step = 64.0
    /// How much of what is seen a page's key scrolls; the rest stays to be found again.
    private static let page = 0.8

    /// Scrolls as a key says: by a step, a page, or to an end. Other keys scroll nothing.
    ///
    /// - Parameter context: the page's, of which so much is seen as it does not have to keep free.
    public mutating func scroll(by key: PageKey, _ context: PageContext, now: UInt64) {
        let page = context.safeArea.height * Self.page
        let distance: Double
        switch key {
        case .up: distance = -Self.step
        case .down: distance = Self.step
        case .pageUp: distance = -page
        case .pageDown: distance = page
        case .home: distance = -maximum
        case .end: distance = maximum
        case .left, .right, .next, .previous, .activate, .escape: return
        }
        wheel(by: distance, now: now, animated: !context.reducedMotion)
    }

    /// Scrolls as far as is needed for an area of the content to be seen.
    ///
    /// - Parameters:
    ///   - area: in the content's coordinates, logical px.
    ///   - context: the page's.
    ///   - top: what is above it is covered, logical px.
    public mutating func reveal(_ area: Rect, _ context: PageContext, below top: Double = 0, now: UInt64) {
        let free = context.safeArea.inset(by: 12)
        let seen = Rect(x: free.x, y: max(free.y, top), width: free.width, height: max(free.maxY - max(free.y, top), 0))
        let offset = position(at: now)
        var distance = 0.0
        if area.maxY - offset > seen.maxY { distance = area.maxY - offset - seen.maxY }
        if area.y - offset - distance < seen.y { distance = area.y - offset - seen.y }
        guard distance != 0 else { return }
        // From where it is: one that is on its way there already does not go twice as far.
        hold(now: now)
        wheel(by: distance, now: now, animated: !context.reducedMotion)
    }
}
