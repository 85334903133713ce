import Motion

/// Seconds as nanoseconds.
func ns(_ seconds: Double) -> UInt64 { UInt64((seconds * 1e9).rounded()) }

extension Timing {
    static func easeInOut(_ seconds: Double) -> Timing { .curve(.easeInOut, duration: ns(seconds)) }

    static func spring(_ duration: Double, _ bounce: Double = 0) -> Timing {
        .spring(Spring(duration: duration, bounce: bounce))
    }

    var spring: Spring? {
        guard case .spring(let spring) = kind else { return nil }
        return spring
    }
}
