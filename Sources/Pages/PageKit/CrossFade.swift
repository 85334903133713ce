// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import Motion
import ShellModel

/// The picture of before, which fades away over the one of now: that is how colours change.
struct CrossFade {
    private var picture: Bitmap?
    private var progress = AnimatedValue(1)

    /// Whether it still shows something of the picture after a time.
    func isMoving(at time: UInt64) -> Bool { picture != nil && progress.isMoving(at: time) }

    /// Begins with a picture, which shows all that was seen until now.
    mutating func begin(with picture: Bitmap, from start: UInt64, along transition: Transition) {
        progress.jump(to: 0)
        progress.animate(to: 1, from: start, along: transition)
        self.picture = progress.isMoving(at: start) ? picture : nil
    }

    /// Lets go of the picture.
    mutating func end() {
        picture = nil
        progress.jump(to: 1)
    }

    /// Lays over the canvas what is left of the picture at a time.
    mutating func draw(on canvas: Canvas, at point: Point, now: UInt64) {
        guard isMoving(at: now), let picture else { return end() }
        canvas.draw(picture, at: point, opacity: min(max(1 - progress.value(at: now), 0), 1))
    }
}
