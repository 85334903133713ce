// SPDX-License-Identifier: MIT
import EventLoop
import Posix

/// The urgent windows, from sway's IPC socket. No Wayland protocol announces urgency, so other compositors have no such
/// monitor. If the connection is lost, it is made again, with growing delays.
package final class SwayUrgencyMonitor {
    /// Called with the app-ids of the urgent windows.
    package var onChange: (Set<String>) -> Void = { _ in }

    private let path: String
    private let loop: EventLoop
    private let shortestDelay: UInt64
    private var socket: FileDescriptor?
    private var watch: FileDescriptorSource?
    private var received: [UInt8] = []
    private var urgent: [Int64: String] = [:]
    private var failures = 0
    private var retry: EventLoop.Timer?

    /// - Parameters:
    ///   - path: `$SWAYSOCK`.
    ///   - shortestDelay: the delay before the connection is made again, ns; it doubles with each failure, up to 64 times.
    /// - Returns: nil if there is no sway.
    package init?(path: String?, loop: EventLoop, shortestDelay: UInt64 = 1_000_000_000) {
        guard let path else { return nil }
        self.path = path
        self.loop = loop
        self.shortestDelay = shortestDelay
        guard connect() else { return nil }
        retry = loop.timer { [weak self] in self?.reconnect() }
    }

    /// - Returns: false if there is no connection.
    private func connect() -> Bool {
        guard let socket = try? UnixSocket.connect(to: path) else { return false }
        let subscription = SwayIPCMessage.subscription
        // A new socket's buffer holds so short a message.
        guard (try? socket.send(subscription.span)) == subscription.count else { return false }
        watch = try? loop.watch(socket.rawValue, for: .read) { [weak self] _ in self?.receive() }
        self.socket = consume socket
        return watch != nil
    }

    private func reconnect() {
        if !connect() { close() }
    }

    private func receive() {
        let bytes: [UInt8]
        do throws(SystemError) {
            guard let available = try socket?.read(upTo: 16 * 1024) ?? nil else { return }
            bytes = available
        } catch {
            return close()
        }
        received += bytes
        guard !bytes.isEmpty, let messages = SwayIPCMessage.parse(&received) else { return close() }
        var next = urgent
        for message in messages {
            switch message {
            case .urgent(let all):
                next = all
                failures = 0
            case .window(let id, let appID): next[id] = appID
            case .version, .other: break
            }
        }
        update(to: next)
    }

    private func update(to next: [Int64: String]) {
        let before = Set(urgent.values)
        urgent = next
        let after = Set(urgent.values)
        if after != before { onChange(after) }
    }

    private func close() {
        watch = nil
        socket = nil
        received = []
        retry?.arm(after: shortestDelay << UInt64(min(failures, 6)))
        failures += 1
        update(to: [:])
    }
}
