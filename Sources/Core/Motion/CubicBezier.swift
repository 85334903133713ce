/// A timing curve from (0, 0) to (1, 1) through two control points, as in CSS Easing Functions Level 1, section 2.3.
/// Their `x` is clamped to 0…1, so that it is a function of time, and their `y` to ±10⁶; NaN is the linear curve's
/// coordinate.
public struct CubicBezier: Equatable, Hashable, Sendable {
    public let x1: Double
    public let y1: Double
    public let x2: Double
    public let y2: Double

    public static let linear = CubicBezier(0, 0, 1, 1)
    public static let easeIn = CubicBezier(0.42, 0, 1, 1)
    public static let easeOut = CubicBezier(0, 0, 0.58, 1)
    public static let easeInOut = CubicBezier(0.42, 0, 0.58, 1)

    /// The slope of a vertical tangent.
    private static let maximumSlope = 1000.0

    public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        self.x1 = x1.clamped(to: 0...1, fallback: 0)
        self.y1 = y1.clamped(to: -1e6...1e6, fallback: 0)
        self.x2 = x2.clamped(to: 0...1, fallback: 1)
        self.y2 = y2.clamped(to: -1e6...1e6, fallback: 1)
    }

    /// The progress at a fraction of the duration, and the slope in progress per duration: 1 for the linear curve. A
    /// fraction outside 0…1 gives the nearer end. The slope is 0 at both ends and outside of them, and within ±1000.
    public func state(at fraction: Double) -> (progress: Double, slope: Double) {
        guard fraction > 0 else { return (0, 0) }
        guard fraction < 1 else { return (1, 0) }
        let t = parameter(forX: fraction)
        let run = Self.slope(x1, x2, t)
        let slope = run > 1e-12 ? Self.slope(y1, y2, t) / run : quotient(around: fraction)
        return (
            Self.coordinate(y1, y2, t),
            slope.clamped(to: -Self.maximumSlope...Self.maximumSlope, fallback: Self.maximumSlope)
        )
    }

    /// The difference quotient, for points where the derivatives of both coordinates are 0.
    private func quotient(around fraction: Double) -> Double {
        let (before, after) = (max(fraction - 1e-6, 0), min(fraction + 1e-6, 1))
        let rise =
            Self.coordinate(y1, y2, parameter(forX: after)) - Self.coordinate(y1, y2, parameter(forX: before))
        return rise / (after - before)
    }

    /// Newton's method, which needs two or three steps on a well-behaved curve, inside a bisection that always ends.
    private func parameter(forX x: Double) -> Double {
        var low = 0.0
        var high = 1.0
        var t = x
        for _ in 0..<64 {
            let error = Self.coordinate(x1, x2, t) - x
            if abs(error) < 1e-12 { break }
            if error > 0 { high = t } else { low = t }
            let slope = Self.slope(x1, x2, t)
            let next = slope > 1e-9 ? t - error / slope : low - 1
            t = next > low && next < high ? next : (low + high) / 2
        }
        return t
    }

    private static func coordinate(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * first + 3 * u * t * t * second + t * t * t
    }

    private static func slope(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * first + 6 * u * t * (second - first) + 3 * t * t * (1 - second)
    }
}
