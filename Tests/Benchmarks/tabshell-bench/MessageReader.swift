import Glibc
import TestSupport

/// A counter of complete messages on a connection, which does not parse them.
struct MessageReader {
    enum Framing {
        /// Messages that end with a newline.
        case line
        /// Messages with a header of 14 bytes, of which four are the payload's length.
        case sway
    }

    let client: SocketClient
    private let framing: Framing
    /// The received bytes of an incomplete sway header.
    private var header: [UInt8] = []
    /// The missing bytes of an incomplete sway payload.
    private var payloadLeft = 0

    init(_ client: SocketClient, _ framing: Framing) {
        (self.client, self.framing) = (client, framing)
    }

    /// Reads once, blocking if necessary, and returns the number of messages completed.
    ///
    /// - Throws: ``SystemError`` at the end of the stream.
    mutating func read() throws -> Int {
        try withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { space in
            while true {
                let count = recv(client.descriptor, space.baseAddress, space.count, 0)
                if count > 0 { return take(UnsafeRawBufferPointer(rebasing: space[..<count])) }
                if count == 0 { throw SystemError("the server has closed the connection") }
                if errno != EINTR { throw SystemError("recv", errno: errno) }
            }
        }
    }

    /// Reads until a message is complete.
    mutating func next() throws {
        while try read() == 0 {}
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        var ended = 0
        switch framing {
        case .line:
            for byte in bytes where byte == 0x0A { ended += 1 }
        case .sway:
            var at = 0
            while at < bytes.count {
                if payloadLeft == 0 {
                    header.append(bytes[at])
                    at += 1
                    guard header.count == 14 else { continue }
                    payloadLeft = (6..<10).reduce(0) { $0 | Int(header[$1]) << (8 * ($1 - 6)) }
                    header.removeAll(keepingCapacity: true)
                } else {
                    let step = min(payloadLeft, bytes.count - at)
                    payloadLeft -= step
                    at += step
                }
                if payloadLeft == 0 && header.isEmpty { ended += 1 }
            }
        }
        return ended
    }
}
