/// The tried PINs. After three wrong ones the next has to wait, twice as long after each further one.
/// Times are CLOCK_MONOTONIC, ns; on the wall clock, s since 1970.
public struct LockAttempts: Equatable, Sendable {
    /// The number of wrong ones since the last right one. It is saved, with ``lastWrong``: a restart does not shorten a delay.
    public private(set) var wrong: Int
    /// The time of the last wrong one by the wall clock; nil without one.
    public private(set) var lastWrong: Int64?
    private var readyAt: UInt64

    /// Resumes the delay after the saved number of wrong ones. A time of the last one that is unknown or in
    /// the future counts as now.
    public init(wrong: Int = 0, lastWrong: Int64? = nil, wallClock: Int64, at now: UInt64) {
        self.wrong = max(wrong, 0)
        let last = min(lastWrong ?? wallClock, wallClock)
        self.lastWrong = wrong > 0 ? last : nil
        let passed = min(UInt64(bitPattern: wallClock &- last), Self.maximumDelay)
        let delay = Self.delay(after: wrong)
        readyAt = now + (delay - min(passed * 1_000_000_000, delay))
    }

    /// The rest of the delay, s; 0 without one.
    public func wait(at now: UInt64) -> Int { readyAt > now ? Int((readyAt - now + 999_999_999) / 1_000_000_000) : 0 }

    /// Counts a PIN as wrong before it is checked: it counts even if the daemon ends meanwhile.
    public mutating func begin(wallClock: Int64, at now: UInt64) {
        (wrong, lastWrong) = (min(wrong + 1, 1000), wallClock)
        readyAt = now + Self.delay(after: wrong)
    }

    /// The PIN was right.
    public mutating func succeeded() { (wrong, lastWrong, readyAt) = (0, nil, 0) }

    /// s
    private static let maximumDelay: UInt64 = 900

    /// The delay after a number of wrong ones, ns: 30 s after the third, and at most 15 min.
    static func delay(after wrong: Int) -> UInt64 {
        wrong < 3 ? 0 : min(30 << UInt64(min(wrong - 3, 8)), maximumDelay) * 1_000_000_000
    }
}
