// SPDX-License-Identifier: MIT

import Glibc

/// A moment on `CLOCK_MONOTONIC` by which something must have happened.
public struct Deadline: Sendable {
    /// What a condition may take at most by default, in s: generous, for a machine that is busy with other tests.
    public static let usual = 20.0

    private let end: UInt64

    /// A moment that lies the given number of seconds ahead.
    public init(seconds: Double = Deadline.usual) {
        end = Monotonic.now + UInt64(seconds * 1e9)
    }

    /// What is left, in ms and rounded up; 0 when the moment has passed.
    public var remaining: Int32 {
        let now = Monotonic.now
        return now >= end ? 0 : Int32(clamping: (end - now + 999_999) / 1_000_000)
    }

    /// Whether the moment has passed.
    public var hasPassed: Bool { remaining == 0 }

    /// Waits until one of the events is there for the descriptor, or the moment has passed.
    ///
    /// - Returns: false when the moment has passed.
    public func poll(_ descriptor: Int32, for events: Int32 = POLLIN) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let ready = Glibc.poll(&watched, 1, remaining)
            if ready > 0 { return true }
            if ready == 0 || errno != EINTR { return false }
        }
    }
}

/// `CLOCK_MONOTONIC`.
public enum Monotonic {
    /// The time now, in ns.
    public static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
