// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
public import PageKit

/// Trends and history together: the week as bars, and all readings as a list.
public final class GrowthPage: Page {
    let data: StressData
    let list: HistoryList
    let painter = PagePainter()
    private(set) var scroller = Scroller()
    private var dragY: Double?

    /// The trends and the history of some measurements.
    public init(data: StressData) {
        self.data = data
        list = HistoryList(data)
    }

    /// How far the list is scrolled at a time, in logical pixels.
    package func offset(at now: UInt64) -> Double { scroller.offset(at: now) }

    /// Draws the whole page.
    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let layout = layout(context, now: now)
        painter.header("Growth", "Trends and history", in: layout.frame.header, on: canvas, context: context)
        drawWeek(layout, on: canvas, context: context)
        drawList(layout, on: canvas, context: context, now: now)
    }

    /// Every frame while the list moves.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        scroller.isMoving(at: now) ? .immediately : .never
    }

    /// The list.
    public func animatedArea(in context: PageContext) -> Rect? {
        PagePainter.opaquePart(of: GrowthLayout(size: context.size, insets: context.insets).listCard)
    }

    /// How far the list is scrolled.
    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { scroller.offset(at: now) }

    /// Follows fingers and wheel over the list.
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let before = scroller
        let layout = layout(context, now: now)
        switch event {
        case .press(let point):
            guard layout.viewport.contains(point) else { return .none }
            scroller.stop(now: now)
            dragY = point.y
        case .move(let point):
            guard let from = dragY else { return .none }
            scroller.drag(by: from - point.y, now: now)
            dragY = point.y
        case .release:
            guard dragY != nil else { return .none }
            dragY = nil
            scroller.release(now: now)
        case .cancel:
            dragY = nil
            scroller.stop(now: now)
        case .scroll(let dy, .wheel, _):
            scroller.wheel(by: dy, now: now, animated: !context.reducedMotion)
        case .scroll(let dy, .finger, let isFinal):
            if dy != 0 { scroller.drag(by: dy, now: now) }
            if isFinal { scroller.release(now: now) }
        }
        return scroller == before ? .none : .redraw
    }

    /// Stops the list where it is.
    public func disappeared(now: UInt64) {
        dragY = nil
        scroller.stop(now: now)
    }

    /// Goes back to the top of the list.
    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard scroller.offset(at: now) > 0 else { return .none }
        scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    private func layout(_ context: PageContext, now: UInt64) -> GrowthLayout {
        let layout = GrowthLayout(size: context.size, insets: context.insets)
        scroller.resize(content: list.height, window: layout.viewport.height, now: now)
        return layout
    }
}
