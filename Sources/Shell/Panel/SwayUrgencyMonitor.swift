// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import Glibc

/// Learns from sway which windows ask for attention. No Wayland protocol tells that; on other compositors nobody does.
final class SwayUrgencyMonitor {
    /// Called with the app-ids of the windows that ask for attention.
    var onChange: (Set<String>) -> Void = { _ in }

    private var socket: FileDescriptor
    private var watch: FileDescriptorSource?
    private var received: [UInt8] = []
    private var urgent: [Int64: String] = [:]

    /// - Parameter path: `$SWAYSOCK`.
    /// - Returns: nil where no sway listens.
    init?(path: String?, loop: EventLoop) {
        guard let path else { return nil }
        let number = clinux_connect(path)
        guard number >= 0 else { return nil }
        socket = FileDescriptor(owning: number)
        let introduction = SwayIPCMessage.introduction
        // A fresh socket has room for so little at once.
        guard send(number, introduction, introduction.count, Int32(MSG_NOSIGNAL)) == introduction.count else {
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
        guard count > 0, let messages = SwayIPCMessage.take(from: &received) else { return close() }
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
