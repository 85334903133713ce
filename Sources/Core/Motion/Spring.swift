import Glibc

/// A damped spring of mass 1, specified by its perceptual duration and its bounce. It is solved in closed form, so a late
/// frame adds no error.
///
/// Source: the relations stated for SwiftUI's `Spring(duration:bounce:)`; ω = 2π / duration, stiffness ω², and the
/// damping ratio 1 − bounce, or 1 / (1 + bounce) for a negative bounce.
public struct Spring: Equatable, Hashable, Sendable {
    /// The fraction of the initial amplitude at which a spring has settled: half a pixel over a distance of a thousand.
    public static let tolerance = 0.0005

    /// The perceptual duration in seconds, up to 10⁹; the spring settles later. With 0 it is at rest at once.
    public let duration: Double
    /// −0.99…0.99, so that every spring comes to rest; 0 is critical damping, the fastest without overshoot.
    public let bounce: Double

    /// The duration is in seconds, 0 if less than a microsecond or NaN; the bounce is clamped to −0.99…0.99, 0 if NaN.
    public init(duration: Double, bounce: Double = 0) {
        let seconds = duration.clamped(to: 0...1e9, fallback: 0)
        self.duration = seconds < 1e-6 ? 0 : seconds
        self.bounce = bounce.clamped(to: -0.99...0.99, fallback: 0)
    }

    /// The undamped angular frequency, rad/s; infinite for the duration 0.
    public var frequency: Double { 2 * Double.pi / duration }
    /// Below 1 the spring overshoots.
    var dampingRatio: Double { bounce >= 0 ? 1 - bounce : 1 / (1 + bounce) }

    /// The displacement from rest and the velocity (units per second) some seconds after a release with given values.
    public func state(
        after time: Double, displacement: Double, velocity: Double
    ) -> (displacement: Double, velocity: Double) {
        guard duration > 0 else { return (0, 0) }
        // Exactly, so that an animation taken over continues without a rounding error.
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
        // Their product is the square of the frequency; the difference of decay and root would lose digits.
        let slow = frequency * frequency / fast
        let slowPart = (velocity - fast * displacement) / (slow - fast)
        let fastPart = displacement - slowPart
        let (slowTerm, fastTerm) = (slowPart * exp(slow * time), fastPart * exp(fast * time))
        return (slowTerm + fastTerm, slow * slowTerm + fast * fastTerm)
    }

    /// The amplitude of the undamped oscillation with a displacement and a velocity.
    public func amplitude(displacement: Double, velocity: Double) -> Double {
        guard duration > 0 else { return 0 }
        return hypot(displacement, velocity / frequency)
    }

    /// The time, in seconds, until the amplitude is at most the fraction `tolerance` of the initial one. The amplitude never
    /// grows, so from then on the spring stays within that distance of its rest.
    public func settlingTime(displacement: Double, velocity: Double, tolerance: Double = Self.tolerance) -> Double {
        let limit = tolerance * amplitude(displacement: displacement, velocity: velocity)
        func isSettled(_ time: Double) -> Bool {
            let (displacement, velocity) = state(after: time, displacement: displacement, velocity: velocity)
            return amplitude(displacement: displacement, velocity: velocity) <= limit
        }
        if isSettled(0) { return 0 }
        var low = 0.0
        var high = duration
        // The slowest spring has settled within any sensible tolerance long before the last doubling.
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
