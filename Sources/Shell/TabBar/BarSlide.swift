import Geometry
import Motion
import ShellModel

/// The position of a bar between its place (0) and beyond its edge of the screen (1), as a function of time: it is
/// animated, or follows a finger. Times are CLOCK_MONOTONIC in ns, lengths are logical pixels.
public struct BarSlide: Equatable, Sendable {
    /// The minimum speed at which a finger's direction decides, px/s; below it, the position.
    private static let flickSpeed = 300.0

    private var position = AnimatedValue(0)
    /// The velocity of the bar's visible length.
    private var tracker = VelocityTracker()
    /// The visible length under the finger minus the finger's distance from the edge; nil while none drags the bar.
    private var grip: Double?

    /// A bar at its place.
    public init() {}

    /// Something else than a bar that comes in from beyond the edge.
    public static func entering(from start: UInt64, along transition: Transition, reducesMotion: Bool) -> BarSlide {
        var slide = BarSlide()
        slide.setOut(true, from: start, along: transition, reducesMotion: true)
        slide.setOut(false, from: start, along: transition, reducesMotion: reducesMotion)
        return slide
    }

    /// True if the bar is hidden, or on its way there.
    public private(set) var isOut = false

    public var isDragging: Bool { grip != nil }

    /// Hides the bar or moves it to its place. A finger that drags it keeps it.
    public mutating func setOut(_ isOut: Bool, from start: UInt64, along transition: Transition, reducesMotion: Bool) {
        guard isOut != self.isOut else { return }
        self.isOut = isOut
        if !isDragging { settle(from: start, along: transition, reducesMotion: reducesMotion) }
    }

    /// Begins a drag at a distance from the edge of the screen, across which the bar's surface has a depth.
    public mutating func beginDrag(at distance: Double, depth: Double, now: UInt64) {
        let visible = (1 - value(at: now)) * depth
        // A hidden bar follows the finger's position, not its movement.
        grip = isOut ? 0 : visible - distance
        position.jump(to: value(at: now))
        tracker = VelocityTracker()
        tracker.add(visible, at: now)
        drag(to: distance, depth: depth, now: now)
    }

    public mutating func drag(to distance: Double, depth: Double, now: UInt64) {
        guard let grip, depth > 0 else { return }
        let visible = min(max(distance + grip, 0), depth)
        position.jump(to: 1 - visible / depth)
        tracker.add(visible, at: now)
    }

    /// Ends a drag: the finger's speed decides where the bar goes, or else its position. If the drag was cancelled, the
    /// bar returns to its earlier place.
    public mutating func endDrag(now: UInt64, isCancelled: Bool, along transition: Transition, reducesMotion: Bool) {
        guard isDragging else { return }
        let velocity = tracker.velocity(at: now)
        grip = nil
        if !isCancelled { isOut = abs(velocity) > Self.flickSpeed ? velocity < 0 : value(at: now) > 0.5 }
        settle(from: now, along: transition, reducesMotion: reducesMotion)
    }

    /// Returns the position: 0 is in place, 1 is out.
    public func value(at time: UInt64) -> Double { position.value(at: time).clamped }

    /// True if the position still changes after a time.
    public func isMoving(at time: UInt64) -> Bool { position.isMoving(at: time) }

    private mutating func settle(from start: UInt64, along transition: Transition, reducesMotion: Bool) {
        position.animate(to: isOut ? 1 : 0, from: start, along: transition, reducesMotion: reducesMotion)
    }
}
