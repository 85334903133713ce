public import Geometry

/// A recognizer of taps, drags, flings, the scroll wheel and movements along a chart. It scrolls its ``scroller``.
public struct ScrollGestureRecognizer<Target: Equatable>: Equatable {
    /// The consequence of an event.
    public enum Outcome: Equatable {
        /// The event changed nothing.
        case none
        /// The page has scrolled, or ``ScrollGestureRecognizer/pressed`` has changed: draw it.
        case changed
        /// A target was pressed and released.
        case tapped(Target)
        /// The pointer or a finger is at a point of a chart; nil when it has left the chart.
        case scrubbed(Point?)
    }

    private enum Intent {
        case undecided, drag, scrub
    }

    private struct Touch: Equatable {
        var start: Point
        var last: Point
        var intent = Intent.undecided
        var canScrub: Bool
    }

    /// The distance after which a press becomes a drag, in logical pixels.
    private static var dragThreshold: Double { 8 }

    /// The position of the page's content.
    public var scroller = Scroller()
    /// The pressed target; nil without one, and once the finger drags the content.
    public private(set) var pressed: Target?
    private var touch: Touch?

    /// A recognizer of content at its top.
    public init() {}

    /// True while a finger drags the content.
    public var isDragging: Bool { touch?.intent == .drag }

    /// Handles an event. With reduced motion there is neither rubber band nor animation.
    ///
    /// - Parameters:
    ///   - target: returns the target at a point of the page.
    ///   - canScrub: returns true for a point of a chart, where a horizontal movement reads values.
    public mutating func handle(
        _ event: PagePointerEvent, context: PageContext, now: UInt64, target: (Point) -> Target? = { _ in nil },
        canScrub: (Point) -> Bool = { _ in false }
    ) -> Outcome {
        scroller.isElastic = !context.reducedMotion
        switch event {
        case .press(let point):
            let wasMoving = scroller.isMoving(at: now)
            scroller.touchDown(now: now)
            // A finger that stops the page does not press the target there.
            pressed = wasMoving ? nil : target(point)
            let canScrub = pressed == nil && !wasMoving && canScrub(point)
            touch = Touch(start: point, last: point, canScrub: canScrub)
            return canScrub ? .scrubbed(point) : wasMoving || pressed != nil ? .changed : .scrubbed(nil)
        case .move(let point):
            return move(to: point, now: now, canScrub: canScrub)
        case .release(let point):
            guard let touch else { return .none }
            let candidate = pressed
            (self.touch, pressed) = (nil, nil)
            scroller.touchUp(now: now)
            if touch.intent == .drag || scroller.isMoving(at: now) { return .changed }
            guard let candidate else { return .none }
            return candidate == target(point) ? .tapped(candidate) : .changed
        case .cancel:
            guard touch != nil else { return .none }
            cancel(now: now)
            return .changed
        case .leave:
            return touch == nil ? .scrubbed(nil) : .none
        case .scroll(let dy, let source, let isFinal):
            let before = scroller
            switch source {
            case .wheel: scroller.scroll(by: dy, now: now, animated: !context.reducedMotion)
            case .finger:
                if dy != 0 { scroller.drag(by: dy, now: now) }
                if isFinal { scroller.touchUp(now: now) }
            }
            return scroller == before ? .none : .changed
        }
    }

    /// Discards the current touch and stops the content.
    public mutating func cancel(now: UInt64) {
        (touch, pressed) = (nil, nil)
        scroller.stop(now: now)
    }

    private mutating func move(to point: Point, now: UInt64, canScrub: (Point) -> Bool) -> Outcome {
        guard var touch else { return .scrubbed(canScrub(point) ? point : nil) }
        defer { self.touch = touch }
        if touch.intent == .undecided {
            let (dx, dy) = (abs(point.x - touch.start.x), abs(point.y - touch.start.y))
            guard max(dx, dy) > Self.dragThreshold else { return .none }
            touch.intent = touch.canScrub && dx >= dy ? .scrub : .drag
            pressed = nil
        }
        defer { touch.last = point }
        if touch.intent == .scrub { return .scrubbed(point) }
        scroller.drag(by: touch.last.y - point.y, now: now)
        return touch.canScrub ? .scrubbed(nil) : .changed
    }
}

extension ScrollGestureRecognizer: Sendable where Target: Sendable {}
extension ScrollGestureRecognizer.Outcome: Sendable where Target: Sendable {}
