// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// CLOCK_MONOTONIC, the one clock of all tabshell processes.
public enum MonotonicClock {
    /// Nanoseconds since an unspecified moment before the machine's start.
    public static var now: UInt64 { clockTime(CLOCK_MONOTONIC) ?? 0 }
}
