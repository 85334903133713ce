import Foundation
import TestSupport
import Testing

@testable import RasterProtocol

@Suite struct RasterProtocolTests {
    @Test(arguments: [
        (RasterRequest.icon(width: 24, height: 48, source: "/my icons/é.svg"), "icon 24 48 /my icons/é.svg\n"),
        (.icon(width: 24, height: 48, source: "/a.svg", .mask), "mask 24 48 /a.svg\n"),
        (.icon(width: 24, height: 48, source: "/a.svg", .color), "color 24 48 /a.svg\n"),
        (.font(families: "Nunito,DejaVu Sans"), "font Nunito,DejaVu Sans\n"),
        (
            .text(TextMaskKey("Two  words ", families: "Nunito,DejaVu Sans", weight: 700, size: 22.5)),
            "text 22.5 700 - Nunito,DejaVu Sans\tTwo  words \n"
        ),
        (
            .text(TextMaskKey("", families: "", weight: 100, size: 1, maximumWidth: 0)), "text 1.0 100 0.0 \t\n"
        ),
        (
            .text(TextMaskKey("\u{301}", families: "\u{301}", weight: 900, size: 512, maximumWidth: 1e9)),
            "text 512.0 900 1000000000.0 \u{301}\t\u{301}\n"
        ),
    ])
    func requestIsWrittenAndRead(request: RasterRequest, line: String) throws {
        #expect(request.line == line)
        #expect(try RasterRequest(line: request.line.utf8.dropLast()) == request)
    }

    @Test(arguments: [
        "", "24", "24 24 home", "icon", "icon 24", "icon 24 24", "icon 24 24 ", "icon x 24 home", "font", "font ",
        "font a\tb", "icon 0 24 home",
        "icon 24 -1 home", "icon 2049 24 home", "icon 24  24 home", "Icon 24 24 home", "text",
        "text 12 400 - Inter",
        "text 0.5 400 - Inter\ta", "text 513 400 - Inter\ta", "text nan 400 - Inter\ta", "text inf 400 - Inter\ta",
        "text 12 99 - Inter\ta", "text 12 901 - Inter\ta", "text 12 400 -1 Inter\ta", "text 12 400 inf Inter\ta",
        "text 12 400 nan Inter\ta", "text 12 400  Inter\ta", "text 12 400.5 - Inter\ta",
        "text 12 400 - Inter\ta\tb",
        "text 12 400 - Inter\ta\u{85}b",
    ])
    func malformedRequestIsRefused(line: String) {
        #expect(throws: RasterError.self) { try RasterRequest(line: line.utf8) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func keyWithAnInvalidSizeEqualsItself(value: Double) {
        let key = TextMaskKey("a", families: "", weight: 400, size: value, maximumWidth: value)
        #expect(Set([key, key]).count == 1)
        #expect(throws: RasterError.self) { try RasterRequest(line: RasterRequest.text(key).line.utf8.dropLast()) }
    }

    @Test func requestThatIsNotUTF8IsRefused() {
        #expect(throws: RasterError("the request is not UTF-8")) {
            try RasterRequest(line: Array("icon 1 1 ".utf8) + [0xFF])
        }
    }

    @Test(arguments: [
        String(repeating: "long ", count: 10_000), String(repeating: "\u{1F468}\u{200D}", count: 10_000),
        "e" + String(repeating: "\u{301}", count: 10_000), "a\nb\r\nc\td\u{0}e\u{2028}f\u{9F}g",
    ])
    func requestHasABoundedLength(string: String) throws {
        for request in [
            RasterRequest.icon(width: 1, height: 1, source: string),
            .text(TextMaskKey(string, families: string, weight: 400, size: 12, maximumWidth: 100)),
        ] {
            let line = Array(request.line.utf8)
            #expect(line.count <= RasterRequest.maximumLine)
            #expect(line.filter { $0 == 0x0A }.count == 1)
            let read = try RasterRequest(line: line.dropLast())
            #expect(read.line == request.line)
        }
        #expect(TextMaskKey("a\r\nb\u{2028}", families: "c\td", weight: 400, size: 1).string == "a  b ")
    }

    private let replies: [RasterReply] = [
        .icon(width: 3, height: 2, bytes: [0, 10, 255, 1, 2, 3]), .failure("icon: no such file"),
        .text(
            width: 2, height: 2, metrics: TextMetrics(originX: 1, baseline: 2, advance: 1.75), bytes: [0x0A, 1, 2, 3]),
        .failure("\u{301}"), .icon(width: 1, height: 1, bytes: [0x0A]),
        .font("DejaVu Sans"), .picture(width: 2, height: 1, bytes: [0x0A, 1, 2, 3, 4, 5, 6, 7]),
        .recolorable(width: 1, height: 1, bytes: [0x0A, 1, 2, 3, 4]),
    ]

    @Test(arguments: [1, 2, 7, 1000])
    func repliesAreReadInAnyPieces(length: Int) throws {
        let bytes = replies.flatMap(\.encoded)
        var reader = RasterReplyReader()
        var read: [RasterReply] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            read += try reader.feed(bytes[start..<min(start + length, bytes.count)])
        }
        #expect(read == replies)
        #expect(reader.pending.isEmpty)
    }

    @Test(arguments: [
        "hello\n", "icon\n", "icon 1\n", "icon 0 1\n", "icon 9999999 1\n", "icon -1 -1\n", "icon 1 1 1\n",
        "text 1 1\n",
        "text 1 1 0 0\n", "text 1 1 2 0 1\n", "text 1 1 0 -1 1\n", "text 1 1 0 0 nan\n", "text 1 1 0 0 1e9\n",
        "text 1 1 0 0 1 1\n", "error\n",
    ])
    func malformedReplyIsRefused(text: String) {
        var reader = RasterReplyReader()
        #expect(throws: RasterError.self) { try reader.feed(text.utf8) }
    }

    @Test func endlessHeaderIsRefused() {
        var reader = RasterReplyReader()
        #expect(throws: RasterError.self) { try reader.feed([UInt8](repeating: 0x61, count: 10_000)) }
    }

    @Test func messageStaysOnItsLine() throws {
        #expect(RasterReply.failure("a\nb").encoded == Array("error a b\n".utf8))
        var reader = RasterReplyReader()
        let long = RasterReply.failure(String(repeating: "é", count: 100_000)).encoded
        #expect(long.count <= RasterRequest.maximumLine)
        #expect(try reader.feed(long).count == 1)
    }
}

@Suite struct RasterHelperTests {
    /// Fontconfig's message about missing fonts, which it prints once it is initialized.
    private func complaints(_ request: String) throws -> String {
        let helper = try BuiltProducts.url("tabshell-raster").path
        var environment = Environment.plain
        environment["FONTCONFIG_FILE"] = "/nowhere/fonts.conf"
        let child = try ChildProcess(
            "sh", ["-c", "printf '\(request)\\n' | \(helper)"], environment: environment)
        #expect(try child.waitForExit() == .code(0))
        return child.errorOutput
    }

    @Test func initializesFontsOnlyForText() throws {
        let folder = try TemporaryDirectory()
        let icon = try folder.write("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'/>", to: "icon.svg")
        #expect(try complaints("icon 24 24 \(icon)") == "")
        #expect(try complaints("text 12 400 - DejaVu Sans\\tHome").contains("Fontconfig"))
    }
}
