import EventLoop
import Glibc
import Posix
import TabshellIPC

/// A connection to sway's IPC socket (sway-ipc(7)): requests with their replies, and the events of windows and workspaces. No call
/// blocks.
///
/// If sway does not answer or the connection is lost, it is made again, with growing delays.
package final class SwayConnection {
    private struct Request {
        var kind: UInt32
        var body: String
        var completion: (JSON?) -> Void
    }

    /// Called when the connection was made, perhaps again with other windows, and when it was lost.
    var onConnection: () -> Void = {}
    var onWindow: (JSON) -> Void = { _ in }
    var onWorkspace: (JSON) -> Void = { _ in }

    private let open: () throws(SystemError) -> FileDescriptor
    private let loop: EventLoop
    private let shortestDelay: UInt64
    private let timeout: UInt64
    private var socket: FileDescriptor?
    private var watch: FileDescriptorSource?
    private var received: [UInt8] = []
    /// The requests without a reply, in order. sway replies in the same order.
    private var requests: [Request] = []
    private var failures = 0
    /// True if sway's queue is full, so that requests are sent later.
    private var isQueued = false
    private var retry: EventLoop.Timer?
    private var timer: EventLoop.Timer?

    /// - Parameters:
    ///   - open: connects to sway's socket, and throws `EAGAIN` while its queue is full.
    ///   - shortestDelay: the delay before the connection is made again, ns; it doubles with each failure, up to 64 times.
    ///   - timeout: the longest wait for a reply, ns: on a slow machine a busy sway takes seconds.
    init(
        loop: EventLoop, shortestDelay: UInt64 = 1_000_000_000, timeout: UInt64 = 10_000_000_000,
        open: @escaping () throws(SystemError) -> FileDescriptor
    ) {
        self.open = open
        self.loop = loop
        self.shortestDelay = shortestDelay
        self.timeout = timeout
        retry = loop.timer { [weak self] in self?.connect() }
        timer = loop.timer { [weak self] in self?.close() }
        connect()
    }

    var isConnected: Bool { socket != nil }

    /// Sends a request. `completion` is called with the reply; with nil without a connection, and when it is lost.
    func request(_ kind: UInt32, _ body: String = "", completion: @escaping (JSON?) -> Void) {
        guard isConnected || isQueued else { return completion(nil) }
        requests.append(Request(kind: kind, body: body, completion: completion))
        if requests.count == 1 { timer?.arm(after: timeout) }
        if isConnected, !send(SwayIPCMessage.message(kind, Array(body.utf8))) { close() }
    }

    private func connect() {
        isQueued = false
        let socket: FileDescriptor
        do throws(SystemError) {
            socket = try open()
        } catch {
            guard error.code == EAGAIN else { return close() }
            isQueued = true
            retry?.arm(after: shortestDelay / 20)
            return
        }
        watch = try? loop.watch(socket.rawValue, for: .read) { [weak self] _ in self?.receive() }
        self.socket = consume socket
        guard watch != nil, send(SwayIPCMessage.subscription) else { return close() }
        for request in requests where !send(SwayIPCMessage.message(request.kind, Array(request.body.utf8))) {
            return close()
        }
        onConnection()
    }

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
        guard !bytes.isEmpty, let packets = SwayIPCMessage.packets(&received) else { return close() }
        for (kind, json) in packets where isConnected { handle(kind, json) }
    }

    private func handle(_ kind: UInt32, _ json: JSON) {
        if kind == SwayIPCMessage.windowEvent { return onWindow(json) }
        if kind == SwayIPCMessage.workspaceEvent { return onWorkspace(json) }
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
        onConnection()
    }

    /// - Parameter completion: called once; without an answer, with no processes.
    package func processes(completion: @escaping ([String: Int32]) -> Void) {
        request(SwayIPCMessage.tree) { completion($0.map { SwayTree($0).processes } ?? [:]) }
    }

    /// - Parameter completion: called once, with nil without an answer.
    package func version(completion: @escaping ((major: Int64, minor: Int64)?) -> Void) {
        request(SwayIPCMessage.version) { reply in
            guard case .integer(let major)? = reply?["major"], case .integer(let minor)? = reply?["minor"] else {
                return completion(nil)
            }
            completion((major, minor))
        }
    }
}
