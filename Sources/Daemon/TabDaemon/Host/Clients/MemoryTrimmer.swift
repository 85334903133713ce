import EventLoop
import Posix

/// Returns memory to the system after the start and a burst of clients. The allocator keeps it between blocks in use.
final class MemoryTrimmer {
    /// The minimum number of clients that makes it worth the time.
    private static let burst = 64
    /// The delay after which memory is returned, ns: others of the burst may leave soon.
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

    func update(_ clients: Int) {
        peak = max(peak, clients)
        if peak >= Self.burst, clients <= peak / 2 { timer?.arm(after: Self.delay) }
    }
}
