import Motion
import ShellModel

/// The progress of a sheet between closed (0) and open (1) as a function of time: it is animated, or follows a finger
/// that drags it. Times are CLOCK_MONOTONIC in ns, lengths are logical pixels.
package struct SheetMotion: Sendable {
    /// A sheet is dismissed if it is released farther down than this fraction of its height,
    private static let dismissDistance = 0.4
    /// or while it moves down faster than this, in px/s,
    private static let dismissVelocity = 700.0
    /// unless it moves up faster than this, in px/s.
    private static let keepVelocity = -200.0
    /// The fraction of the finger's movement that the sheet follows beyond its open position.
    private static let rubberBandCoefficient = 0.12

    private var progress = AnimatedValue(0)
    private var tracker = VelocityTracker()
    /// The finger's position when the drag began, and the sheet's progress then.
    private var drag: (y: Double, progress: Double)?
    package private(set) var isOpen = false

    /// A closed sheet.
    package init() {}

    package var isDragging: Bool { drag != nil }

    package mutating func setOpen(_ isOpen: Bool, from start: UInt64, along transition: Transition, reducesMotion: Bool)
    {
        guard isOpen != self.isOpen else { return }
        (self.isOpen, drag) = (isOpen, nil)
        progress.animate(to: isOpen ? 1 : 0, from: start, along: transition, reducesMotion: reducesMotion)
    }

    /// Returns the progress: 0 is closed, 1 is open; a spring may overshoot.
    package func value(at time: UInt64) -> Double { progress.value(at: time) }

    /// True if the sheet is animated after a time.
    package func isMoving(at time: UInt64) -> Bool { progress.isMoving(at: time) }

    package mutating func beginDrag(at y: Double, now: UInt64) {
        let value = progress.value(at: now)
        progress.jump(to: value)
        drag = (y, value)
        tracker = VelocityTracker()
        tracker.add(y, at: now)
    }

    /// Follows the finger; `height` is the sheet's.
    package mutating func drag(to y: Double, height: Double, now: UInt64) {
        guard let drag, height > 0 else { return }
        let value = drag.progress - (y - drag.y) / height
        progress.jump(to: value > 1 ? 1 + (value - 1) * Self.rubberBandCoefficient : max(value, 0))
        tracker.add(y, at: now)
    }

    /// Ends a drag; the sheet returns to its open position. Returns true if it should be dismissed.
    package mutating func endDrag(now: UInt64, along transition: Transition, reducesMotion: Bool) -> Bool {
        guard isDragging else { return false }
        let velocity = tracker.velocity(at: now)
        drag = nil
        let isFar = progress.value(at: now) < 1 - Self.dismissDistance
        if isOpen { progress.animate(to: 1, from: now, along: transition, reducesMotion: reducesMotion) }
        return isOpen && (velocity > Self.dismissVelocity || (isFar && velocity > Self.keepVelocity))
    }

    package mutating func finishAnimations() {
        guard !isDragging else { return }
        progress.jump(to: isOpen ? 1 : 0)
    }
}
