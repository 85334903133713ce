// SPDX-License-Identifier: MIT

import Motion
import ShellModel

/// How far a sheet is up, as a function of time: it slides in and out, and follows a finger that holds it.
/// Times are CLOCK_MONOTONIC, ns; lengths are logical pixels.
package struct SheetMotion: Equatable, Sendable {
    private struct Sample: Equatable, Sendable {
        var time: UInt64
        var y: Double
    }

    /// A sheet that is let go farther down than this share of its height is dismissed,
    private static let farShare = 0.4
    /// and so is one that was moving down faster than this, in px/s,
    private static let fast = 700.0
    /// but for one that was moving up as fast as this.
    private static let upwards = -200.0
    /// How far back the finger's speed is measured, ns.
    private static let window: UInt64 = 80_000_000
    /// How much of the way a finger can pull the sheet beyond its place.
    private static let resistance = 0.12

    /// 0 is away, 1 is in its place.
    private var share = AnimatedValue(0)
    private var samples: [Sample] = []
    /// The finger's place where it took hold, and the sheet's then.
    private var grip: (y: Double, share: Double)?
    /// Whether it is open, or on its way there.
    package private(set) var isOpen = false

    /// A sheet that is away.
    package init() {}

    package static func == (a: SheetMotion, b: SheetMotion) -> Bool {
        a.share == b.share && a.samples == b.samples && a.isOpen == b.isOpen && a.isHeld == b.isHeld
    }

    /// Whether a finger holds it.
    package var isHeld: Bool { grip != nil }

    /// Opens or closes it.
    package mutating func setOpen(_ isOpen: Bool, from start: UInt64, along transition: Transition, reducesMotion: Bool)
    {
        guard isOpen != self.isOpen else { return }
        self.isOpen = isOpen
        release()
        share.animate(to: isOpen ? 1 : 0, from: start, along: transition, reducesMotion: reducesMotion)
    }

    /// How far it is up: 0 is away, 1 is in its place, and a spring may go beyond.
    package func value(at time: UInt64) -> Double { share.value(at: time) }

    /// Whether it still moves by itself after a time.
    package func isMoving(at time: UInt64) -> Bool { share.isMoving(at: time) }

    /// A finger takes hold of it.
    package mutating func take(at y: Double, now: UInt64) {
        let value = share.value(at: now)
        share.jump(to: value)
        grip = (y, value)
        samples = [Sample(time: now, y: y)]
    }

    /// The finger moves; `height` is the sheet's.
    package mutating func drag(to y: Double, height: Double, now: UInt64) {
        guard let grip, height > 0 else { return }
        let value = grip.share - (y - grip.y) / height
        share.jump(to: value > 1 ? 1 + (value - 1) * Self.resistance : max(value, 0))
        samples.append(Sample(time: now, y: y))
        samples.removeAll { $0.time + Self.window < now }
    }

    /// The finger lets go; the sheet springs back.
    ///
    /// - Returns: whether the sheet was let go so that it should be dismissed.
    package mutating func letGo(now: UInt64, along transition: Transition, reducesMotion: Bool) -> Bool {
        guard isHeld else { return false }
        let recent = samples.filter { $0.time + Self.window >= now }
        release()
        var velocity = 0.0
        if let first = recent.first, let last = recent.last, last.time > first.time {
            velocity = (last.y - first.y) / (Double(last.time - first.time) / 1e9)
        }
        let isFar = share.value(at: now) < 1 - Self.farShare
        if isOpen { share.animate(to: 1, from: now, along: transition, reducesMotion: reducesMotion) }
        return isOpen && (velocity > Self.fast || (isFar && velocity > Self.upwards))
    }

    /// Puts it where it was going.
    package mutating func finishMoving() {
        guard !isHeld else { return }
        share.jump(to: isOpen ? 1 : 0)
    }

    private mutating func release() {
        grip = nil
        samples = []
    }
}
