// SPDX-License-Identifier: MIT
import Glibc

/// The time of a clock (clock_gettime(2)), ns; nil for an unknown clock.
public func clockTime(_ clock: Int32) -> UInt64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
