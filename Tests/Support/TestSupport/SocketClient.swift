import CTestSupport
import Foundation

/// A blocking client of a Unix socket that exchanges one JSON value per line. Every wait has a deadline.
public final class SocketClient {
    /// A JSON object.
    public typealias Message = [String: Any]

    public let descriptor: Int32

    private var buffer = Data()
    private let seconds: Double

    /// Connects; if the tests run as root, as ``Privilege/user``, the peer's own user, or as root. Waits time out after seconds.
    public init(path: String, seconds: Double = Deadline.usual, asRoot: Bool = false) throws {
        let result = cts_connect(path, Privilege.user != nil && !asRoot, Privilege.user ?? 0)
        guard result >= 0 else { throw SystemError("connecting to \(path)", errno: -result) }
        descriptor = result
        self.seconds = seconds
    }

    /// Takes over a connection that a server has accepted.
    init(descriptor: Int32, seconds: Double) {
        (self.descriptor, self.seconds) = (descriptor, seconds)
    }

    /// Connects as soon as a server listens.
    public static func waiting(for path: String, seconds: Double = Deadline.usual) throws -> SocketClient {
        try waitFor("a server to listen at \(path)", seconds: seconds, interval: 2) {
            try? SocketClient(path: path, seconds: seconds)
        }
    }

    deinit { close(descriptor) }

    /// Sends raw bytes, which need not be complete lines.
    public func send(raw bytes: some Sequence<UInt8>) throws {
        var rest = Array(bytes)[...]
        let deadline = Deadline(seconds: seconds)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard deadline.poll(descriptor, for: POLLOUT) else {
                    throw WaitTimeout(what: "the peer to take \(rest.count) bytes", seconds: seconds)
                }
            } else if errno != EINTR {
                throw SystemError("send", errno: errno)
            }
        }
    }

    /// Sends a line; the newline is added.
    public func send(line: String) throws {
        try send(raw: Array(line.utf8) + [0x0A])
    }

    /// Sends a JSON object as a line.
    public func send(_ message: Message) throws {
        try send(raw: JSONSerialization.data(withJSONObject: message, options: [.sortedKeys]) + [0x0A])
    }

    /// True if a whole line was received already.
    public var hasLine: Bool { buffer.contains(0x0A) }

    /// Returns the next line without its newline; nil once the peer has closed.
    public func readLine() throws -> String? {
        let deadline = Deadline(seconds: seconds)
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer = Data(buffer[buffer.index(after: end)...])
                return line
            }
            guard deadline.poll(descriptor) else {
                throw WaitTimeout(what: "a line from the socket", seconds: seconds)
            }
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count > 0 {
                buffer.append(contentsOf: bytes[..<count])
            } else if count == 0 || errno == ECONNRESET {
                return nil
            } else if errno != EINTR {
                throw SystemError("recv", errno: errno)
            }
        }
    }

    /// Returns the next line as a JSON object.
    public func read() throws -> Message {
        guard let line = try readLine() else { throw SystemError("the peer has closed the connection") }
        guard let message = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? Message else {
            throw SystemError("no JSON object: \(line)")
        }
        return message
    }

    /// Returns the next event of a name, discarding earlier messages.
    @discardableResult
    public func expect(event: String) throws -> Message {
        try expect { $0["event"] as? String == event }
    }

    /// Returns the reply to a request, discarding earlier messages.
    @discardableResult
    public func expect(reply id: Int) throws -> Message {
        try expect { $0["id"] as? Int == id }
    }

    /// Sends a request and waits for its reply. It throws if the reply is an error.
    @discardableResult
    public func request(_ verb: String, id: Int = 1, _ arguments: Message = [:]) throws -> Message {
        try send(arguments.merging(["id": id, "verb": verb]) { first, _ in first })
        let reply = try expect(reply: id)
        guard let ok = reply["ok"] else { throw SystemError("\(verb) was refused: \(reply)") }
        return ok as? Message ?? [:]
    }

    /// Returns the accessibility tree of the panel and the page in front, as JSON.
    public func accessibilityText() throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: request("accessibility", id: 3)), as: UTF8.self)
    }

    /// Shuts down the sending direction; reading continues.
    public func closeWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    private func expect(_ matches: (Message) -> Bool) throws -> Message {
        while true {
            let message = try read()
            if matches(message) { return message }
        }
    }
}
