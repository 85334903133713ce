// SPDX-License-Identifier: MIT

private import Glibc

/// How far content is scrolled, as a function of time.
///
/// Every motion has a closed form, so that a frame may be left out and none accumulates an error. Lengths are logical
/// pixels, times are ns. Fingers pull content beyond its ends against a rubber band, and it springs back; wheel and keys
/// stop there.
public struct Scroller: Equatable, Sendable {
    private enum Motion: Equatable, Sendable {
        case rest
        /// Slowing down exponentially from a velocity in px/s, and springing back from an end that is in the way.
        case momentum(velocity: Double)
        /// Back to the end beyond which it is, with a velocity in px/s.
        case spring(velocity: Double)
        /// A short way that ends softly, for wheel steps and the way back to the top.
        case glide(distance: Double, seconds: Double)
    }

    private struct Sample: Equatable, Sendable {
        var time: UInt64
        var offset: Double
    }

    /// Where it is and how fast it goes, px/s.
    private typealias State = (offset: Double, velocity: Double)

    /// The share of its speed that momentum loses, per second: iOS's 0.998 per ms.
    private static let friction = 2.0
    /// Slower than this, in px/s, nobody sees it move.
    private static let slowest = 10.0
    private static let fastest = 8000.0
    /// The most that is left of it at an end, px/s: 100 px beyond it at the farthest.
    private static let hardest = 3000.0
    /// How far back the finger's speed is measured.
    private static let window: UInt64 = 80_000_000
    /// How much of the finger's way the content goes where it first leaves its end; iOS's.
    private static let give = 0.55
    /// The angular frequency of the critically damped way back, 1/s: a response of 0.575 s.
    private static let stiffness = 2 * Double.pi / 0.575
    /// Nearer than this, in px, it is there.
    private static let nearest = 0.25

    /// The largest offset at rest: the content's height less the window's, not below 0.
    public private(set) var maximum = 0.0
    /// Whether fingers can pull the content beyond its ends; not where motion is to be reduced.
    public var isElastic = true
    private var height = 0.0
    private var start = 0.0
    private var startTime: UInt64 = 0
    private var motion = Motion.rest
    private var samples: [Sample] = []

    /// A scroller at the top.
    public init() {}

    /// Says how high content and window are. A motion goes on; an offset at rest beyond the new end comes back to it.
    public mutating func resize(content: Double, window: Double, now: UInt64) {
        height = window
        let newMaximum = max(content - window, 0)
        guard newMaximum != maximum else { return }
        let (offset, velocity) = state(at: now)
        let wasMoving = isMoving(at: now)
        defer { maximum = newMaximum }
        switch motion {
        case .momentum where wasMoving && abs(velocity) > Self.slowest && (0...newMaximum).contains(offset):
            (start, startTime, motion) = (offset, now, .momentum(velocity: velocity))
        // Its end is asked for with each frame.
        case .glide, .spring: break
        case .rest, .momentum: settle(at: min(offset, max(newMaximum, min(offset, 0))))
        }
    }

    /// The offset that is drawn at a time: 0…maximum, or beyond that as far as it was pulled.
    public func offset(at now: UInt64) -> Double { state(at: now).offset }

    /// The offset without what it is pulled beyond the ends.
    public func position(at now: UInt64) -> Double { within(offset(at: now)) }

    /// Whether the offset will still change by itself.
    public func isMoving(at now: UInt64) -> Bool {
        switch motion {
        case .rest: return false
        case .glide(let distance, let seconds):
            return elapsed(at: now) < seconds && offset(at: now) != within(start + distance)
        case .spring(let velocity):
            return !Self.isOver(start - within(start), velocity, elapsed(at: now))
        case .momentum(let velocity):
            let elapsed = elapsed(at: now)
            guard let (seconds, _, rest) = collision(velocity) else { return elapsed < duration(velocity) }
            return elapsed < seconds || !Self.isOver(0, rest, elapsed - seconds)
        }
    }

    /// Follows fingers by a distance.
    public mutating func drag(by distance: Double, now: UInt64) {
        settle(at: banded(unbanded(offset(at: now)) + distance))
        samples.append(Sample(time: now, offset: start))
        samples.removeAll { $0.time + Self.window < now }
    }

    /// The fingers were lifted: content goes on with the speed they had, and comes back from beyond its ends.
    public mutating func release(now: UInt64) {
        let recent = samples.filter { $0.time + Self.window >= now }
        settle(at: offset(at: now))
        samples = []
        var velocity = 0.0
        if let first = recent.first, let last = recent.last, last.time > first.time {
            velocity = (last.offset - first.offset) / (Double(last.time - first.time) / 1e9)
            velocity = min(max(velocity, -Self.fastest), Self.fastest)
        }
        startTime = now
        if within(start) != start {
            motion = .spring(velocity: velocity)
        } else if abs(velocity) > Self.slowest {
            motion = .momentum(velocity: velocity)
        }
    }

    /// Turns by wheel steps; steps that come during a turn add to where it was going.
    public mutating func wheel(by distance: Double, now: UInt64, animated: Bool = true) {
        let position = position(at: now)
        var target = position
        if case .glide(let going, _) = motion { target = start + going }
        scroll(to: within(target + distance), from: position, now: now, animated: animated, seconds: 0.16)
    }

    /// Goes back to the top.
    public mutating func scrollToTop(now: UInt64, animated: Bool = true) {
        scroll(to: 0, from: position(at: now), now: now, animated: animated, seconds: 0.3)
    }

    /// A finger was put down: it holds the content where that is, be it beyond an end, until ``release(now:)``.
    public mutating func hold(now: UInt64) {
        settle(at: offset(at: now))
        samples = []
    }

    /// Stops where it is, or comes back from beyond an end.
    public mutating func stop(now: UInt64) {
        hold(now: now)
        release(now: now)
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

    // MARK: - Motion

    private func elapsed(at now: UInt64) -> Double { now > startTime ? Double(now - startTime) / 1e9 : 0 }

    private func state(at now: UInt64) -> State {
        let elapsed = elapsed(at: now)
        switch motion {
        case .rest:
            return (start, 0)
        case .glide(let distance, let seconds):
            let rest = 1 - min(elapsed / seconds, 1)
            return (within(start + distance * (1 - rest * rest * rest)), 0)
        case .spring(let velocity):
            let end = within(start)
            let sprung = Self.sprung(start - end, velocity, elapsed)
            return (end + sprung.offset, sprung.velocity)
        case .momentum(let velocity):
            guard let (seconds, end, rest) = collision(velocity), elapsed >= seconds else {
                let decay = exp(-Self.friction * min(elapsed, duration(velocity)))
                return (start + velocity / Self.friction * (1 - decay), velocity * decay)
            }
            let sprung = Self.sprung(0, rest, elapsed - seconds)
            return (end + sprung.offset, sprung.velocity)
        }
    }

    /// How long momentum goes on, in seconds, were there no ends.
    private func duration(_ velocity: Double) -> Double { log(abs(velocity) / Self.slowest) / Self.friction }

    /// After how many seconds momentum comes to an end of the content, to which, and what is left of its velocity.
    private func collision(_ velocity: Double) -> (seconds: Double, end: Double, velocity: Double)? {
        let end = velocity > 0 ? maximum : 0
        let left = 1 - (end - start) * Self.friction / velocity
        guard left > Self.slowest / abs(velocity) else { return nil }
        let rest = isElastic && maximum > 0 ? min(max(velocity * left, -Self.hardest), Self.hardest) : 0
        return (max(-log(left) / Self.friction, 0), end, rest)
    }

    /// A critically damped spring that begins at a displacement with a velocity.
    private static func sprung(_ displacement: Double, _ velocity: Double, _ seconds: Double) -> State {
        let slope = velocity + stiffness * displacement
        let decay = exp(-stiffness * seconds)
        if isOver(displacement, velocity, seconds) { return (0, 0) }
        return ((displacement + slope * seconds) * decay, (velocity - stiffness * slope * seconds) * decay)
    }

    /// Whether such a spring has come to rest, from a time on at which its way back can only become shorter.
    private static func isOver(_ displacement: Double, _ velocity: Double, _ seconds: Double) -> Bool {
        let farthest = abs(displacement) + abs(velocity + stiffness * displacement) * max(seconds, 0)
        return seconds >= 1 / stiffness && farthest * exp(-stiffness * seconds) < nearest
            || displacement == 0 && velocity == 0
    }

    // MARK: - The ends

    private func within(_ offset: Double) -> Double { min(max(offset, 0), maximum) }

    /// What is seen of an offset beyond the ends.
    private func banded(_ offset: Double) -> Double {
        let end = within(offset)
        guard isElastic, maximum > 0, height > 0 else { return end }
        let beyond = abs(offset - end)
        let seen = height * (1 - 1 / (beyond * Self.give / height + 1))
        return end + (offset < end ? -seen : seen)
    }

    /// The offset of which so much is seen.
    private func unbanded(_ offset: Double) -> Double {
        let end = within(offset)
        guard height > 0 else { return end }
        let seen = min(abs(offset - end), height * 0.99)
        let beyond = seen * height / (Self.give * (height - seen))
        return end + (offset < end ? -beyond : beyond)
    }
}
