// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import Wayland
@testable import WaylandClient

/// The server's end of a display's socket, at which a test reads and writes messages as bytes.
final class FakeServer {
    struct Request: Equatable {
        var object: UInt32
        var opcode: UInt16
        var words: [UInt32]
    }

    let display: Display
    private var descriptor: Int32
    /// The descriptors received with requests.
    private(set) var received: [Int32] = []

    init() throws {
        var pair: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        descriptor = pair[1]
        display = try Display.connect(descriptor: pair[0])
    }

    deinit {
        hangUp()
        for descriptor in received { close(descriptor) }
    }

    func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Returns all requests sent so far.
    func requests() throws -> [Request] {
        _ = try display.flush()
        var words: [UInt32] = []
        while let part = try receive() { words += part }
        var requests: [Request] = []
        while words.count >= 2 {
            let count = Int(words[1] >> 18)
            requests.append(
                Request(object: words[0], opcode: UInt16(words[1] & 0xFFFF), words: Array(words[2..<count])))
            words.removeFirst(count)
        }
        #expect(words.isEmpty)
        return requests
    }

    /// Sends an event without dispatching it.
    func queue(_ object: UInt32, _ opcode: UInt16, _ words: [UInt32] = [], descriptor attached: Int32? = nil) throws {
        let size = UInt32(8 + words.count * 4)
        var message = [object, size << 16 | UInt32(opcode)] + words
        // One cmsghdr (length, level, type) and the descriptor; its macros are not imported into Swift.
        var control = [UInt8](repeating: 0, count: 24)
        let sent = message.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var header = msghdr()
                    header.msg_iov = vector
                    header.msg_iovlen = 1
                    if let attached {
                        control.storeBytes(of: 20, toByteOffset: 0, as: Int.self)
                        control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
                        control.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
                        control.storeBytes(of: attached, toByteOffset: 16, as: Int32.self)
                        header.msg_control = control.baseAddress
                        header.msg_controllen = control.count
                    }
                    return sendmsg(descriptor, &header, Int32(MSG_NOSIGNAL))
                }
            }
        }
        try #require(sent == message.count * 4)
    }

    /// Sends an event and dispatches it.
    func send(_ object: UInt32, _ opcode: UInt16, _ words: [UInt32] = [], descriptor: Int32? = nil) throws {
        try queue(object, opcode, words, descriptor: descriptor)
        try dispatch()
    }

    /// Reads and dispatches as an event loop does when the socket is readable.
    func dispatch() throws {
        while !display.prepareRead() { try display.dispatchPending() }
        try display.readEvents()
        try display.dispatchPending()
    }

    /// True once the client has closed its end.
    func seesHangUp() -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
            if count <= 0 { return count == 0 }
        }
    }

    /// Binds a global that was never announced, which the fake server accepts.
    func bind<Object: Proxy>(_ type: Object.Type, version: UInt32) throws -> Object {
        let object = display.registry().bind(type, name: 1, version: version)
        _ = try requests()
        return object
    }

    private func receive() throws -> [UInt32]? {
        var words = [UInt32](repeating: 0, count: 1024)
        var control = [UInt8](repeating: 0, count: 64)
        let count = words.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var header = msghdr()
                    header.msg_iov = vector
                    header.msg_iovlen = 1
                    header.msg_control = control.baseAddress
                    header.msg_controllen = control.count
                    let count = recvmsg(descriptor, &header, Int32(MSG_DONTWAIT))
                    if count > 0, header.msg_controllen >= 20 {
                        received.append(control.load(fromByteOffset: 16, as: Int32.self))
                    }
                    return count
                }
            }
        }
        return count > 0 ? Array(words[..<(count / 4)]) : nil
    }
}

/// A string in wire format: its length with the terminating zero, and its bytes padded to 32 bits.
func wire(_ string: String) -> [UInt32] {
    var bytes = Array(string.utf8) + [0]
    let length = UInt32(bytes.count)
    while bytes.count % 4 != 0 { bytes.append(0) }
    let words = stride(from: 0, to: bytes.count, by: 4).map { start in
        bytes[start..<(start + 4)].enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (8 * $1.offset) }
    }
    return [length] + words
}
