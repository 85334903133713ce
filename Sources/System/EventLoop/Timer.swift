// SPDX-License-Identifier: MIT
import Glibc
import Posix

extension EventLoop {
    /// A one-shot timer of an event loop. The loop keeps it while it is armed.
    public final class Timer {
        /// The time at which it fires: CLOCK_MONOTONIC, ns; nil while it is not armed.
        public private(set) var deadline: UInt64?
        private let handler: () -> Void
        private let loop: EventLoop

        init(loop: EventLoop, handler: @escaping () -> Void) {
            self.loop = loop
            self.handler = handler
        }

        /// Arms the timer, or moves its deadline.
        public func arm(at deadline: UInt64) {
            self.deadline = deadline
            loop.arm(self)
        }

        /// Arms the timer with a delay from now, ns.
        public func arm(after delay: UInt64) {
            let (deadline, overflow) = MonotonicClock.now.addingReportingOverflow(delay)
            arm(at: overflow ? .max : deadline)
        }

        public func disarm() {
            guard deadline != nil else { return }
            deadline = nil
            loop.disarm(self)
        }

        func isDue(at time: UInt64) -> Bool {
            deadline.map { $0 <= time } ?? false
        }

        func fire() {
            disarm()
            handler()
        }
    }
}

/// CLOCK_MONOTONIC, the one clock of all tabshell processes.
public enum MonotonicClock {
    /// Nanoseconds since an unspecified moment before the machine's start.
    public static var now: UInt64 { clockTime(CLOCK_MONOTONIC) ?? 0 }
}
