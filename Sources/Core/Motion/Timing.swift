/// The timing of an animation: its curve or spring, and its delay.
public struct Timing: Equatable, Hashable, Sendable {
    public enum Kind: Equatable, Hashable, Sendable {
        /// A timing curve over a duration in nanoseconds; 0 is a jump.
        case curve(CubicBezier, duration: UInt64)
        /// A spring; lasts until it has settled.
        case spring(Spring)
    }

    public var kind: Kind
    /// The delay after the start, ns, during which earlier animations continue.
    public var delay: UInt64

    public init(_ kind: Kind, delay: UInt64 = 0) {
        self.kind = kind
        self.delay = delay
    }

    /// A jump.
    public static let immediate = Timing.curve(.linear, duration: 0)

    public static func curve(_ curve: CubicBezier, duration: UInt64) -> Timing {
        Timing(.curve(curve, duration: duration))
    }

    public static func spring(_ spring: Spring) -> Timing { Timing(.spring(spring)) }

    /// The timing with a longer delay, ns.
    public func delayed(by delay: UInt64) -> Timing {
        Timing(kind, delay: self.delay.advanced(byAtMost: delay))
    }

    /// A jump without a delay for a user who prefers reduced motion, else the timing itself.
    public func reduced(_ reducesMotion: Bool) -> Timing { reducesMotion ? .immediate : self }
}
