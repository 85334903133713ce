// SPDX-License-Identifier: MIT

/// The starts of a program whose window is kept open: after delays that grow while it keeps going, and at most a number of times
/// an hour. Times are CLOCK_MONOTONIC, ns.
struct WindowKeeper: Equatable {
    enum Decision: Equatable {
        case start(at: UInt64)
        /// It was started too often; it is tried again at this time.
        case pause(until: UInt64)
    }

    static let minimumDelay: UInt64 = 1_000_000_000
    static let maximumDelay: UInt64 = 60_000_000_000
    /// The time that a window is there after which earlier losses no longer count.
    static let healthyTime: UInt64 = 60_000_000_000
    /// The time that a program has to open its window.
    static let openingTime: UInt64 = 60_000_000_000
    /// The time that a program may run on without the window that it had.
    static let closingTime: UInt64 = 5_000_000_000
    static let maximumStarts = 12
    static let hour: UInt64 = 3_600_000_000_000

    /// The starts within the last hour.
    private var starts: [UInt64] = []
    private var losses: UInt64 = 0
    private var shownSince: UInt64?

    /// Takes notice of the window.
    mutating func windowAppeared(at now: UInt64) { shownSince = shownSince ?? now }

    /// Decides about a program that has ended, or whose window has gone.
    mutating func lost(at now: UInt64) -> Decision {
        if let shownSince, now - shownSince >= Self.healthyTime { losses = 0 }
        shownSince = nil
        starts.removeAll { $0 + Self.hour <= now }
        if starts.count >= Self.maximumStarts, let first = starts.first { return .pause(until: first + Self.hour) }
        let start = now + min(Self.minimumDelay << min(losses, 10), Self.maximumDelay)
        losses += 1
        starts.append(start)
        return .start(at: start)
    }
}
