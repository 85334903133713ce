// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import TabshellIPC

/// A follower of sway's windows.
protocol SwayObserver: AnyObject {
    /// The connection was made, perhaps again: the windows may be others than before.
    func swayConnected()
    func swayDisconnected()
    /// A window has changed.
    ///
    /// - Parameter event: sway's event of the type `window`.
    func swayWindowChanged(_ event: JSON)
    /// A workspace has changed.
    ///
    /// - Parameter event: sway's event of the type `workspace`.
    func swayWorkspaceChanged(_ event: JSON)
}

extension SwayObserver {
    func swayWorkspaceChanged(_ event: JSON) {}
}

/// A connection to sway's IPC socket (sway-ipc(7)): requests with their replies, and the events of windows and workspaces. No call
/// blocks.
///
/// If sway does not answer or the connection is lost, it is made again, with growing delays.
package final class SwayConnection {
    private static let kinds: Set<UInt32> = [
        SwayIPCMessage.command, SwayIPCMessage.tree, SwayIPCMessage.version, SwayIPCMessage.windowEvent,
        SwayIPCMessage.workspaceEvent,
    ]

    private struct Request {
        var kind: UInt32
        var completion: (JSON?) -> Void
    }

    private struct Observer {
        weak var object: (any SwayObserver)?
    }

    private let path: String
    private let loop: EventLoop
    private let shortestDelay: UInt64
    private let timeout: UInt64
    private var observers: [Observer] = []
    private var socket: FileDescriptor?
    private var watch: FileDescriptorSource?
    private var received: [UInt8] = []
    /// The requests without a reply, in order. sway replies in the same order.
    private var requests: [Request] = []
    private var failures = 0
    private var retry: EventLoop.Timer?
    private var timer: EventLoop.Timer?

    /// - Parameters:
    ///   - path: the path of the socket.
    ///   - shortestDelay: the delay before the connection is made again, ns; it doubles with each failure, up to 64 times.
    ///   - timeout: the longest wait for a reply, ns: on a slow machine a busy sway takes seconds.
    init(
        path: String, loop: EventLoop, shortestDelay: UInt64 = 1_000_000_000, timeout: UInt64 = 10_000_000_000
    ) {
        self.path = path
        self.loop = loop
        self.shortestDelay = shortestDelay
        self.timeout = timeout
        retry = loop.timer { [weak self] in self?.connect() }
        timer = loop.timer { [weak self] in self?.close() }
        connect()
    }

    var isConnected: Bool { socket != nil }

    /// Adds a follower of the windows, for as long as it exists.
    func add(_ observer: any SwayObserver) {
        observers.append(Observer(object: observer))
        if isConnected { observer.swayConnected() }
    }

    /// Sends a request.
    ///
    /// - Parameter completion: called with the reply; with nil if there is no connection, and when it is lost.
    func request(_ kind: UInt32, _ body: String = "", completion: @escaping (JSON?) -> Void) {
        guard isConnected else { return completion(nil) }
        requests.append(Request(kind: kind, completion: completion))
        if requests.count == 1 { timer?.arm(after: timeout) }
        if !send(SwayIPCMessage.message(kind, Array(body.utf8))) { close() }
    }

    private func connect() {
        guard let socket = try? UnixSocket.connect(to: path) else { return close() }
        watch = try? loop.watch(socket.rawValue, for: .read) { [weak self] _ in self?.receive() }
        self.socket = consume socket
        guard watch != nil, send(SwayIPCMessage.subscription) else { return close() }
        tell { $0.swayConnected() }
    }

    /// Sends a message.
    ///
    /// - Returns: false if sway does not read.
    private func send(_ bytes: [UInt8]) -> Bool {
        (try? socket?.send(bytes.span)) == bytes.count
    }

    private func receive() {
        let bytes: [UInt8]
        do throws(SystemError) {
            guard let available = try socket?.read(upTo: 64 * 1024) ?? nil else { return }
            bytes = available
        } catch {
            return close()
        }
        received += bytes
        guard !bytes.isEmpty, let packets = SwayIPCMessage.packets(&received, of: Self.kinds) else { return close() }
        for (kind, json) in packets where isConnected { handle(kind, json) }
    }

    private func handle(_ kind: UInt32, _ json: JSON) {
        if kind == SwayIPCMessage.windowEvent { return tell { $0.swayWindowChanged(json) } }
        if kind == SwayIPCMessage.workspaceEvent { return tell { $0.swayWorkspaceChanged(json) } }
        guard let request = requests.first, request.kind == kind else { return }
        requests.removeFirst()
        failures = 0
        if requests.isEmpty { timer?.disarm() } else { timer?.arm(after: timeout) }
        request.completion(json)
    }

    private func close() {
        timer?.disarm()
        watch?.cancel()
        watch = nil
        socket = nil
        received = []
        retry?.arm(after: shortestDelay << UInt64(min(failures, 6)))
        failures += 1
        let unanswered = requests
        requests = []
        for request in unanswered { request.completion(nil) }
        tell { $0.swayDisconnected() }
    }

    private func tell(_ call: (any SwayObserver) -> Void) {
        observers.removeAll { $0.object == nil }
        for observer in observers { observer.object.map(call) }
    }
}

extension SwayConnection {
    /// Asks for the processes of windows by their app-ids.
    ///
    /// - Parameter completion: called once; without an answer, with no processes.
    package func processes(completion: @escaping ([String: Int32]) -> Void) {
        request(SwayIPCMessage.tree) { completion($0.map { SwayTree($0).processes } ?? [:]) }
    }

    /// Asks for sway's version.
    ///
    /// - Parameter completion: called once, with nil if there is no answer.
    package func version(completion: @escaping ((major: Int64, minor: Int64)?) -> Void) {
        request(SwayIPCMessage.version) { reply in
            guard case .integer(let major)? = reply?["major"], case .integer(let minor)? = reply?["minor"] else {
                return completion(nil)
            }
            completion((major, minor))
        }
    }
}
