import Glibc

/// A hop: a height that rises from 0 to 1 and returns, sin² πp of a progress p that is animated from 0 to 1. Started
/// again on its way down, it rises from its present height; on its way up it continues. So the height never jumps.
public struct Bounce: Equatable, Sendable {
    private var progress = AnimatedValue(0)

    public init() {}

    /// The height at a time, 0…1.
    public func height(at time: UInt64) -> Double {
        guard isMoving(at: time) else { return 0 }
        let wave = sin(.pi * progress.value(at: time))
        return wave * wave
    }

    /// True if the height changes after a time, at once or after a delay.
    public func isMoving(at time: UInt64) -> Bool { progress.isMoving(at: time) }

    /// Starts from the current height at a time (ns) without the delay. A timing without a duration does nothing.
    public mutating func start(from start: UInt64, with timing: Timing) {
        if isMoving(at: start) {
            let now = progress.value(at: start)
            guard now > 0.5 else { return }
            progress.jump(to: max(1 - now, 0))
        } else {
            progress.jump(to: 0)
        }
        progress.animate(to: 1, from: start, with: timing)
    }
}
