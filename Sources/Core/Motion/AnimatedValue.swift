/// An animated number, which can change its target at any moment without a jump.
///
/// Animations are layered in the order of their starts. The last one determines the final value and its time:
///
/// - A *timing curve* is combined with the running animations: these continue, and the new one blends from them to the new
///   target, `r ← r + aᵢ·(Tᵢ − r)`. The value is continuous; so is the velocity if the curve begins with slope 0, as
///   easeIn and easeInOut do.
/// - A *spring* replaces the running animations and takes over their value and velocity; both are continuous.
/// - An animation of duration 0 is a jump.
///
/// An animation that starts later, because of its start time or its delay, leaves the earlier ones unchanged until then.
/// A spring rests on its target once it has settled within `Spring.tolerance`, a fraction of its initial amplitude; a
/// curve, when its duration is over.
///
/// Times are nanoseconds of one monotonic clock and may be queried in any order. Animations finished or replaced
/// when the last one started are discarded: for an earlier time the value is the start value of the remaining ones.
/// The clock's last tick ends every animation. Values are clamped to ±10¹⁰⁰.
public struct AnimatedValue: Equatable, Sendable {
    /// The maximum number of layers. Beyond it the oldest is frozen; by then the others have all but hidden it.
    private static let capacity = 64

    private var base: Double
    private var layers: [AnimationLayer] = []

    public init(_ value: Double) {
        base = value.bounded
    }

    /// The final value.
    public var target: Double { layers.last?.target ?? base }

    /// The time (ns) at which it reaches its target; nil at rest.
    public var end: UInt64? { layers.last?.end }

    public func value(at time: UInt64) -> Double { momentum(at: time).value }

    /// The velocity at a time, units per second; 0 at the start of an animation, and at rest.
    public func velocity(at time: UInt64) -> Double { momentum(at: time).velocity }

    /// True if the value changes after a time, at once or after a delay.
    public func isMoving(at time: UInt64) -> Bool {
        end.map { time < $0 } ?? false
    }

    /// Animates from the current value to a target; NaN is ignored. The start (ns), without the delay, is in the past
    /// or in the future. A spring has the given velocity at first, units per second, or the value's own.
    public mutating func animate(to target: Double, from start: UInt64, with timing: Timing, velocity: Double? = nil) {
        guard !target.isNaN else { return }
        discardFinished(at: start)
        if layers.isEmpty, target == base, velocity ?? 0 == 0 { return }
        let beginning = start.advanced(byAtMost: timing.delay)
        var momentum = momentum(at: beginning)
        if let velocity { momentum.velocity = velocity.bounded }
        layers.append(AnimationLayer(to: target.bounded, from: beginning, along: timing.kind, over: momentum))
        // A jump has finished, and a spring has replaced the earlier layers.
        discardFinished(at: start)
        if layers.count > Self.capacity {
            base = layers[0].momentum(over: ValueAndVelocity(value: base, velocity: 0), at: start).value
            layers.removeFirst()
        }
    }

    /// Sets the value and discards all animations; NaN is ignored.
    public mutating func jump(to value: Double) {
        guard !value.isNaN else { return }
        base = value.bounded
        layers.removeAll()
    }

    /// Discards the animations without effect from a time on, so that a restless value does not grow.
    public mutating func discardFinished(at time: UInt64) {
        if let ended = layers.lastIndex(where: { $0.end <= time }) {
            base = layers[ended].target
            layers.removeFirst(ended + 1)
        }
        if let replacing = layers.lastIndex(where: { $0.start <= time && $0.origin != nil }) {
            base = layers[replacing].origin ?? base
            layers.removeFirst(replacing)
        }
    }

    private func momentum(at time: UInt64) -> ValueAndVelocity {
        layers.reduce(ValueAndVelocity(value: base, velocity: 0)) { below, layer in
            layer.momentum(over: below, at: time)
        }
    }
}
