// SPDX-License-Identifier: MIT
public import CommandLineKit
import EventLoop
import Glibc
import ShellModel
import TabshellIPC

/// A lasting connection to the daemon, in a loop. It keeps a replica of the state, and when the daemon goes away it
/// keeps the last one and comes back by itself, each time a little later.
public final class DaemonClient {
    /// The state as the daemon last told it; empty before the first snapshot.
    public private(set) var state = ShellState()
    /// Whether the state is being kept in step.
    public private(set) var isConnected = false

    /// Called when the state has changed, with the state before.
    public var onUpdate: (_ previous: ShellState) -> Void = { _ in }
    /// Called when the daemon was found, and when it was lost.
    public var onConnectionChange: () -> Void = {}
    /// Called when the daemon refuses this program for good, with the reason.
    public var onRejected: (ExitStatus, String) -> Void = { _, _ in }

    private let path: String
    private let program: Program?
    private let topics: [Topic]
    private let loop: EventLoop
    private var socket: FileDescriptor?
    private var watch: FileDescriptorSource?
    private var framer = LineFramer(limit: Limits.maximumServerLineBytes)
    private var outbox = WriteBuffer(limit: .max)
    /// The snapshot that is coming in; the state changes when it is complete.
    private var snapshot: ShellState?
    private var failures = 0
    private var retry: EventLoop.Timer?

    /// - Parameters:
    ///   - program: what to register as; nil for a mere onlooker.
    ///   - topics: what to be told of.
    public init(path: String, program: Program?, topics: [Topic], loop: EventLoop) {
        self.path = path
        self.program = program
        self.topics = topics
        self.loop = loop
        retry = loop.timer { [weak self] in self?.connect() }
    }

    /// Connects, now or as soon as there is a daemon.
    public func connect() {
        do throws(SystemError) {
            let socket = try UnixSocket.connect(to: path)
            guard try UnixSocket.foreignUser(of: socket.number) == nil else {
                throw SystemError(code: EPERM, call: "the daemon belongs to another user")
            }
            watch = try loop.watch(socket.number, for: .read) { [weak self] in self?.handle($0) }
            self.socket = socket
            snapshot = ShellState()
        } catch {
            lose()
        }
    }

    /// Asks the daemon for something; without a daemon nothing happens.
    public func send(_ request: Request) {
        guard isConnected else { return }
        transmit(.integer(0), request)
    }

    private static let registration = RequestID.integer(1)

    private func transmit(_ id: RequestID, _ request: Request) {
        outbox.append(RequestMessage(id: id, request).json.encodedLine)
        flush()
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.write) { flush() }
        guard let socket, !readiness.isDisjoint(with: [.read, .hangup]) else { return }
        let frames: [LineFramer.Frame]? = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * 1024) { buffer in
            let count = recv(socket.number, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return framer.append(UnsafeBufferPointer(rebasing: buffer[..<count]).span) }
            return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
        }
        guard let frames else { return lose() }
        for frame in frames where self.socket === socket {
            guard case .line(let line) = frame, let message = try? ServerMessage(line: line) else { return lose() }
            take(message)
        }
    }

    private func take(_ message: ServerMessage) {
        switch message {
        case .hello(let hello):
            guard ProtocolVersion(hello.protocolVersion)?.major == ProtocolVersion.current.major else {
                onRejected(
                    .versionMismatch,
                    "the daemon speaks protocol \(hello.protocolVersion), this program \(ProtocolVersion.current)")
                return lose()
            }
            if let program { transmit(Self.registration, .register(program)) }
            transmit(.integer(0), .subscribe(topics))
        case .reply(let id, .failure(let error)):
            if id == Self.registration { onRejected(.alreadyRunning, error.message) }
        case .reply, .unknown:
            break
        case .event(let event):
            apply(event)
        case .resync:
            snapshot = ShellState()
        case .ready:
            guard let complete = snapshot else { return }
            snapshot = nil
            failures = 0
            let previous = state
            state = complete
            if !isConnected {
                isConnected = true
                onConnectionChange()
            }
            onUpdate(previous)
        }
    }

    private func apply(_ event: StateEvent) {
        do throws(ReplicationError) {
            if snapshot != nil {
                try snapshot?.apply(event)
            } else {
                let previous = state
                try state.apply(event)
                onUpdate(previous)
            }
        } catch {
            // The daemon contradicts itself; a new connection begins with a whole new snapshot.
            lose()
        }
    }

    private func flush() {
        guard let socket else { return }
        do throws(SystemError) {
            while !outbox.isEmpty {
                let written = try outbox.write { (bytes) throws(SystemError) -> Int in
                    let count = bytes.withUnsafeBytes {
                        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    if count >= 0 { return count }
                    if errno == EAGAIN || errno == EINTR { return 0 }
                    throw .last("send")
                }
                if written == 0 { break }
            }
            try watch?.wait(for: outbox.isEmpty ? .read : [.read, .write])
        } catch {
            lose()
        }
    }

    /// Drops the connection and tries again after 50 ms, 100 ms, … 2 s, with a random part so that many programs
    /// do not come back in one moment.
    private func lose() {
        watch?.cancel()
        watch = nil
        socket = nil
        snapshot = nil
        framer = LineFramer(limit: Limits.maximumServerLineBytes)
        outbox = WriteBuffer(limit: .max)
        let ceiling = min(UInt64(50_000_000) << UInt64(min(failures, 6)), 2_000_000_000)
        failures += 1
        retry?.arm(after: UInt64.random(in: ceiling / 2...ceiling))
        if isConnected {
            isConnected = false
            onConnectionChange()
        }
    }
}
