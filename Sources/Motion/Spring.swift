// SPDX-License-Identifier: MIT
import Glibc

/// A damped spring of mass 1, described the way designers think of it: how long it takes, as it is felt, and how much
/// it bounces. It is solved in closed form, so a late frame adds no error.
///
/// Source: the relations stated for SwiftUI's `Spring(duration:bounce:)`; ω = 2π / duration, stiffness ω², and the
/// damping ratio 1 − bounce, or 1 / (1 + bounce) for a negative bounce.
public struct Spring: Equatable, Hashable, Sendable {
    /// The perceptual duration in seconds; the spring ends when it has settled, which is later.
    public let duration: Double
    /// −1…1; 0 does not overshoot and is as fast as that allows.
    public let bounce: Double

    public init(duration: Double, bounce: Double = 0) {
        self.duration = max(duration, 1e-3)
        self.bounce = min(max(bounce, -0.99), 1)
    }

    /// The undamped angular frequency, rad/s.
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
        let (slow, fast) = (-decay + root, -decay - root)
        let slowPart = (velocity - fast * displacement) / (slow - fast)
        let fastPart = displacement - slowPart
        let (slowTerm, fastTerm) = (slowPart * exp(slow * time), fastPart * exp(fast * time))
        return (slowTerm + fastTerm, slow * slowTerm + fast * fastTerm)
    }

    /// How long, in seconds, until it stays within `tolerance` of its rest.
    public func settlingTime(displacement: Double, velocity: Double, tolerance: Double = 0.001) -> Double {
        // The energy never grows, so once it is small the displacement stays small.
        let limit = stiffness * tolerance * tolerance
        func isSettled(_ time: Double) -> Bool {
            let (x, v) = state(after: time, displacement: displacement, velocity: velocity)
            return v * v + stiffness * x * x <= limit
        }
        var high = duration
        while !isSettled(high), high < 3600 { high *= 2 }
        var low = 0.0
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if isSettled(middle) { high = middle } else { low = middle }
        }
        return high
    }
}
