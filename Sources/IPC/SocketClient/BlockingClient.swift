import EventLoop
import Glibc
import Posix
import TabshellIPC

public enum ClientError: Error, Equatable, Sendable {
    case cannotConnect(String)
    /// No daemon serves the preferred sockets, and several serve others: their paths.
    case severalDaemons([String])
    /// The server runs as another user. It got no data.
    case untrustedPeer(path: String, user: UInt32)
    case timedOut
    case disconnected
    /// The daemon sent a line that violates this protocol.
    case invalidReply(String)
    case versionMismatch(daemon: Hello)
    case refused(WireError)
}

/// A synchronous connection to the daemon, for programs without an event loop: each call waits for its result.
public final class BlockingClient {
    public private(set) var hello: Hello
    private let socket: FileDescriptor
    private var framer = LineFramer(limit: Limits.maximumServerLineBytes)
    private var lines: [ArraySlice<UInt8>] = []
    private var lastID: Int64 = 0

    /// Connects and receives the daemon's hello before a deadline: CLOCK_MONOTONIC, ns.
    public init(path: String, deadline: UInt64) throws(ClientError) {
        socket = try Self.connect(path, deadline: deadline)
        hello = Hello(protocolVersion: "", version: "", pid: 0, features: [])
        switch try receive(deadline: deadline) {
        case .hello(let hello):
            guard hello.incompatibility == nil else {
                throw .versionMismatch(daemon: hello)
            }
            self.hello = hello
        case .reply(_, .failure(let error)):
            throw .refused(error)
        default:
            throw .invalidReply("its first line is not a hello")
        }
    }

    /// Sends a request and returns the value of its reply's `ok`. Skips earlier events.
    public func request(_ request: Request, deadline: UInt64) throws(ClientError) -> JSON {
        lastID += 1
        let id = RequestID.integer(lastID)
        try send(RequestMessage(id: id, request).json.encodedLine, deadline: deadline)
        while true {
            switch try receive(deadline: deadline) {
            case .reply(id, .success(let value)): return value
            // Without the id if the daemon could not read the line.
            case .reply(id, .failure(let error)), .reply(nil, .failure(let error)): throw .refused(error)
            default: continue
            }
        }
    }

    /// Waits for the next message; forever without a deadline.
    public func receive(deadline: UInt64? = nil) throws(ClientError) -> ServerMessage {
        let json = try receiveJSON(deadline: deadline)
        do throws(MessageError) {
            return try ServerMessage(json: json)
        } catch {
            throw .invalidReply(error.message)
        }
    }

    /// Waits for the next message and returns it unchanged.
    public func receiveJSON(deadline: UInt64? = nil) throws(ClientError) -> JSON {
        let line = try receiveLine(deadline: deadline)
        do throws(JSONError) {
            return try JSONParser.parse(line)
        } catch {
            throw .invalidReply("byte \(error.offset): \(error.message)")
        }
    }

    /// Waits for a message or the end of the connection; false if `other` loses its reader first.
    public func waitForMessage(orHangupOf other: Int32) -> Bool {
        if !lines.isEmpty { return true }
        let events = try? Poll.wait([(socket.rawValue, .read), (other, [])])
        return events?[1].isDisjoint(with: .hangup) ?? true
    }

    private func receiveLine(deadline: UInt64?) throws(ClientError) -> ArraySlice<UInt8> {
        while lines.isEmpty {
            try wait(for: .read, deadline: deadline)
            var frames: [LineFramer.Frame] = []
            do throws(SystemError) {
                let count = try socket.read(upTo: 64 * 1024) { bytes in framer.append(bytes, to: &frames) }
                if count == 0 { throw SystemError(code: ECONNRESET, operation: "read") }
            } catch {
                throw .disconnected
            }
            for frame in frames {
                guard case .line(let line) = frame else { throw .invalidReply("a line is too long") }
                lines.append(line)
            }
        }
        return lines.removeFirst()
    }

    private func send(_ line: [UInt8], deadline: UInt64) throws(ClientError) {
        var rest = line[...]
        while !rest.isEmpty {
            guard let count = try? socket.send(rest.span) else { throw .disconnected }
            rest = rest.dropFirst(count)
            if count == 0 { try wait(for: .write, deadline: deadline) }
        }
    }

    private func wait(for events: Readiness, deadline: UInt64?) throws(ClientError) {
        while true {
            var timeout: Int32?
            if let deadline {
                let now = MonotonicClock.now
                guard now < deadline else { throw .timedOut }
                timeout = Int32(clamping: (deadline - now + 999_999) / 1_000_000)
            }
            if (try? Poll.wait([(socket.rawValue, events)], timeout: timeout)) != nil { return }
        }
    }

    private static func connect(_ path: String, deadline: UInt64) throws(ClientError) -> FileDescriptor {
        var pause: Int32 = 5
        while true {
            var foreignUser: uid_t?
            do throws(SystemError) {
                let socket = try UnixSocket.connect(to: path)
                foreignUser = try socket.foreignPeerUser
                if foreignUser == nil { return socket }
            } catch {
                // Its queue is full.
                guard error.code == EAGAIN, MonotonicClock.now < deadline else {
                    throw .cannotConnect(error.description)
                }
            }
            if let foreignUser { throw .untrustedPeer(path: path, user: foreignUser) }
            Poll.sleep(milliseconds: pause)
            pause = min(pause * 2, 100)
        }
    }
}

extension FileDescriptor {
    /// The user at the other end of a socket; nil for this process's user. Root is not an exception, as in the daemon.
    var foreignPeerUser: uid_t? {
        get throws(SystemError) {
            let user = try peer.user
            return user == geteuid() ? nil : user
        }
    }
}
