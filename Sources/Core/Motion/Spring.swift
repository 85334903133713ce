// SPDX-License-Identifier: MIT
import Glibc

/// A damped spring of mass 1, described the way designers think of it: how long it takes, as it is felt, and how much
/// it bounces. It is solved in closed form, so a late frame adds no error.
///
/// Source: the relations stated for SwiftUI's `Spring(duration:bounce:)`; ω = 2π / duration, stiffness ω², and the
/// damping ratio 1 − bounce, or 1 / (1 + bounce) for a negative bounce.
public struct Spring: Equatable, Hashable, Sendable {
    /// A spring has settled when it swings by no more than this share of what it was let go with: half a pixel on a
    /// way of a thousand.
    public static let tolerance = 0.0005

    /// The perceptual duration in seconds, up to 10⁹; the spring ends when it has settled, which is later.
    /// 0 is a spring that is at its rest at once.
    public let duration: Double
    /// −0.99…0.99, so that every spring comes to rest; 0 does not overshoot and is as fast as that allows.
    public let bounce: Double

    /// - Parameters:
    ///   - duration: seconds; less than a microsecond, or no number, is 0.
    ///   - bounce: clamped to −0.99…0.99; no number is 0.
    public init(duration: Double, bounce: Double = 0) {
        let seconds = duration.clamped(to: 0...1e9, fallback: 0)
        self.duration = seconds < 1e-6 ? 0 : seconds
        self.bounce = bounce.clamped(to: -0.99...0.99, fallback: 0)
    }

    /// The undamped angular frequency, rad/s; infinite for the duration 0.
    public var frequency: Double { 2 * Double.pi / duration }
    /// Force for a displacement, 1/s².
    public var stiffness: Double { frequency * frequency }
    /// Below 1 it overshoots.
    public var dampingRatio: Double { bounce >= 0 ? 1 - bounce : 1 / (1 + bounce) }
    /// Force for a velocity, 1/s.
    public var damping: Double { 2 * dampingRatio * frequency }

    /// Where it is, and how fast, some seconds after it was let go.
    ///
    /// - Parameters:
    ///   - displacement: how far from its rest it was let go.
    ///   - velocity: how fast it moved then, units a second.
    /// - Returns: the displacement from rest and the velocity.
    public func state(
        after time: Double, displacement: Double, velocity: Double
    ) -> (displacement: Double, velocity: Double) {
        guard duration > 0 else { return (0, 0) }
        // Exactly, so that a motion which is taken over goes on where it was to the last digit.
        guard time > 0 else { return (displacement, velocity) }
        let ratio = dampingRatio
        let decay = ratio * frequency
        if abs(ratio - 1) < 1e-9 {
            let slope = velocity + frequency * displacement
            let envelope = exp(-frequency * time)
            return (
                envelope * (displacement + slope * time),
                envelope * (slope - frequency * (displacement + slope * time))
            )
        }
        if ratio < 1 {
            let damped = frequency * (1 - ratio * ratio).squareRoot()
            let slope = (velocity + decay * displacement) / damped
            let (sine, cosine) = (sin(damped * time), cos(damped * time))
            let envelope = exp(-decay * time)
            let value = envelope * (displacement * cosine + slope * sine)
            return (value, envelope * damped * (slope * cosine - displacement * sine) - decay * value)
        }
        let root = frequency * (ratio * ratio - 1).squareRoot()
        let fast = -decay - root
        // Their product is the stiffness; the difference of decay and root would lose digits.
        let slow = stiffness / fast
        let slowPart = (velocity - fast * displacement) / (slow - fast)
        let fastPart = displacement - slowPart
        let (slowTerm, fastTerm) = (slowPart * exp(slow * time), fastPart * exp(fast * time))
        return (slowTerm + fastTerm, slow * slowTerm + fast * fastTerm)
    }

    /// How far it would swing, were it not damped: what is left of a motion, its velocity included, as a distance.
    public func swing(displacement: Double, velocity: Double) -> Double {
        guard duration > 0 else { return 0 }
        return hypot(displacement, velocity / frequency)
    }

    /// How long, in seconds, until it swings by no more than a share, `tolerance`, of what it was let go with.
    ///
    /// From then on it also stays within that distance of its rest, for the swing never grows.
    public func settlingTime(displacement: Double, velocity: Double, tolerance: Double = Self.tolerance) -> Double {
        let limit = tolerance * swing(displacement: displacement, velocity: velocity)
        func isSettled(_ time: Double) -> Bool {
            let (displacement, velocity) = state(after: time, displacement: displacement, velocity: velocity)
            return swing(displacement: displacement, velocity: velocity) <= limit
        }
        if isSettled(0) { return 0 }
        var low = 0.0
        var high = duration
        // The slowest spring is within any tolerance that means something long before the last doubling.
        for _ in 0..<64 where !isSettled(high) {
            low = high
            high *= 2
        }
        for _ in 0..<64 {
            let middle = (low + high) / 2
            if isSettled(middle) { high = middle } else { low = middle }
        }
        return high
    }
}
