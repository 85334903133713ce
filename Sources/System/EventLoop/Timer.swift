// SPDX-License-Identifier: MIT

extension EventLoop {
    /// A timer of an event loop. It fires once for each time it is armed; the loop keeps it while it is.
    public final class Timer {
        /// When it fires: CLOCK_MONOTONIC, ns; nil while it is not armed.
        public private(set) var deadline: UInt64?
        private let handler: () -> Void
        private let loop: EventLoop

        init(loop: EventLoop, handler: @escaping () -> Void) {
            self.loop = loop
            self.handler = handler
        }

        /// Arms it, or moves it.
        public func arm(at deadline: UInt64) {
            self.deadline = deadline
            loop.arm(self)
        }

        /// Arms it for some nanoseconds from now.
        public func arm(after delay: UInt64) {
            arm(at: MonotonicClock.now + delay)
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
