// SPDX-License-Identifier: MIT

import CTestSupport
import Foundation

/// A blocking client of a Unix socket that speaks one JSON value a line. Every wait has a deadline.
public final class SocketClient {
    /// A JSON object.
    public typealias Message = [String: Any]

    /// The socket, for those who poll by themselves.
    public let descriptor: Int32

    private var buffer = Data()
    private let seconds: Double

    /// Connects; under root as ``Privilege/user``, so that the peer sees the user it runs as.
    ///
    /// - Parameters:
    ///   - seconds: how long each of the waits below may take.
    ///   - asRoot: connects as root when we are root.
    /// - Throws: ``SystemError``.
    public init(path: String, seconds: Double = Deadline.usual, asRoot: Bool = false) throws {
        let result = cts_connect(path, Privilege.user != nil && !asRoot, Privilege.user ?? 0)
        guard result >= 0 else { throw SystemError("connecting to \(path)", errno: -result) }
        descriptor = result
        self.seconds = seconds
    }

    /// Connects as soon as somebody listens there.
    ///
    /// - Throws: ``WaitTimeout`` when nobody does.
    public static func waiting(for path: String, seconds: Double = Deadline.usual) throws -> SocketClient {
        try waitFor("somebody to listen at \(path)", seconds: seconds, interval: 2) {
            try? SocketClient(path: path, seconds: seconds)
        }
    }

    deinit { close(descriptor) }

    /// Sends bytes as they are: parts of a line, or what is no line at all.
    ///
    /// - Throws: ``SystemError``; ``WaitTimeout`` when the peer does not take them.
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

    /// The next line, without its newline; nil when the peer has closed.
    ///
    /// - Throws: ``WaitTimeout``, ``SystemError``.
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

    /// The next line as a JSON object.
    ///
    /// - Throws: ``SystemError`` when the peer has closed or the line is no JSON object.
    public func read() throws -> Message {
        guard let line = try readLine() else { throw SystemError("the peer has closed the connection") }
        guard let message = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? Message else {
            throw SystemError("no JSON object: \(line)")
        }
        return message
    }

    /// Reads on until a message is an event of that name; what comes before is passed over.
    @discardableResult
    public func expect(event: String) throws -> Message {
        try expect { $0["event"] as? String == event }
    }

    /// Reads on until a message is the reply to the request of that id; what comes before is passed over.
    @discardableResult
    public func expect(reply id: Int) throws -> Message {
        try expect { $0["id"] as? Int == id }
    }

    /// Sends a request and waits for its `ok`.
    ///
    /// - Throws: ``SystemError`` when the reply is an error.
    @discardableResult
    public func request(_ verb: String, id: Int = 1, _ arguments: Message = [:]) throws -> Message {
        try send(arguments.merging(["id": id, "verb": verb]) { first, _ in first })
        let reply = try expect(reply: id)
        guard let ok = reply["ok"] else { throw SystemError("\(verb) was refused: \(reply)") }
        return ok as? Message ?? [:]
    }

    /// Says that nothing more will be sent; reading goes on.
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
