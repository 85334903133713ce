// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import Motion
import ShellModel

/// A fade from a snapshot to the page as it is now, for a change of colours.
struct CrossFade {
    private var snapshot: Bitmap?
    private var progress = AnimatedValue(1)

    /// True if the snapshot is still visible after a time.
    func isMoving(at time: UInt64) -> Bool { snapshot != nil && progress.isMoving(at: time) }

    /// Begins the fade from a snapshot of the page as it was seen until now.
    mutating func begin(with snapshot: Bitmap, from start: UInt64, along transition: Transition) {
        progress.jump(to: 0)
        progress.animate(to: 1, from: start, along: transition)
        self.snapshot = progress.isMoving(at: start) ? snapshot : nil
    }

    /// Ends the fade and discards the snapshot.
    mutating func end() {
        snapshot = nil
        progress.jump(to: 1)
    }

    /// Draws the snapshot with the opacity that it has at a time.
    mutating func draw(on canvas: Canvas, at point: Point, now: UInt64) {
        guard isMoving(at: now), let snapshot else { return end() }
        canvas.draw(snapshot, at: point, opacity: min(max(1 - progress.value(at: now), 0), 1))
    }
}
