private import Glibc

/// The Gaussian blur of a shadow.
public struct GaussianShadow: Equatable, Sendable {
    /// The standard deviation, in the caller's pixels.
    public var sigma: Double

    /// - Parameter sigma: 0 or NaN is a hard edge.
    public init(sigma: Double) {
        self.sigma = sigma > 0 ? min(sigma, 10_000) : 0
    }

    /// The distance from the shape at which the shadow is cut off: 2.8 σ, rounded up. Less than 0.3 % lies farther out.
    public var extent: Int { Int((2.8 * sigma).rounded(.up)) }

    /// The coverage (0…1) at a distance outside of a straight edge; negative distances are inside.
    public func coverage(atDistance distance: Double) -> Double {
        guard sigma > 0 else { return distance < 0 ? 1 : 0 }
        return erfc(distance / (sigma * 2.0.squareRoot())) / 2
    }
}
