// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import Glibc

/// The urgent windows, from sway's IPC socket. No Wayland protocol announces urgency, so other compositors have no such
/// monitor.
final class SwayUrgencyMonitor {
    /// Called with the app-ids of the urgent windows.
    var onChange: (Set<String>) -> Void = { _ in }

    private var socket: FileDescriptor
    private var watch: FileDescriptorSource?
    private var received: [UInt8] = []
    private var urgent: [Int64: String] = [:]

    /// - Parameter path: `$SWAYSOCK`.
    /// - Returns: nil if there is no sway.
    init?(path: String?, loop: EventLoop) {
        guard let path else { return nil }
        let number = clinux_connect(path)
        guard number >= 0 else { return nil }
        socket = FileDescriptor(owning: number)
        let subscription = SwayIPCMessage.subscription
        // A new socket's buffer holds so short a message.
        guard send(number, subscription, subscription.count, Int32(MSG_NOSIGNAL)) == subscription.count else {
            return nil
        }
        watch = try? loop.watch(number, for: .read) { [weak self] _ in self?.receive() }
        if watch == nil { return nil }
    }

    deinit {
        watch?.cancel()
    }

    private func receive() {
        let count = withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            let count = recv(socket.number, buffer.baseAddress, buffer.count, 0)
            if count > 0 { received += buffer.prefix(count) }
            return count
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0, let messages = SwayIPCMessage.parse(&received) else { return close() }
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
