// SPDX-License-Identifier: MIT
import EventLoop
import Posix

/// Learns from sway which windows ask for attention. No Wayland protocol tells that; on other compositors nobody does.
final class SwayUrgencyMonitor {
    /// Called with the app-ids of the windows that ask for attention.
    var onChange: (Set<String>) -> Void = { _ in }

    private let socket: FileDescriptor
    private var watch: FileDescriptorSource?
    private var received: [UInt8] = []
    private var urgent: [Int64: String] = [:]

    /// - Parameter path: `$SWAYSOCK`.
    /// - Returns: nil where no sway listens.
    init?(path: String?, loop: EventLoop) {
        guard let path, let socket = try? UnixSocket.connect(to: path) else { return nil }
        self.socket = socket
        let introduction = SwayIPCMessage.introduction
        // A fresh socket has room for so little at once.
        guard (try? self.socket.send(introduction.span)) == introduction.count else {
            return nil
        }
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
        guard !bytes.isEmpty, let messages = SwayIPCMessage.take(from: &received) else { return close() }
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
