// SPDX-License-Identifier: MIT

import DocumentText
import Testing

@Suite("ANSIParser")
struct ANSIParserTests {
    private func lines(_ text: String) -> [String] { ANSIParser.blocks(of: text).map(\.text) }

    @Test func linesAreKeptAndEmptyLinesAtTheEndAreDropped() {
        #expect(lines("a\n\n  b \r\nc\n\n \n") == ["a", "", "  b ", "c"])
        #expect(lines("") == [])
        // A carriage return begins the line again only if something follows.
        #expect(lines("a\r\r\nb\r") == ["a", "b"])
        #expect(lines("a\rb\r\r\n") == ["b"])
        #expect(lines("a\tb\n12345678\tc") == ["a       b", "12345678        c"])
    }

    @Test func colorsAndWeightsLastUntilTheyAreReset() {
        let blocks = ANSIParser.blocks(
            of: "\u{1B}[1;31mred\u{1B}[0m plain \u{1B}[38;5;2mgreen\nstill\u{1B}[39m not")
        #expect(
            blocks.map(\.spans) == [
                [Span("red", .strong, color: .red), Span(" plain "), Span("green", color: .green)],
                [Span("still", color: .green), Span(" not")],
            ])
        let other = ANSIParser.blocks(of: "\u{1B}[38;2;1;2;3;3mx\u{1B}[22;23m\u{1B}[90my\u{1B}[mz")
        #expect(other.map(\.spans) == [[Span("x", .emphasis), Span("y", color: .faint), Span("z")]])
    }

    @Test(arguments: [
        "\u{1B}[2K", "\u{1B}[?25l", "\u{1B}]0;title\u{7}", "\u{1B}]8;;http://a\u{1B}\\", "\u{1B}(B", "\u{1B}M",
        "\u{7}", "\u{0}", "\u{9B}", "\u{1B}[999999999999999999999m", "\u{1B}[38;5m", "\u{1B}[38;2m",
    ])
    func otherSequencesAreDropped(sequence: String) {
        #expect(lines("a\(sequence)b") == ["ab"])
        _ = lines("a\(sequence.dropLast())")
    }

    @Test func carriageReturnClearsTheLineAndBackspaceDeletesACharacter() {
        #expect(lines("10 %\r50 %\r100 %\ndone") == ["100 %", "done"])
        #expect(lines("ab\u{8}c\u{8}\u{8}\u{8}\u{8}d") == ["d"])
    }

    @Test func malformedSequencesEndAtTheLine() {
        #expect(lines("a\u{1B}[3\nb") == ["a", "b"])
        #expect(lines("a\u{1B}") == ["a"])
        #expect(lines("\u{1B}]0;no end\nb") == ["", "b"])
    }

    @Test func longLinesContinueInTheNextLine() {
        let parts = lines(String(repeating: "x", count: 2500))
        #expect(parts.map(\.count) == [1000, 1000, 500])
    }
}
