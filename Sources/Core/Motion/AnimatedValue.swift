// SPDX-License-Identifier: MIT

/// A number that is on its way to a target, and may be sent to another one at any moment without a jump.
///
/// Motions lie over one another in the order in which they were started, and the last one decides where the number ends
/// and when:
///
/// - A *timing curve* is combined with whatever runs, curve or spring: that keeps running, and the new one blends from
///   it to the new target, `r ← r + aᵢ·(Tᵢ − r)`. The value goes on without a step; so does the velocity if the curve
///   begins level, as easeIn and easeInOut do.
/// - A *spring* replaces whatever runs, spring or curve, and takes over its value and its velocity; both go on without
///   a step.
/// - A motion that takes no time is a jump.
///
/// A motion that begins later, for its start or its delay, leaves the earlier ones as they are until then.
/// A spring is at rest on its target as soon as it has settled within `Spring.tolerance`, a share of what it was let
/// go with; a curve, when its duration is over.
///
/// Times are nanoseconds of one monotonic clock; they may be asked for in any order. Motions that were over or replaced
/// when the last one started are forgotten: asked about a time before, it stands where what is left began.
/// The clock's last tick ends every motion. Values are kept within ±10¹⁰⁰.
public struct AnimatedValue: Equatable, Sendable {
    /// How many motions run at the same time; beyond them the oldest stands still. By then the others have all but
    /// hidden it.
    private static let capacity = 64

    private var base: Double
    private var layers: [AnimationLayer] = []

    /// A number at rest.
    public init(_ value: Double) {
        base = value.bounded
    }

    /// Where it is going, or where it rests.
    public var target: Double { layers.last?.target ?? base }

    /// The time (ns) from which on it is at rest on its target, or nil when it rests already.
    public var end: UInt64? { layers.last?.end }

    /// The value at a time.
    public func value(at time: UInt64) -> Double { momentum(at: time).value }

    /// How fast the value changes at a time, units a second; 0 where a motion only begins, and at rest.
    public func velocity(at time: UInt64) -> Double { momentum(at: time).velocity }

    /// Whether it still moves after a time, be it after a delay.
    public func isMoving(at time: UInt64) -> Bool {
        end.map { time < $0 } ?? false
    }

    /// Sends it to a target, from wherever it is.
    ///
    /// - Parameters:
    ///   - target: what is no number changes nothing.
    ///   - start: when the motion began (ns), not counting its delay; it may lie in the past or in the future.
    public mutating func animate(to target: Double, from start: UInt64, with timing: Timing) {
        guard !target.isNaN else { return }
        settle(at: start)
        if layers.isEmpty, target == base { return }
        let beginning = start.advanced(byAtMost: timing.delay)
        layers.append(
            AnimationLayer(to: target.bounded, from: beginning, along: timing.kind, over: momentum(at: beginning)))
        // What takes no time is over, and what a spring has replaced is gone.
        settle(at: start)
        if layers.count > Self.capacity {
            base = layers[0].momentum(over: ValueAndVelocity(value: base, velocity: 0), at: start).value
            layers.removeFirst()
        }
    }

    /// Puts it at rest on a value; what is no number changes nothing.
    public mutating func jump(to value: Double) {
        guard !value.isNaN else { return }
        base = value.bounded
        layers.removeAll()
    }

    /// Forgets the motions that no longer show at a time and after, so that a number which is never at rest doesn't
    /// grow.
    public mutating func settle(at time: UInt64) {
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
