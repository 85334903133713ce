import CTestSupport
import Glibc
import Testing

@testable import WaylandProtocols
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
        let message = [object, UInt32(8 + words.count * 4) << 16 | UInt32(opcode)] + words
        let sent = message.withUnsafeBytes { cts_send(descriptor, $0.baseAddress, $0.count, attached ?? -1) }
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
        var descriptors = [Int32](repeating: -1, count: Int(cts_most_descriptors))
        var number: Int32 = 0
        let count = cts_receive(descriptor, &words, words.count * 4, &descriptors, &number)
        received += descriptors.prefix(Int(number))
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
