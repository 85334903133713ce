struct ValueAndVelocity: Equatable, Sendable {
    var value: Double
    var velocity: Double
}

/// One animation of an `AnimatedValue`, layered over the earlier ones.
struct AnimationLayer: Equatable, Sendable {
    private enum Curve: Equatable, Sendable {
        case curve(CubicBezier, duration: UInt64)
        case spring(Spring, displacement: Double, velocity: Double)
    }

    let target: Double
    /// The times at which it starts and reaches its target, ns.
    let start: UInt64
    let end: UInt64
    private let path: Curve

    /// - Parameter below: the value and velocity of the layers below at the start.
    init(to target: Double, from start: UInt64, along kind: Timing.Kind, over below: ValueAndVelocity) {
        self.target = target
        self.start = start
        switch kind {
        case .curve(let curve, let duration):
            path = .curve(curve, duration: duration)
            end = start.advanced(byAtMost: duration)
        case .spring(let spring):
            let (displacement, velocity) = (below.value - target, below.velocity)
            path = .spring(spring, displacement: displacement, velocity: velocity)
            let seconds = spring.settlingTime(displacement: displacement, velocity: velocity)
            end = start.advanced(byAtMost: UInt64(secondsRoundedUp: seconds))
        }
    }

    /// The initial value of a spring, which replaces the layers below; nil for a curve.
    var origin: Double? {
        guard case .spring(_, let displacement, _) = path else { return nil }
        return target + displacement
    }

    func momentum(over below: ValueAndVelocity, at time: UInt64) -> ValueAndVelocity {
        if time >= end { return ValueAndVelocity(value: target, velocity: 0) }
        if time < start { return below }
        switch path {
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
