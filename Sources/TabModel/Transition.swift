// SPDX-License-Identifier: MIT

/// How long a change takes and along which curve.
public struct Transition: Equatable, Sendable {
    /// Nanoseconds; 0 is immediate.
    public var duration: UInt64
    /// The two control points (x1, y1, x2, y2) of a cubic Bézier timing curve.
    public var curve: TimingCurve

    public init(duration: UInt64, curve: TimingCurve) {
        self.duration = duration
        self.curve = curve
    }
}

/// The control points of a cubic Bézier timing curve from (0, 0) to (1, 1).
public struct TimingCurve: Equatable, Sendable {
    public var x1: Double
    public var y1: Double
    public var x2: Double
    public var y2: Double

    public static let easeInOut = TimingCurve(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    public init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = x1
        self.y1 = y1
        self.x2 = x2
        self.y2 = y2
    }
}
