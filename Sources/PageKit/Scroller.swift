// SPDX-License-Identifier: MIT

private import Glibc

/// How far content is scrolled, as a function of time.
///
/// Every motion has a closed form, so that a frame may be left out and none accumulates an error. Lengths are logical
/// pixels, times are ns. At either end it stops.
public struct Scroller: Equatable, Sendable {
    private enum Motion: Equatable, Sendable {
        case rest
        /// Slowing down exponentially from a velocity in px/s.
        case momentum(velocity: Double)
        /// A short way that ends softly, for wheel steps and the way back to the top.
        case glide(distance: Double, seconds: Double)
    }

    private struct Sample: Equatable, Sendable {
        var time: UInt64
        var offset: Double
    }

    /// The share of its speed that momentum loses, per second: iOS's 0.998 per ms.
    private static let friction = 2.0
    /// Slower than this, in px/s, nobody sees it move.
    private static let slowest = 10.0
    private static let fastest = 8000.0
    /// How far back the finger's speed is measured.
    private static let window: UInt64 = 80_000_000

    /// The largest offset: the content's height less the window's, not below 0.
    public private(set) var maximum = 0.0
    private var start = 0.0
    private var startTime: UInt64 = 0
    private var motion = Motion.rest
    private var samples: [Sample] = []

    /// A scroller at the top.
    public init() {}

    /// Says how high content and window are; an offset beyond the new end comes back to it.
    public mutating func resize(content: Double, window: Double, now: UInt64) {
        let newMaximum = max(content - window, 0)
        guard newMaximum != maximum else { return }
        settle(at: offset(at: now))
        maximum = newMaximum
        start = min(start, maximum)
    }

    /// The offset at a time, 0…maximum.
    public func offset(at now: UInt64) -> Double {
        let elapsed = now > startTime ? Double(now - startTime) / 1e9 : 0
        let moved: Double
        switch motion {
        case .rest:
            moved = 0
        case .momentum(let velocity):
            moved = velocity / Self.friction * (1 - exp(-Self.friction * min(elapsed, duration)))
        case .glide(let distance, let seconds):
            let rest = 1 - min(elapsed / seconds, 1)
            moved = distance * (1 - rest * rest * rest)
        }
        return min(max(start + moved, 0), maximum)
    }

    /// Whether the offset will still change by itself.
    public func isMoving(at now: UInt64) -> Bool {
        guard motion != .rest, now < startTime || Double(now - startTime) / 1e9 < duration else { return false }
        let target = min(max(start + distance, 0), maximum)
        return offset(at: now) != target
    }

    /// Follows fingers by a distance.
    public mutating func drag(by distance: Double, now: UInt64) {
        settle(at: min(max(offset(at: now) + distance, 0), maximum))
        samples.append(Sample(time: now, offset: start))
        samples.removeAll { $0.time + Self.window < now }
    }

    /// The fingers were lifted: content goes on with the speed they had.
    public mutating func release(now: UInt64) {
        let recent = samples.filter { $0.time + Self.window >= now }
        settle(at: offset(at: now))
        samples = []
        guard let first = recent.first, let last = recent.last, last.time > first.time else { return }
        let velocity = (last.offset - first.offset) / (Double(last.time - first.time) / 1e9)
        guard abs(velocity) > Self.slowest else { return }
        startTime = now
        motion = .momentum(velocity: min(max(velocity, -Self.fastest), Self.fastest))
    }

    /// Turns by wheel steps; steps that come during a turn add to where it was going.
    public mutating func wheel(by distance: Double, now: UInt64, animated: Bool = true) {
        let position = offset(at: now)
        var target = position
        if case .glide(let going, _) = motion { target = start + going }
        scroll(to: min(max(target + distance, 0), maximum), from: position, now: now, animated: animated, seconds: 0.16)
    }

    /// Goes back to the top.
    public mutating func scrollToTop(now: UInt64, animated: Bool = true) {
        scroll(to: 0, from: offset(at: now), now: now, animated: animated, seconds: 0.3)
    }

    /// Stops where it is, as under a finger put down.
    public mutating func stop(now: UInt64) {
        settle(at: offset(at: now))
        samples = []
    }

    private mutating func scroll(to target: Double, from position: Double, now: UInt64, animated: Bool, seconds: Double)
    {
        settle(at: animated ? position : target)
        samples = []
        guard animated, target != position else { return }
        startTime = now
        motion = .glide(distance: target - position, seconds: seconds)
    }

    private mutating func settle(at offset: Double) {
        start = offset
        motion = .rest
    }

    /// How long the motion goes on, in seconds, were there no ends.
    private var duration: Double {
        switch motion {
        case .rest: 0
        case .momentum(let velocity): log(abs(velocity) / Self.slowest) / Self.friction
        case .glide(_, let seconds): seconds
        }
    }

    /// How far the motion goes, were there no ends.
    private var distance: Double {
        switch motion {
        case .rest: 0
        case .momentum(let velocity): velocity / Self.friction * (1 - exp(-Self.friction * duration))
        case .glide(let distance, _): distance
        }
    }
}
