// SPDX-License-Identifier: MIT

internal import Geometry
internal import PageKit

/// What a pointer or a finger is doing on a page that scrolls and has things to press and a chart to point at.
struct ScrollGestureRecognizer<Target: Equatable> {
    /// What comes of an event.
    enum Outcome: Equatable {
        case nothing
        case changed
        case activate(Target)
        /// The chart's value at a point is wanted; nil for none any more.
        case point(Point?)
    }

    private enum Intent {
        case undecided
        case drag
        case read
    }

    private struct Touch {
        var start: Point
        var last: Point
        var intent = Intent.undecided
        var isOnChart: Bool
    }

    /// How far a finger goes before it drags the page instead of pressing something, logical px.
    private static var slack: Double { 8 }

    var scroller = Scroller()
    private(set) var pressed: Target?
    private var touch: Touch?

    /// Takes up an event; points are those of the page.
    mutating func handle(
        _ event: PagePointerEvent, context: PageContext, now: UInt64, target: (Point) -> Target?,
        isOnChart: (Point) -> Bool = { _ in false }
    ) -> Outcome {
        scroller.isElastic = !context.reducedMotion
        switch event {
        case .press(let point):
            let isRolling = scroller.isMoving(at: now)
            scroller.hold(now: now)
            // A finger that stops the page does not mean what happens to be there.
            pressed = isRolling ? nil : target(point)
            let isOnChart = pressed == nil && !isRolling && isOnChart(point)
            touch = Touch(start: point, last: point, isOnChart: isOnChart)
            return isOnChart ? .point(point) : isRolling || pressed != nil ? .changed : .point(nil)
        case .move(let point):
            return move(to: point, now: now, isOnChart: isOnChart)
        case .release(let point):
            guard let touch else { return .nothing }
            let meant = pressed
            (self.touch, pressed) = (nil, nil)
            scroller.release(now: now)
            if touch.intent == .drag || scroller.isMoving(at: now) { return .changed }
            guard let meant else { return .nothing }
            return meant == target(point) ? .activate(meant) : .changed
        case .cancel:
            guard touch != nil else { return .nothing }
            letGo(now: now)
            return .changed
        case .leave:
            return touch == nil ? .point(nil) : .nothing
        case .scroll(let dy, let source, let isFinal):
            let before = scroller
            switch source {
            case .wheel: scroller.wheel(by: dy, now: now, animated: !context.reducedMotion)
            case .finger:
                if dy != 0 { scroller.drag(by: dy, now: now) }
                if isFinal { scroller.release(now: now) }
            }
            return scroller == before ? .nothing : .changed
        }
    }

    /// Puts down what is held and stops what rolls.
    mutating func letGo(now: UInt64) {
        (touch, pressed) = (nil, nil)
        scroller.stop(now: now)
    }

    private mutating func move(to point: Point, now: UInt64, isOnChart: (Point) -> Bool) -> Outcome {
        guard var touch else { return .point(isOnChart(point) ? point : nil) }
        defer { self.touch = touch }
        if touch.intent == .undecided {
            let (dx, dy) = (abs(point.x - touch.start.x), abs(point.y - touch.start.y))
            guard max(dx, dy) > Self.slack else { return .nothing }
            touch.intent = touch.isOnChart && dx >= dy ? .read : .drag
            pressed = nil
        }
        defer { touch.last = point }
        if touch.intent == .read { return .point(point) }
        scroller.drag(by: touch.last.y - point.y, now: now)
        return touch.isOnChart ? .point(nil) : .changed
    }
}
