// SPDX-License-Identifier: MIT
import Glibc

/// CLOCK_MONOTONIC, the one clock of all tabshell processes.
public enum MonotonicClock {
    /// Nanoseconds since some moment before the machine's start.
    public static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
