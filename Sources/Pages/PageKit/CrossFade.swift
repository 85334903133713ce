import Canvas
import Geometry
import Motion
import ShellModel

/// A fade from a snapshot to the present page, for a change of colours.
struct CrossFade {
    private var snapshot: Bitmap?
    private var progress = AnimatedValue(1)

    func isMoving(at time: UInt64) -> Bool { snapshot != nil && progress.isMoving(at: time) }

    /// Begins the fade from a snapshot of the page so far.
    mutating func begin(with snapshot: Bitmap, from start: UInt64, along transition: Transition) {
        progress.jump(to: 0)
        progress.animate(to: 1, from: start, along: transition)
        self.snapshot = progress.isMoving(at: start) ? snapshot : nil
    }

    mutating func end() { snapshot = nil }

    func draw(on canvas: Canvas, now: UInt64) {
        guard isMoving(at: now), let snapshot else { return }
        canvas.draw(snapshot, at: .zero, opacity: (1 - progress.value(at: now)).clamped)
    }
}
