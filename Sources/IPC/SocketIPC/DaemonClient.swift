// SPDX-License-Identifier: MIT
public import CommandLineKit
import EventLoop
import Glibc
import Posix
import ShellModel
import TabshellIPC

/// A persistent connection to the daemon in an event loop, with a replica of the state. When the daemon goes away, the
/// client keeps the last state and reconnects by itself, with growing delays.
public final class DaemonClient {
    /// The replica of the daemon's state; empty before the first snapshot.
    public private(set) var state = ShellState()
    /// True while the state follows the daemon's.
    public private(set) var isConnected = false

    /// Called after a change of the state, with the previous state.
    public var onUpdate: (_ previous: ShellState) -> Void = { _ in }
    /// Called after a change of ``isConnected``.
    public var onConnectionChange: () -> Void = {}
    /// Called when the daemon rejects this program permanently, with the reason.
    public var onFatalError: (ExitStatus, String) -> Void = { _, _ in }

    /// True to collect changes, for a program that cannot show them now. One call of ``onUpdate`` follows when it
    /// becomes false.
    public var holdsUpdates = false {
        didSet {
            guard !holdsUpdates, let previous = heldState else { return }
            heldState = nil
            onUpdate(previous)
        }
    }

    /// The state before the first change that is held back.
    private var heldState: ShellState?
    private let path: String
    private let program: Program?
    private let topics: [Topic]
    private let loop: EventLoop
    private var socket: FileDescriptor?
    private var source: FileDescriptorSource?
    private var framer = LineFramer(limit: Limits.maximumServerLineBytes)
    private var writeBuffer = WriteBuffer(limit: .max)
    /// The snapshot that is being received; the state changes when it is complete.
    private var snapshot: ShellState?
    private var failures = 0
    private var retry: EventLoop.Timer?

    /// - Parameters:
    ///   - path: the path of the socket.
    ///   - program: the program to register as; nil only observes.
    ///   - topics: the topics to subscribe to.
    ///   - loop: the loop that the connection is watched on.
    public init(path: String, program: Program?, topics: [Topic], loop: EventLoop) {
        self.path = path
        self.program = program
        self.topics = topics
        self.loop = loop
        retry = loop.timer { [weak self] in self?.connect() }
    }

    /// Connects, now or as soon as a daemon runs.
    public func connect() {
        do throws(SystemError) {
            let socket = try UnixSocket.connect(to: path)
            guard try socket.foreignPeerUser == nil else {
                throw SystemError(code: EPERM, operation: "the daemon belongs to another user")
            }
            source = try loop.watch(socket.rawValue, for: .read) { [weak self] in self?.handle($0) }
            self.socket = consume socket
            snapshot = ShellState()
        } catch {
            disconnect()
        }
    }

    /// Sends a request without waiting for its reply; it is dropped while there is no connection.
    public func send(_ request: Request) {
        guard isConnected else { return }
        write(.integer(0), request)
    }

    private static let registration = RequestID.integer(1)

    private func write(_ id: RequestID, _ request: Request) {
        writeBuffer.append(RequestMessage(id: id, request).json.encodedLine)
        flush()
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.write) { flush() }
        guard socket != nil, !readiness.isDisjoint(with: [.read, .hangup]) else { return }
        var frames: [LineFramer.Frame] = []
        do throws(SystemError) {
            let isAtEnd = try socket?.read(upTo: 16 * 1024) { bytes in
                frames = framer.append(bytes)
                return bytes.isEmpty
            }
            if isAtEnd == true { return disconnect() }
        } catch {
            return disconnect()
        }
        let connection = source
        for frame in frames where source === connection {
            guard case .line(let line) = frame, let message = try? ServerMessage(line: line) else {
                return disconnect()
            }
            handle(message)
        }
    }

    private func handle(_ message: ServerMessage) {
        switch message {
        case .hello(let hello):
            guard ProtocolVersion(hello.protocolVersion)?.major == ProtocolVersion.current.major else {
                onFatalError(
                    .versionMismatch,
                    "the daemon speaks protocol \(hello.protocolVersion), this program \(ProtocolVersion.current)")
                return disconnect()
            }
            if let program { write(Self.registration, .register(program)) }
            write(.integer(0), .subscribe(topics))
        case .reply(let id, .failure(let error)):
            if id == Self.registration { onFatalError(.alreadyRunning, error.message) }
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
            changed(from: previous)
        }
    }

    private func apply(_ event: StateEvent) {
        do throws(ReplicationError) {
            if snapshot != nil {
                try snapshot?.apply(event)
            } else {
                let previous = state
                try state.apply(event)
                changed(from: previous)
            }
        } catch {
            // The event contradicts the state; a new connection begins with a new snapshot.
            disconnect()
        }
    }

    private func changed(from previous: ShellState) {
        if holdsUpdates { heldState = heldState ?? previous } else { onUpdate(previous) }
    }

    private func flush() {
        guard socket != nil else { return }
        do throws(SystemError) {
            while !writeBuffer.isEmpty {
                let count = try writeBuffer.write { (bytes) throws(SystemError) in try socket?.send(bytes) ?? 0 }
                if count == 0 { break }
            }
            try source?.setInterest(writeBuffer.isEmpty ? .read : [.read, .write])
        } catch {
            disconnect()
        }
    }

    /// Closes the connection and retries after 50 ms, 100 ms, … 2 s, with a random part so that many programs do not
    /// reconnect at the same moment.
    private func disconnect() {
        source?.cancel()
        source = nil
        socket = nil
        snapshot = nil
        framer = LineFramer(limit: Limits.maximumServerLineBytes)
        writeBuffer = WriteBuffer(limit: .max)
        let ceiling = min(UInt64(50_000_000) << UInt64(min(failures, 6)), 2_000_000_000)
        failures += 1
        retry?.arm(after: UInt64.random(in: ceiling / 2...ceiling))
        if isConnected {
            isConnected = false
            onConnectionChange()
        }
    }
}
