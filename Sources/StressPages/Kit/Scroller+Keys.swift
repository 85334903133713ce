// SPDX-License-Identifier: MIT

internal import Geometry
internal import PageKit

extension Scroller {
    /// Scrolls as a key says.
    mutating func scroll(by key: PageKey, _ context: PageContext, now: UInt64) {
        let page = context.safeArea.height * 0.8
        let distance: Double
        switch key {
        case .up: distance = -64
        case .down: distance = 64
        case .left: distance = -page
        case .right: distance = page
        case .home: distance = -position(at: now)
        case .end: distance = maximum - position(at: now)
        case .next, .previous, .activate, .escape: return
        }
        wheel(by: distance, now: now, animated: !context.reducedMotion)
    }

    /// Scrolls as far as is needed for an area of the content to be seen.
    ///
    /// - Parameter top: what is above it is covered, logical px.
    mutating func reveal(_ area: Rect, _ context: PageContext, below top: Double = 0, now: UInt64) {
        let free = context.safeArea.inset(by: 12)
        let seen = Rect(x: free.x, y: max(free.y, top), width: free.width, height: max(free.maxY - max(free.y, top), 0))
        let offset = position(at: now)
        var distance = 0.0
        if area.maxY - offset > seen.maxY { distance = area.maxY - offset - seen.maxY }
        if area.y - offset - distance < seen.y { distance = area.y - offset - seen.y }
        if distance != 0 { wheel(by: distance, now: now, animated: !context.reducedMotion) }
    }
}
