// SPDX-License-Identifier: MIT

import IconWire
import Testing

@Suite("The raster helper's wire format")
struct IconWireTests {
    @Test("a request survives the way")
    func request() throws {
        let request = RasterRequest(width: 24, height: 48, source: "/usr/share/my icons/é.svg")
        #expect(request.line == "24 48 /usr/share/my icons/é.svg\n")
        #expect(try RasterRequest(line: request.line.utf8.dropLast()) == request)
    }

    @Test(
        "a bad request is refused",
        arguments: ["", "24", "24 24", "24 24 ", "x 24 home", "0 24 home", "24 -1 home", "2049 24 home", "24  24 home"])
    func badRequest(line: String) {
        #expect(throws: RasterError.self) { try RasterRequest(line: line.utf8) }
    }

    @Test("a request that is not UTF-8 is refused")
    func notText() {
        #expect(throws: RasterError("the request is not UTF-8")) {
            try RasterRequest(line: Array("1 1 ".utf8) + [0xFF])
        }
    }

    private let replies: [RasterReply] = [
        .mask(width: 3, height: 2, bytes: [0, 10, 255, 1, 2, 3]), .failure("icon: no such file"),
        .mask(width: 1, height: 1, bytes: [0x0A]),
    ]

    @Test("replies are read whatever pieces they come in", arguments: [1, 2, 7, 1000])
    func pieces(length: Int) throws {
        let bytes = replies.flatMap(\.encoded)
        var reader = RasterReplyReader()
        var read: [RasterReply] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            read += try reader.feed(bytes[start..<min(start + length, bytes.count)])
        }
        #expect(read == replies)
        #expect(!reader.isInsideReply)
    }

    @Test("a reply that was cut off is noticed")
    func truncated() throws {
        var reader = RasterReplyReader()
        #expect(try reader.feed(replies[0].encoded.dropLast()).isEmpty)
        #expect(reader.isInsideReply)
    }

    @Test(
        "bytes that are no reply are refused",
        arguments: ["hello\n", "ok\n", "ok 1\n", "ok 0 1\n", "ok 9999999 1\n", "ok -1 -1\n", "ok 1 1 1\n"])
    func nonsense(text: String) {
        var reader = RasterReplyReader()
        #expect(throws: RasterError.self) { try reader.feed(text.utf8) }
    }

    @Test("a header without end is refused, not collected")
    func endless() {
        var reader = RasterReplyReader()
        #expect(throws: RasterError.self) { try reader.feed([UInt8](repeating: 0x61, count: 10_000)) }
    }

    @Test("a message stays on its line")
    func oneLine() {
        #expect(RasterReply.failure("a\nb").encoded == Array("error a b\n".utf8))
    }
}
