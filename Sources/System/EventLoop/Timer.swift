import Glibc
import Posix

extension EventLoop {
    /// A one-shot timer of an event loop. Its release disarms it.
    public final class Timer {
        let id: UInt64
        let handler: () -> Void
        private let loop: EventLoop

        init(loop: EventLoop, id: UInt64, handler: @escaping () -> Void) {
            self.loop = loop
            self.id = id
            self.handler = handler
        }

        deinit { disarm() }

        /// The time at which it fires: CLOCK_MONOTONIC, ns; nil while disarmed.
        public var deadline: UInt64? { loop.deadline(of: self) }

        /// Arms the timer, or moves its deadline; nil disarms it.
        public func arm(at deadline: UInt64?) {
            guard let deadline else { return disarm() }
            loop.arm(self, at: deadline)
        }

        /// Arms the timer with a delay from now, ns; nil disarms it.
        public func arm(after delay: UInt64?) {
            guard let delay else { return disarm() }
            let (deadline, overflow) = MonotonicClock.now.addingReportingOverflow(delay)
            arm(at: overflow ? .max : deadline)
        }

        public func disarm() {
            loop.disarm(self)
        }
    }
}

/// CLOCK_MONOTONIC, the one clock of all tabshell processes.
public enum MonotonicClock {
    /// Nanoseconds since an unspecified moment before the machine's start.
    public static var now: UInt64 { clockTime(CLOCK_MONOTONIC) ?? 0 }
}

/// A timer for a time of the wall clock. It also fires when that clock is set, by hand or by NTP.
public final class WallClockTimer {
    private let descriptor: WallClockDescriptor
    private var source: FileDescriptorSource?

    /// - Parameter handler: called when the time has come, perhaps early.
    /// - Throws: ``SystemError`` when descriptors run out.
    public init(on loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
        descriptor = try WallClockDescriptor()
        source = try loop.watch(descriptor.rawValue, for: .read) { [weak self] _ in
            self?.descriptor.clear()
            handler()
        }
    }

    /// Arms the timer, or moves its deadline. `seconds` are since 1970.
    public func arm(at seconds: Int64) throws(SystemError) { try descriptor.arm(at: seconds) }
}
