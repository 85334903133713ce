// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// Counts whole messages on a connection without looking into them.
struct MessageReader {
    enum Framing {
        /// Ended by a newline.
        case line
        /// 14 bytes, of which four say how many follow.
        case sway
    }

    let client: SocketClient
    private let framing: Framing
    /// Of an unfinished sway header.
    private var header: [UInt8] = []
    /// Of an unfinished sway payload.
    private var payloadLeft = 0

    init(_ client: SocketClient, _ framing: Framing) {
        (self.client, self.framing) = (client, framing)
    }

    /// Reads once, waiting if need be, and answers how many messages ended in what came.
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

    /// Reads until a message has ended.
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
