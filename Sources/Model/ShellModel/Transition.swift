public import Motion

/// The duration and the timing of a change.
public struct Transition: Equatable, Sendable {
    public enum Timing: Equatable, Sendable {
        case curve(CubicBezier)
        /// A spring with a bounce of −1…1. Its duration is the perceived one; it ends when it has settled.
        case spring(bounce: Double)
    }

    /// Nanoseconds; 0 is immediate.
    public var duration: UInt64
    public var timing: Timing

    /// No motion.
    public static let immediate = Transition(duration: 0, curve: .linear)

    public init(duration: UInt64, timing: Timing) {
        self.duration = duration
        self.timing = timing
    }

    public init(duration: UInt64, curve: CubicBezier) {
        self.init(duration: duration, timing: .curve(curve))
    }

    public init(duration: UInt64, bounce: Double) {
        self.init(duration: duration, timing: .spring(bounce: bounce))
    }
}

extension CubicBezier {
    /// The curves with a name in the configuration.
    public static let named: [(name: String, curve: CubicBezier)] = [
        ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
    ]
}

extension Timing {
    /// Creates the timing of an animation from a transition of the state.
    public init(_ transition: Transition) {
        switch transition.timing {
        case .curve(let curve):
            self = .curve(curve, duration: transition.duration)
        case .spring(let bounce):
            self = .spring(Spring(duration: Double(transition.duration) / 1e9, bounce: bounce))
        }
    }
}

extension AnimatedValue {
    /// Animates the value to a target along a look's transition, or sets it at once with reduced motion.
    package mutating func animate(
        to target: Double, from start: UInt64, along transition: Transition, reducesMotion: Bool = false
    ) {
        let isImmediate = reducesMotion || transition.duration == 0
        animate(to: target, from: start, with: isImmediate ? .immediate : Timing(transition))
    }
}
