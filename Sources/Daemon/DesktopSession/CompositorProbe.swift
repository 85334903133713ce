import EventLoop
import Glibc
import Posix

/// A watch over a compositor's answers: it connects at intervals, and sends wl_display.sync.
final class CompositorProbe {
    /// The interval between two requests, ns.
    static let interval: UInt64 = 60_000_000_000
    /// The timeout of a request, ns.
    static let timeout: UInt64 = 30_000_000_000
    /// The delay before another attempt while the compositor's queue of connections is full, ns.
    private static let retryDelay: UInt64 = 1_000_000_000
    /// wl_display.sync: the object 1, the size and the opcode, and the id of the callback, in the order of this machine.
    private static let request = [1, 12 << 16, 2].flatMap { (word: UInt32) in
        unsafe withUnsafeBytes(of: word) { unsafe Array($0) }
    }

    private let path: String
    private let interval: UInt64
    private let timeout: UInt64
    private let loop: EventLoop
    private let onHang: () -> Void
    private var timer: EventLoop.Timer?
    private var connection: FileDescriptor?
    private var source: FileDescriptorSource?
    /// The time after which an unanswered request means a hang, CLOCK_MONOTONIC, ns.
    private var deadline: UInt64?

    /// Watches the Wayland socket at a path, and calls a function once, if the compositor has not answered in time.
    init(
        _ path: String, interval: UInt64 = CompositorProbe.interval, timeout: UInt64 = CompositorProbe.timeout,
        on loop: EventLoop, onHang: @escaping () -> Void
    ) {
        (self.path, self.interval, self.timeout, self.loop, self.onHang) = (path, interval, timeout, loop, onHang)
        timer = loop.timer { [weak self] in self?.fire() }
        timer?.arm(after: interval)
    }

    private func fire() {
        let now = MonotonicClock.now
        let deadline = deadline ?? now + timeout
        guard now < deadline else {
            disconnect()
            return onHang()
        }
        self.deadline = deadline
        do throws(SystemError) {
            let connection = try UnixSocket.connect(to: path)
            try connection.writeAll(Self.request)
            source = try loop.watch(connection.rawValue, for: .read) { [weak self] _ in self?.answered() }
            self.connection = consume connection
            timer?.arm(at: deadline)
        } catch {
            disconnect()
            // A compositor that refuses connections is exiting, which its parent notices.
            if error.code == EAGAIN { timer?.arm(after: min(Self.retryDelay, deadline - now)) } else { answered() }
        }
    }

    private func answered() {
        disconnect()
        deadline = nil
        timer?.arm(after: interval)
    }

    private func disconnect() {
        source = nil
        connection = nil
    }
}
