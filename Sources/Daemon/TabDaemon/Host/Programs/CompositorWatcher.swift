// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix

/// Waits for the compositor's socket to appear, for programs that found none: by inotify, and in growing intervals where
/// that reports nothing, as for a socket that exists and does not listen yet.
final class CompositorWatcher {
    /// Called once for each ``wait()``, when the socket accepts connections.
    var onAppear: () -> Void = {}

    /// The path of the socket; nil if the environment names none.
    let path: String?
    private let loop: EventLoop
    private let changes: DirectoryChanges?
    private var source: FileDescriptorSource?
    private var timer: EventLoop.Timer?
    private var interval = minimumInterval
    private(set) var isWaiting = false

    /// The time until the first check after a change, and the longest between two, ns.
    private static let minimumInterval: UInt64 = 20_000_000
    private static let maximumInterval: UInt64 = 10_000_000_000

    /// - Parameter environment: the environment that the programs get, by name.
    init(environment: (String) -> String?, on loop: EventLoop) {
        self.loop = loop
        // The rule of wl_display_connect(3).
        let display = environment("WAYLAND_DISPLAY").flatMap { $0.isEmpty ? nil : $0 } ?? "wayland-0"
        let directory = environment("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 }
        path = display.hasPrefix("/") ? display : directory.map { "\($0)/\(display)" }
        changes = try? DirectoryChanges()
        timer = loop.timer { [weak self] in self?.check() }
    }

    /// The reason why the programs that need a compositor do not run.
    var reason: String {
        path.map { localized("no compositor at \($0)") } ?? localized("no compositor: XDG_RUNTIME_DIR is not set")
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
        do throws(SystemError) {
            source = try changes?.watch(FileSystem.directory(of: path), on: loop) { [weak self] names in
                guard let self else { return }
                // The socket exists before it listens.
                guard names.contains(FileSystem.name(of: path)) else { return }
                interval = Self.minimumInterval
                timer?.arm(after: 0)
            }
        } catch {
            // The intervals remain.
        }
    }

    func stop() {
        isWaiting = false
        timer?.disarm()
        source = nil
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

/// The names that appear in a directory.
private final class DirectoryChanges {
    private let inotify: Inotify

    init() throws(SystemError) {
        inotify = try Inotify()
    }

    func watch(
        _ directory: String, on loop: EventLoop, _ handler: @escaping ([String]) -> Void
    ) throws(SystemError) -> FileDescriptorSource {
        _ = try inotify.watch(directory, for: [.created, .movedTo, .onlyDirectory])
        return try loop.watch(inotify.descriptor.rawValue, for: .read) { [weak self] _ in
            guard let self else { return }
            handler(inotify.readEvents().map(\.name))
        }
    }
}
