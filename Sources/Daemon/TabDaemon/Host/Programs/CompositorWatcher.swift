import EventLoop
import Glibc
import Posix

/// Waits for the compositor's socket: by inotify, and in growing intervals for one that exists and does not listen yet.
final class CompositorWatcher {
    /// Called once for each ``wait()``, when the socket accepts connections.
    var onAppear: () -> Void = {}

    /// The path of the socket; nil if the environment names none.
    let path: String?
    private let loop: EventLoop
    private var watcher: FileWatcher?
    private var timer: EventLoop.Timer?
    private var interval = minimumInterval
    private(set) var isWaiting = false

    /// The minimum and maximum time between two checks, ns.
    private static let minimumInterval: UInt64 = 20_000_000
    private static let maximumInterval: UInt64 = 10_000_000_000

    init(environment: (String) -> String?, on loop: EventLoop) {
        self.loop = loop
        // The rule of wl_display_connect(3).
        let display = environment("WAYLAND_DISPLAY").flatMap { $0.isEmpty ? nil : $0 } ?? "wayland-0"
        let directory = environment("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 }
        path = display.hasPrefix("/") ? display : directory.map { "\($0)/\(display)" }
        timer = loop.timer { [weak self] in self?.check() }
    }

    /// The reason why the programs that need a compositor do not run.
    var reason: String {
        path.map { "no compositor at \($0)" } ?? "no compositor: XDG_RUNTIME_DIR is not set"
    }

    /// True if something accepts connections.
    var isReachable: Bool {
        guard let path else { return false }
        do throws(SystemError) {
            _ = try UnixSocket.connect(to: path)
            return true
        } catch {
            // It listens, and its queue is full.
            return error.code == EAGAIN
        }
    }

    /// Calls ``onAppear`` as soon as there is a compositor.
    func wait() {
        guard !isWaiting, let path else { return }
        isWaiting = true
        interval = Self.minimumInterval
        timer?.arm(after: interval)
        watcher = FileWatcher([path], on: loop, watchesLater: true) { [weak self] in
            // The socket exists before it listens.
            self?.interval = Self.minimumInterval
            self?.timer?.arm(after: 0)
        }
    }

    func stop() {
        isWaiting = false
        timer?.disarm()
        watcher = nil
    }

    private func check() {
        guard isReachable else {
            interval = min(interval * 2, Self.maximumInterval)
            timer?.arm(after: interval)
            return
        }
        stop()
        onAppear()
    }
}
