// SPDX-License-Identifier: MIT

/// A number's place and pace at a moment; the velocity is in units a second.
struct ValueAndVelocity: Equatable, Sendable {
    var value: Double
    var velocity: Double
}

/// One motion of an `AnimatedValue`, which lies over those that were started before it.
struct AnimationLayer: Equatable, Sendable {
    private enum Curve: Equatable, Sendable {
        case curve(CubicBezier, duration: UInt64)
        /// The displacement and the velocity are those that it was let go with.
        case spring(Spring, displacement: Double, velocity: Double)
    }

    let target: Double
    /// When it begins and from when on it is at its target, ns.
    let start: UInt64
    let end: UInt64
    private let course: Curve

    /// - Parameter below: what is under way below it when it begins.
    init(to target: Double, from start: UInt64, along kind: Timing.Kind, over below: ValueAndVelocity) {
        self.target = target
        self.start = start
        switch kind {
        case .curve(let curve, let duration):
            course = .curve(curve, duration: duration)
            end = start.advanced(byAtMost: duration)
        case .spring(let spring):
            let (displacement, velocity) = (below.value - target, below.velocity)
            course = .spring(spring, displacement: displacement, velocity: velocity)
            let seconds = spring.settlingTime(displacement: displacement, velocity: velocity)
            end = start.advanced(byAtMost: UInt64(secondsRoundedUp: seconds))
        }
    }

    /// Where it began, if from then on nothing below it shows any more.
    var origin: Double? {
        guard case .spring(_, let displacement, _) = course else { return nil }
        return target + displacement
    }

    /// What is seen at a time, over what is under way below.
    func momentum(over below: ValueAndVelocity, at time: UInt64) -> ValueAndVelocity {
        if time >= end { return ValueAndVelocity(value: target, velocity: 0) }
        if time < start { return below }
        switch course {
        case .curve(let curve, let duration):
            let (progress, slope) = curve.state(at: Double(time - start) / Double(duration))
            let distance = target - below.value
            let pace = slope / (Double(duration) / 1e9)
            return ValueAndVelocity(
                value: (below.value + progress * distance).bounded,
                velocity: (below.velocity * (1 - progress) + pace * distance).bounded)
        case .spring(let spring, let displacement, let velocity):
            let state = spring.state(
                after: Double(time - start) / 1e9, displacement: displacement, velocity: velocity)
            return ValueAndVelocity(value: (target + state.displacement).bounded, velocity: state.velocity.bounded)
        }
    }
}
