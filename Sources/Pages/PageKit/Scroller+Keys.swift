public import Geometry
public import Motion

/// The offset of scrolled content as a function of time.
public typealias Scroller = Motion.Scroller

extension Scroller {
    /// The distance of an arrow key, logical px.
    private static let lineDistance = 64.0
    /// The fraction of the visible height that Page Up and Page Down scroll; the rest stays visible.
    private static let pageFraction = 0.8

    /// Scrolls with a key: by a step, by a page, or to an end. Other keys do nothing.
    public mutating func scroll(by key: PageKey, _ context: PageContext, now: UInt64) {
        let page = context.safeArea.height * Self.pageFraction
        let distance: Double
        switch key {
        case .up: distance = -Self.lineDistance
        case .down: distance = Self.lineDistance
        case .pageUp: distance = -page
        case .pageDown: distance = page
        case .home: distance = -maximum
        case .end: distance = maximum
        case .left, .right, .tab, .backtab, .activate, .escape, .menu: return
        }
        scroll(by: distance, now: now, animated: !context.reducedMotion)
    }

    /// Scrolls until an area of the content is visible below a covering bar's lower edge.
    public mutating func reveal(_ area: Rect, _ context: PageContext, below top: Double = 0, now: UInt64) {
        let free = context.safeArea.inset(by: 12)
        let visible = Rect(
            x: free.x, y: max(free.y, top), width: free.width, height: max(free.maxY - max(free.y, top), 0))
        let offset = position(at: now)
        var distance = 0.0
        if area.maxY - offset > visible.maxY { distance = area.maxY - offset - visible.maxY }
        if area.y - offset - distance < visible.y { distance = area.y - offset - visible.y }
        guard distance != 0 else { return }
        // From the current offset: this replaces a current scroll to the same area.
        touchDown(now: now)
        scroll(by: distance, now: now, animated: !context.reducedMotion)
    }
}
