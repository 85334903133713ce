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
        case .home: distance = -offset(at: now)
        case .end: distance = maximum - offset(at: now)
        case .next, .previous, .activate, .escape: return
        }
        wheel(by: distance, now: now, animated: !context.reducedMotion)
    }

    /// Scrolls as far as is needed for an area of the content to be seen.
    mutating func reveal(_ area: Rect, _ context: PageContext, now: UInt64) {
        let seen = context.safeArea.inset(by: 12)
        let offset = offset(at: now)
        var distance = 0.0
        if area.maxY - offset > seen.maxY { distance = area.maxY - offset - seen.maxY }
        if area.y - offset - distance < seen.y { distance = area.y - offset - seen.y }
        guard distance != 0 else { return }
        // From where it is: one that is on its way there already does not go twice as far.
        stop(now: now)
        wheel(by: distance, now: now, animated: !context.reducedMotion)
    }
}
