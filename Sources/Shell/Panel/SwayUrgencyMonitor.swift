// SPDX-License-Identifier: MIT
import EventLoop
import Posix

/// The urgent windows, from sway's IPC socket. No Wayland protocol announces urgency, so other compositors have no such
/// monitor.
final class SwayUrgencyMonitor {
    /// Called with the app-ids of the urgent windows.
    var onChange: (Set<String>) -> Void = { _ in }

    private let socket: FileDescriptor
    private var watch: FileDescriptorSource?
    private var received: [UInt8] = []
    private var urgent: [Int64: String] = [:]

    /// - Parameter path: `$SWAYSOCK`.
    /// - Returns: nil if there is no sway.
    init?(path: String?, loop: EventLoop) {
        guard let path, let socket = try? UnixSocket.connect(to: path) else { return nil }
        self.socket = socket
        let subscription = SwayIPCMessage.subscription
        // A new socket's buffer holds so short a message.
        guard (try? self.socket.send(subscription.span)) == subscription.count else { return nil }
        watch = try? loop.watch(self.socket.rawValue, for: .read) { [weak self] _ in self?.receive() }
        if watch == nil { return nil }
    }

    deinit {
        watch?.cancel()
    }

    private func receive() {
        let bytes: [UInt8]
        do throws(SystemError) {
            guard let available = try socket.read(upTo: 16 * 1024) else { return }
            bytes = available
        } catch {
            return close()
        }
        received += bytes
        guard !bytes.isEmpty, let messages = SwayIPCMessage.parse(&received) else { return close() }
        let before = Set(urgent.values)
        for message in messages {
            switch message {
            case .urgent(let all): urgent = all
            case .window(let id, let appID): urgent[id] = appID
            case .other: break
            }
        }
        let after = Set(urgent.values)
        if after != before { onChange(after) }
    }

    private func close() {
        watch?.cancel()
        watch = nil
        received = []
        guard !urgent.isEmpty else { return }
        urgent = [:]
        onChange([])
    }
}
