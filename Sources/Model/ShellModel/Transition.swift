// SPDX-License-Identifier: MIT

/// The duration and the timing of a change.
public struct Transition: Equatable, Sendable {
    public enum Timing: Equatable, Sendable {
        case curve(TimingCurve)
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

    public init(duration: UInt64, curve: TimingCurve) {
        self.init(duration: duration, timing: .curve(curve))
    }

    public init(duration: UInt64, bounce: Double) {
        self.init(duration: duration, timing: .spring(bounce: bounce))
    }
}

/// The control points of a cubic Bézier timing curve from (0, 0) to (1, 1).
public struct TimingCurve: Equatable, Sendable {
    public var x1: Double
    public var y1: Double
    public var x2: Double
    public var y2: Double

    public static let linear = TimingCurve(x1: 0, y1: 0, x2: 1, y2: 1)
    public static let easeIn = TimingCurve(x1: 0.42, y1: 0, x2: 1, y2: 1)
    public static let easeOut = TimingCurve(x1: 0, y1: 0, x2: 0.58, y2: 1)
    public static let easeInOut = TimingCurve(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    /// The curves with a name in the configuration.
    public static let named: [(name: String, curve: TimingCurve)] = [
        ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
    ]

    public init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = x1
        self.y1 = y1
        self.x2 = x2
        self.y2 = y2
    }
}
