// SPDX-License-Identifier: MIT

/// The numbers that were tried. After three wrong ones there is a delay before the next, twice as long after each further one.
/// Times are CLOCK_MONOTONIC, ns.
public struct LockAttempts: Equatable, Sendable {
    /// The number of wrong ones since the last right one. It is saved: a restart does not shorten a delay.
    public private(set) var wrong: Int
    private var readyAt: UInt64

    /// - Parameters:
    ///   - wrong: the saved number of wrong ones, whose delay begins again.
    ///   - now: the present time.
    public init(wrong: Int = 0, at now: UInt64) {
        self.wrong = max(wrong, 0)
        readyAt = now + Self.delay(after: wrong)
    }

    /// The rest of the delay, s; 0 without one.
    public func wait(at now: UInt64) -> Int { readyAt > now ? Int((readyAt - now + 999_999_999) / 1_000_000_000) : 0 }

    /// Counts a number as wrong before it is checked: a daemon that is ended meanwhile has counted it.
    public mutating func begin(at now: UInt64) {
        wrong = min(wrong + 1, 1000)
        readyAt = now + Self.delay(after: wrong)
    }

    /// The number was right.
    public mutating func succeeded() { (wrong, readyAt) = (0, 0) }

    /// The delay after a number of wrong ones, ns: 30 s after the third, and at most 15 min.
    static func delay(after wrong: Int) -> UInt64 {
        wrong < 3 ? 0 : min(30 << UInt64(min(wrong - 3, 8)), 900) * 1_000_000_000
    }
}
