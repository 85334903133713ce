import EventLoop
import Glibc
import Posix

/// Reports the status to the service manager (sd_notify(3)). libsystemd would be a large dependency for one sendto(2).
final class SystemdNotifier {
    /// The variables of the protocol, which are the daemon's and not its programs'.
    static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

    private let address: String?
    /// The states that the manager could not take yet, in order.
    private var unsent: [String] = []
    private var retry: EventLoop.Timer?
    private var watchdog: EventLoop.Timer?

    private static let retryInterval: UInt64 = 100_000_000
    /// The number of states that are kept, so that a manager that never reads costs nothing.
    private static let maximumUnsent = 16

    init(environment: (String) -> String?, on loop: EventLoop) {
        address = environment("NOTIFY_SOCKET").flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        retry = loop.timer { [weak self] in self?.send() }
        startWatchdog(environment, on: loop)
    }

    /// Sends a state such as `READY=1`: at once, or when a busy manager reads again. A manager that does not listen is not an error.
    func notify(_ state: String) {
        guard address != nil, unsent.count < Self.maximumUnsent else { return }
        unsent.append(state)
        send()
    }

    func notify(_ state: ServiceState) {
        switch state {
        case .ready: notify("READY=1")
        case .reloading: notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now / 1000)")
        case .stopping: notify("STOPPING=1")
        }
    }

    private func send() {
        guard let address else { return }
        while let state = unsent.first {
            do throws(SystemError) {
                try UnixSocket.sendDatagram(Array(state.utf8), to: address)
            } catch {
                if error.code == EAGAIN { return retry?.arm(after: Self.retryInterval) ?? () }
            }
            unsent.removeFirst()
        }
    }

    /// Reports from the loop that it runs, twice as often as the manager demands (sd_watchdog_enabled(3)).
    private func startWatchdog(_ environment: (String) -> String?, on loop: EventLoop) {
        let isOwn = environment("WATCHDOG_PID").map { pid_t($0) == getpid() } ?? true
        guard address != nil, isOwn, let time = environment("WATCHDOG_USEC").flatMap({ UInt64($0) }), time > 0 else {
            return
        }
        let interval = min(time, UInt64.max / 1000) * 1000 / 2
        watchdog = loop.timer { [weak self] in
            self?.notify("WATCHDOG=1")
            self?.watchdog?.arm(after: interval)
        }
        watchdog?.arm(after: interval)
    }
}
