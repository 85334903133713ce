import Glibc

/// The offset of scrolled content as a function of time. Lengths are logical pixels, times are CLOCK_MONOTONIC in ns.
///
/// Every animation has a closed form, so that frames can be skipped and no error accumulates. Fingers pull content
/// beyond its ends against a rubber band, and it springs back; wheel and keys stop at the ends.
public struct Scroller: Equatable, Sendable {
    private enum Motion: Equatable, Sendable {
        case rest
        /// Deceleration from a velocity in px/s, exponential, with a bounce at an end in the way.
        case momentum(velocity: Double)
        /// The way back from beyond an end, from a velocity in px/s.
        case spring(velocity: Double)
        /// An eased movement, for wheel steps and the way back to the top.
        case glide(distance: Double, seconds: Double)
    }

    /// The offset and the velocity in px/s.
    private typealias State = (offset: Double, velocity: Double)

    /// The decay rate of momentum, 1/s: iOS's deceleration rate of 0.998 per ms.
    private static let friction = 2.0
    /// The velocity below which momentum ends, px/s.
    private static let minimumVelocity = 10.0
    /// The maximum velocity of a fling, px/s.
    private static let maximumVelocity = 8000.0
    /// The maximum velocity of a bounce at an end, px/s: it goes at most 100 px beyond.
    private static let maximumBounceVelocity = 3000.0
    /// The fraction of the finger's movement that the content follows just beyond an end; iOS's value.
    private static let rubberBandCoefficient = 0.55
    /// The angular frequency of the critically damped spring, 1/s: a response of 0.575 s.
    private static let springFrequency = 2 * Double.pi / 0.575
    /// The distance at which the spring has come to rest, px.
    private static let restThreshold = 0.25

    /// The maximum offset at rest: the content's height less the window's, not below 0.
    public private(set) var maximum = 0.0
    /// True if fingers can pull the content beyond its ends; false with reduced motion.
    public var isElastic = true
    private var height = 0.0
    private var start = 0.0
    private var startTime: UInt64 = 0
    private var motion = Motion.rest
    private var tracker = VelocityTracker()

    public init() {}

    /// Sets the heights of content and window. An animation continues; an offset at rest beyond the new end moves to it.
    public mutating func resize(content: Double, window: Double, now: UInt64) {
        height = window
        let newMaximum = max(content - window, 0)
        guard newMaximum != maximum else { return }
        let (offset, velocity) = state(at: now)
        let wasMoving = isMoving(at: now)
        defer { maximum = newMaximum }
        switch motion {
        case .momentum where wasMoving && abs(velocity) > Self.minimumVelocity && (0...newMaximum).contains(offset):
            (start, startTime, motion) = (offset, now, .momentum(velocity: velocity))
        // Their ends are computed for each frame.
        case .glide, .spring: break
        case .rest, .momentum: settle(at: min(offset, max(newMaximum, min(offset, 0))))
        }
    }

    /// Returns the offset to draw at a time: 0…``maximum``, or beyond while the content is pulled.
    public func offset(at now: UInt64) -> Double { state(at: now).offset }

    /// Returns the offset limited to 0…``maximum``.
    public func position(at now: UInt64) -> Double { clamped(offset(at: now)) }

    /// True if the offset will change without another event.
    public func isMoving(at now: UInt64) -> Bool {
        switch motion {
        case .rest: return false
        case .glide(let distance, let seconds):
            return elapsed(at: now) < seconds && offset(at: now) != clamped(start + distance)
        case .spring(let velocity):
            return !Self.isFinished(start - clamped(start), velocity, elapsed(at: now))
        case .momentum(let velocity):
            let elapsed = elapsed(at: now)
            guard let (seconds, _, remaining) = collision(velocity) else { return elapsed < duration(velocity) }
            return elapsed < seconds || !Self.isFinished(0, remaining, elapsed - seconds)
        }
    }

    /// Drags the content by the distance of the fingers.
    public mutating func drag(by distance: Double, now: UInt64) {
        settle(at: rubberBanded(rubberBandInverse(offset(at: now)) + distance))
        tracker.add(start, at: now)
    }

    /// Ends a drag: the content continues with the velocity of the fingers, or springs back from beyond an end.
    public mutating func touchUp(now: UInt64) {
        settle(at: offset(at: now))
        let velocity = min(max(tracker.velocity(at: now), -Self.maximumVelocity), Self.maximumVelocity)
        tracker = VelocityTracker()
        startTime = now
        if clamped(start) != start {
            motion = .spring(velocity: velocity)
        } else if abs(velocity) > Self.minimumVelocity {
            motion = .momentum(velocity: velocity)
        }
    }

    /// Scrolls by a distance, limited to the ends. A distance during such a scroll is added to it.
    public mutating func scroll(by distance: Double, now: UInt64, animated: Bool = true) {
        let position = position(at: now)
        var target = position
        if case .glide(let going, _) = motion { target = start + going }
        scroll(to: clamped(target + distance), from: position, now: now, animated: animated, seconds: 0.16)
    }

    public mutating func scrollToTop(now: UInt64, animated: Bool = true) {
        scroll(to: 0, from: position(at: now), now: now, animated: animated, seconds: 0.3)
    }

    /// Stops the content under a finger, also beyond an end, until ``touchUp(now:)``.
    public mutating func touchDown(now: UInt64) {
        settle(at: offset(at: now))
        tracker = VelocityTracker()
    }

    /// Stops the content, or lets it spring back from beyond an end.
    public mutating func stop(now: UInt64) {
        touchDown(now: now)
        touchUp(now: now)
    }

    private mutating func scroll(to target: Double, from position: Double, now: UInt64, animated: Bool, seconds: Double)
    {
        settle(at: animated ? position : target)
        tracker = VelocityTracker()
        guard animated, target != position else { return }
        startTime = now
        motion = .glide(distance: target - position, seconds: seconds)
    }

    private mutating func settle(at offset: Double) {
        start = offset
        motion = .rest
    }

    private func elapsed(at now: UInt64) -> Double { now > startTime ? Double(now - startTime) / 1e9 : 0 }

    private func state(at now: UInt64) -> State {
        let elapsed = elapsed(at: now)
        switch motion {
        case .rest: return (start, 0)
        case .glide(let distance, let seconds):
            let rest = 1 - min(elapsed / seconds, 1)
            return (clamped(start + distance * (1 - rest * rest * rest)), 0)
        case .spring(let velocity):
            let end = clamped(start)
            let spring = Self.spring(start - end, velocity, elapsed)
            return (end + spring.offset, spring.velocity)
        case .momentum(let velocity):
            guard let (seconds, end, rest) = collision(velocity), elapsed >= seconds else {
                let decay = exp(-Self.friction * min(elapsed, duration(velocity)))
                return (start + velocity / Self.friction * (1 - decay), velocity * decay)
            }
            let spring = Self.spring(0, rest, elapsed - seconds)
            return (end + spring.offset, spring.velocity)
        }
    }

    /// Returns the duration of momentum between distant ends, in seconds.
    private func duration(_ velocity: Double) -> Double { log(abs(velocity) / Self.minimumVelocity) / Self.friction }

    /// Returns the time in seconds after which momentum reaches an end of the content, that end, and the velocity there.
    private func collision(_ velocity: Double) -> (seconds: Double, end: Double, velocity: Double)? {
        let end = velocity > 0 ? maximum : 0
        let left = 1 - (end - start) * Self.friction / velocity
        guard left > Self.minimumVelocity / abs(velocity) else { return nil }
        let rest =
            isElastic && maximum > 0
            ? min(max(velocity * left, -Self.maximumBounceVelocity), Self.maximumBounceVelocity) : 0
        return (max(-log(left) / Self.friction, 0), end, rest)
    }

    /// Returns the state of a critically damped spring that begins with a displacement and a velocity.
    private static func spring(_ displacement: Double, _ velocity: Double, _ seconds: Double) -> State {
        let slope = velocity + springFrequency * displacement
        let decay = exp(-springFrequency * seconds)
        if isFinished(displacement, velocity, seconds) { return (0, 0) }
        return ((displacement + slope * seconds) * decay, (velocity - springFrequency * slope * seconds) * decay)
    }

    /// True if such a spring has come to rest; judged only after the time of its farthest displacement.
    private static func isFinished(_ displacement: Double, _ velocity: Double, _ seconds: Double) -> Bool {
        let farthest = abs(displacement) + abs(velocity + springFrequency * displacement) * max(seconds, 0)
        return seconds >= 1 / springFrequency && farthest * exp(-springFrequency * seconds) < restThreshold
            || displacement == 0 && velocity == 0
    }

    private func clamped(_ offset: Double) -> Double { min(max(offset, 0), maximum) }

    /// Returns the visible offset for an offset beyond the ends.
    private func rubberBanded(_ offset: Double) -> Double {
        let end = clamped(offset)
        guard isElastic, maximum > 0, height > 0 else { return end }
        let beyond = abs(offset - end)
        let seen = height * (1 - 1 / (beyond * Self.rubberBandCoefficient / height + 1))
        return end + (offset < end ? -seen : seen)
    }

    /// Returns the offset for a visible one; the inverse of `rubberBanded`.
    private func rubberBandInverse(_ offset: Double) -> Double {
        let end = clamped(offset)
        guard height > 0 else { return end }
        let seen = min(abs(offset - end), height * 0.99)
        let beyond = seen * height / (Self.rubberBandCoefficient * (height - seen))
        return end + (offset < end ? -beyond : beyond)
    }
}
