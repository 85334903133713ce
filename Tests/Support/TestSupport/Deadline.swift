import Glibc

/// A time on `CLOCK_MONOTONIC` by which a condition must hold.
public struct Deadline: Sendable {
    /// The default timeout of conditions, s: generous, for a machine busy with other tests.
    public static let usual = 20.0

    /// The factor of all timeouts, `$TABSHELL_TIMEOUT_FACTOR`: sanitizers make programs several times slower.
    static let factor = Environment.value("TABSHELL_TIMEOUT_FACTOR").flatMap(Double.init) ?? 1

    private let end: UInt64

    /// Creates a deadline a number of seconds ahead, times ``factor``.
    public init(seconds: Double = Deadline.usual) {
        end = Monotonic.now + UInt64(seconds * Self.factor * 1e9)
    }

    /// Creates the end of a time in which nothing may happen, s. It is the same with any ``factor``.
    public init(quiet seconds: Double) {
        end = Monotonic.now + UInt64(seconds * 1e9)
    }

    /// The remaining time in ms, rounded up; 0 once the deadline has passed.
    public var remaining: Int32 {
        let now = Monotonic.now
        return now >= end ? 0 : Int32(clamping: (end - now + 999_999) / 1_000_000)
    }

    public var hasPassed: Bool { remaining == 0 }

    /// Waits until the descriptor has one of the events; false if the deadline has passed before.
    public func poll(_ descriptor: Int32, for events: Int32 = POLLIN) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let ready = Glibc.poll(&watched, 1, remaining)
            if ready > 0 { return true }
            if ready == 0 || errno != EINTR { return false }
        }
    }
}

public enum Monotonic {
    /// The current time, ns.
    public static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
