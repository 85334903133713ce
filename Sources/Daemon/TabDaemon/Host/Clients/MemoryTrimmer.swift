// SPDX-License-Identifier: MIT
import EventLoop
import Posix

/// Returns memory to the system after the start, and after a burst of clients has gone. The allocator would keep what lies between
/// blocks that are still in use.
final class MemoryTrimmer {
    /// The number of clients from which on it is worth the time.
    private static let burst = 64
    /// The delay after which memory is returned, ns: others of the burst may be about to leave.
    private static let delay: UInt64 = 1_000_000_000

    /// The maximum number of clients since memory was returned last.
    private var peak = 0
    private var timer: EventLoop.Timer?

    init(on loop: EventLoop) {
        timer = loop.timer { [weak self] in
            guard let self else { return }
            peak = 0
            releaseFreeMemory()
            releaseUnusedStack()
        }
        timer?.arm(after: Self.delay)
    }

    /// Follows the number of clients.
    func update(_ clients: Int) {
        peak = max(peak, clients)
        if peak >= Self.burst, clients <= peak / 2 { timer?.arm(after: Self.delay) }
    }
}
