import CLinux
import Glibc

/// A timerfd_create(2) on CLOCK_REALTIME: a descriptor that becomes readable at a wall-clock time, and when that clock is set.
public struct WallClockDescriptor: ~Copyable {
    private let descriptor: FileDescriptor

    /// - Throws: ``SystemError`` when descriptors run out.
    public init() throws(SystemError) {
        descriptor = FileDescriptor(
            owning: try systemCall("timerfd_create") {
                timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
            })
    }

    /// The number, for waiting.
    public var rawValue: Int32 { descriptor.rawValue }

    /// Arms it for a time, s since 1970. It is due at once if the clock was set since it was last readable: its owner may have
    /// seen another time.
    public func arm(at seconds: Int64) throws(SystemError) {
        var value = itimerspec()
        // Zero would disarm it.
        value.it_value.tv_sec = time_t(max(seconds, 1))
        try systemCall("timerfd_settime") {
            while true {
                let result = timerfd_settime(
                    rawValue, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &value, nil)
                if result != -1 || errno != ECANCELED { return result }
                value.it_value.tv_sec = 1
            }
        }
    }

    /// Makes it unreadable until it is due again.
    public func clear() {
        var count: UInt64 = 0
        // ECANCELED after the clock was set: the owner looks at the time anyway.
        _ = read(rawValue, &count, MemoryLayout<UInt64>.size)
    }
}
