/// The velocity of a finger, measured over the last 80 ms of its movement. Times are CLOCK_MONOTONIC, ns.
public struct VelocityTracker: Equatable, Sendable {
    private struct Sample: Equatable, Sendable {
        var time: UInt64
        var position: Double
    }

    private static let window: UInt64 = 80_000_000

    private var samples: [Sample] = []

    public init() {}

    public mutating func add(_ position: Double, at time: UInt64) {
        samples.append(Sample(time: time, position: position))
        samples.removeAll { $0.time + Self.window < time }
    }

    /// Returns the velocity at a time, in units per second; 0 for a resting finger.
    public func velocity(at time: UInt64) -> Double {
        let recent = samples.filter { $0.time + Self.window >= time }
        guard let first = recent.first, let last = recent.last, last.time > first.time else { return 0 }
        return (last.position - first.position) / (Double(last.time - first.time) / 1e9)
    }
}
