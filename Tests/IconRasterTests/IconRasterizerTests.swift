// SPDX-License-Identifier: MIT

import Foundation
import IconRaster
import IconWire
import Icons
import Testing

@Suite("The rasteriser")
struct IconRasterizerTests {
    private func mask(_ source: String, side: Int = 48) -> [UInt8]? {
        guard
            case .mask(let width, let height, let bytes) = IconRasterizer.answer(
                RasterRequest(width: side, height: side, source: source))
        else { return nil }
        #expect(width == side && height == side)
        return bytes
    }

    private func failure(_ source: String) -> String? {
        guard
            case .failure(let message) = IconRasterizer.answer(RasterRequest(width: 8, height: 8, source: source))
        else { return nil }
        return message
    }

    private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "icon-\(UUID().uuidString).svg"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test("draws the built-in icons, none touching the box's edge", arguments: Icons.names, [24, 36, 48, 240])
    func builtIn(name: String, side: Int) throws {
        let bytes = try #require(mask(name, side: side))
        #expect(bytes.count == side * side)
        let ink = bytes.reduce(0) { $0 + Int($1) }
        let share = Double(ink) / 255 / Double(side * side)
        #expect((0.2...0.6).contains(share), "\(name) covers \(share)")
        #expect(bytes.prefix(side).allSatisfy { $0 == 0 })
        #expect(bytes.suffix(side).allSatisfy { $0 == 0 })
        #expect(stride(from: 0, to: bytes.count, by: side).allSatisfy { bytes[$0] == 0 && bytes[$0 + side - 1] == 0 })
    }

    @Test("draws a file, scaled to fit")
    func file() throws {
        let square = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><rect width='5' height='10'/></svg>"
        try withFile(square) { path in
            let bytes = try #require(mask(path, side: 20))
            #expect((0..<20).allSatisfy { bytes[$0 * 20] == 255 && bytes[$0 * 20 + 9] == 255 })
            #expect((0..<20).allSatisfy { bytes[$0 * 20 + 10] == 0 })
        }
    }

    @Test("says what is wrong with a file", arguments: ["", "<svg", "not a picture", "<html></html>"])
    func badFile(text: String) throws {
        try withFile(text) { path in
            let message = try #require(failure(path))
            #expect(message.hasPrefix(path + ": "))
            #expect(message.count > path.count + 4)
        }
    }

    @Test("says what is wrong with a name")
    func badName() {
        #expect(failure("nothing") == "nothing: no such icon, and not the path of an .svg file")
        #expect(failure("/nowhere/a.svg") == "/nowhere/a.svg: No such file or directory")
        #expect(failure(NSTemporaryDirectory() + "/.")?.contains("no such icon") == true)
    }

    @Test("answers every request of a conversation")
    func conversation() throws {
        let (requests, requestEnd) = try pipe()
        let (replies, replyEnd) = try pipe()
        defer { [requests, replies].forEach { close($0) } }
        let text = "24 24 home\nnonsense\n12 12 flash\n1 1 gro"
        text.utf8.withContiguousStorageIfAvailable { _ = write(requestEnd, $0.baseAddress, $0.count) }
        close(requestEnd)
        #expect(!RasterLoop(input: requests, output: replyEnd).run())
        close(replyEnd)
        var reader = RasterReplyReader()
        var answers: [RasterReply] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while case let count = read(replies, &chunk, chunk.count), count > 0 {
            answers += try reader.feed(chunk[..<count])
        }
        #expect(answers.count == 4)
        #expect(answers.first == IconRasterizer.answer(RasterRequest(width: 24, height: 24, source: "home")))
        #expect(answers.last == .failure("the last request has no line end"))
        #expect(!reader.isInsideReply)
    }

    private func pipe() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }
}
