// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import TabshellIPC

/// Why a conversation with the daemon failed.
public enum ClientError: Error, Equatable, Sendable {
    /// There is nobody to talk to.
    case cannotConnect(String)
    /// Whoever serves the socket runs under another user, and was told nothing.
    case foreignServer(path: String, user: UInt32)
    /// No answer came in time.
    case timedOut
    /// The daemon hung up.
    case hungUp
    /// The daemon said something that this protocol does not have.
    case nonsense(String)
    /// The daemon speaks a protocol with another major.
    case versionMismatch(daemon: Hello)
    /// The daemon refused the request.
    case refused(WireError)
}

/// A conversation with the daemon for programs that have nothing else to do: each call waits for its answer.
public final class BlockingClient {
    /// The daemon's first words.
    public private(set) var hello: Hello
    private let socket: FileDescriptor
    private var framer = LineFramer(limit: Limits.maximumServerLineBytes)
    private var lines: [[UInt8]] = []
    private var lastID: Int64 = 0

    /// Connects and hears the daemon's hello.
    ///
    /// - Parameters:
    ///   - deadline: CLOCK_MONOTONIC, ns.
    ///   - waiting: whether to wait until the deadline for a daemon that is not there yet.
    /// - Throws: ``ClientError``.
    public init(path: String, deadline: UInt64, waiting: Bool) throws(ClientError) {
        socket = try Self.connect(path, deadline: deadline, waiting: waiting)
        hello = Hello(protocolVersion: "", version: "", pid: 0, features: [])
        switch try receive(deadline: deadline) {
        case .hello(let hello):
            guard ProtocolVersion(hello.protocolVersion)?.major == ProtocolVersion.current.major else {
                throw .versionMismatch(daemon: hello)
            }
            self.hello = hello
        case .reply(_, .failure(let error)):
            throw .refused(error)
        default:
            throw .nonsense("its first line is not a hello")
        }
    }

    /// Asks, and waits for the answer. Events that come before it are passed over.
    ///
    /// - Returns: the value of the reply's `ok`.
    /// - Throws: ``ClientError``.
    public func ask(_ request: Request, deadline: UInt64) throws(ClientError) -> JSON {
        lastID += 1
        let id = RequestID.integer(lastID)
        try send(RequestMessage(id: id, request).json.encodedLine, deadline: deadline)
        while true {
            guard case .reply(id, let result) = try receive(deadline: deadline) else { continue }
            do throws(WireError) {
                return try result.get()
            } catch {
                throw .refused(error)
            }
        }
    }

    /// Waits for the next message; without a deadline, for ever.
    ///
    /// - Throws: ``ClientError``.
    public func receive(deadline: UInt64? = nil) throws(ClientError) -> ServerMessage {
        let line = try receiveLine(deadline: deadline)
        do throws(MessageError) {
            return try ServerMessage(line: line)
        } catch {
            throw .nonsense(error.message)
        }
    }

    /// Waits until the daemon says something, hangs up, or `other` hangs up.
    ///
    /// - Returns: false when `other` hung up.
    public func waitForMessage(orHangupOf other: Int32) -> Bool {
        if !lines.isEmpty { return true }
        var descriptors = [
            pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: 0, revents: 0),
        ]
        while poll(&descriptors, 2, -1) < 0, errno == EINTR {}
        return descriptors[1].revents & Int16(POLLERR | POLLHUP) == 0
    }

    private func receiveLine(deadline: UInt64?) throws(ClientError) -> [UInt8] {
        while lines.isEmpty {
            try wait(for: Int16(POLLIN), deadline: deadline)
            var frames: [LineFramer.Frame] = []
            let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 * 1024) { buffer in
                let count = recv(socket.number, buffer.baseAddress, buffer.count, 0)
                if count > 0 { frames = framer.append(UnsafeBufferPointer(rebasing: buffer[..<count]).span) }
                return count
            }
            if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { throw .hungUp }
            for frame in frames {
                guard case .line(let line) = frame else { throw .nonsense("a line is too long") }
                lines.append(line)
            }
        }
        return lines.removeFirst()
    }

    private func send(_ line: [UInt8], deadline: UInt64) throws(ClientError) {
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN || errno == EINTR {
                try wait(for: Int16(POLLOUT), deadline: deadline)
            } else {
                throw .hungUp
            }
        }
    }

    private func wait(for events: Int16, deadline: UInt64?) throws(ClientError) {
        var descriptor = pollfd(fd: socket.number, events: events, revents: 0)
        while true {
            var timeout: Int32 = -1
            if let deadline {
                let now = MonotonicClock.now
                guard now < deadline else { throw .timedOut }
                timeout = Int32(clamping: (deadline - now + 999_999) / 1_000_000)
            }
            if poll(&descriptor, 1, timeout) > 0 { return }
        }
    }

    private static func connect(
        _ path: String, deadline: UInt64, waiting: Bool
    ) throws(ClientError) -> FileDescriptor {
        var pause: Int32 = 5
        var foreigner: uid_t?
        while true {
            do throws(SystemError) {
                let socket = try UnixSocket.connect(to: path)
                guard let user = try UnixSocket.foreignUser(of: socket.number) else { return socket }
                foreigner = user
            } catch {
                let mayCome = [ENOENT, ECONNREFUSED, EAGAIN].contains(error.code)
                guard waiting || error.code == EAGAIN, mayCome, MonotonicClock.now < deadline else {
                    throw .cannotConnect(error.description)
                }
            }
            if let foreigner { throw .foreignServer(path: path, user: foreigner) }
            poll(nil, 0, pause)
            pause = min(pause * 2, 100)
        }
    }
}
