// SPDX-License-Identifier: MIT

/// How a number gets to its target: along what, and after which delay.
public struct Timing: Equatable, Hashable, Sendable {
    /// What a number moves along.
    public enum Kind: Equatable, Hashable, Sendable {
        /// A timing curve over a duration in nanoseconds; 0 is a jump.
        case curve(CubicBezier, duration: UInt64)
        /// A spring; it lasts until it has settled.
        case spring(Spring)
    }

    public var kind: Kind
    /// Nanoseconds after the start during which whatever was under way before goes on.
    public var delay: UInt64

    public init(_ kind: Kind, delay: UInt64 = 0) {
        self.kind = kind
        self.delay = delay
    }

    /// At once.
    public static let immediate = Timing.curve(.linear, duration: 0)

    /// Along a timing curve; the duration is in nanoseconds.
    public static func curve(_ curve: CubicBezier, duration: UInt64) -> Timing {
        Timing(.curve(curve, duration: duration))
    }

    /// With a spring.
    public static func spring(_ spring: Spring) -> Timing { Timing(.spring(spring)) }

    /// The same, later by some nanoseconds.
    public func delayed(by delay: UInt64) -> Timing {
        Timing(kind, delay: self.delay.advanced(byAtMost: delay))
    }

    /// The same, or, for a user who wants motion reduced, at once: without the delay too, which only spreads motion.
    public func reduced(_ reducesMotion: Bool) -> Timing { reducesMotion ? .immediate : self }
}
