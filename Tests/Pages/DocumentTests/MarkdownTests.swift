// SPDX-License-Identifier: MIT

import DocumentText
import Testing

/// What is not in CommonMark, whose specification ``CommonMarkTests`` checks, and limits.
@Suite("Markdown")
struct MarkdownTests {
    private func blocks(_ text: String) -> [Block] { MarkdownParser.blocks(of: text) ?? [] }

    /// The spans of a text that is a single block.
    private func spans(_ text: String) -> [Span] { blocks(text).flatMap(\.spans) }

    /// A line for each block: its quotes, kind, depth and text.
    private func outline(_ text: String) -> [String] {
        blocks(text).map { block in
            let kind =
                switch block.kind {
                case .heading(let level): "h\(level)"
                case .paragraph: "p"
                case .item(.bullet): "-"
                case .item(.number(let number)): "\(number)."
                case .item(.task(let isDone)): isDone ? "[x]" : "[ ]"
                case .code: "code"
                case .line: "line"
                case .rule: "rule"
                }
            let quotes = String(repeating: ">", count: block.quotes)
            return "\(quotes)\(kind)@\(block.depth) \(block.text)"
        }
    }

    @Test func tasksAreItemsOfLists() {
        #expect(
            outline("- [ ] open\n- [x] done\n* [X] done\n- [] none") == [
                "[ ]@1 open", "[x]@1 done", "[x]@1 done", "-@1 [] none",
            ])
    }

    @Test func tablesAreAlignedLinesWithABoldHeader() {
        #expect(
            blocks("|Name|*Size*|\n|:--|--:|\n|ab|1|\n|`c`|10000||\n\nend") == [
                Block(
                    .code,
                    [
                        Span("Name", .strong), Span("   "), Span("Size", [.strong, .emphasis]), Span("\nab        1\n"),
                        Span("c", .code), Span("     10000"),
                    ]),
                Block(.paragraph, [Span("end")]),
            ])
        // A header of many columns cannot make many short rows into many megabytes.
        let huge = String(repeating: "|a", count: 5000) + "\n" + String(repeating: "|-", count: 5000) + "\n"
        #expect(blocks(huge + String(repeating: "|\n", count: 5000)).reduce(0) { $0 + $1.text.count } < 1_000_000)
    }

    @Test func rawHTMLShowsOnlyItsText() {
        #expect(
            outline("<p align='>'>One<br>two\n  &copy;\n<!-- - > -->\n</p>\n\na<b>b</b><br/>c <!-- no -->\n") == [
                "p@0 One\ntwo ©", "p@0 ab\nc",
            ])
        #expect(outline("<script>\n\na < b\n\n</script>\n<div\n") == [])
        #expect(outline("- <div>\n- <div>1 < 2</div>") == ["-@1 ", "-@1 1 < 2"])
    }

    @Test func strikethroughIsAStyle() {
        #expect(spans("~~e~~ ~~*f*") == [Span("e", .strikethrough), Span(" ~~"), Span("f", .emphasis)])
    }

    @Test func hostileTextsAreParsedInLinearTime() {
        for unit in [
            "*", "_", "`", "[", "](", "> ", "- ", "**a ", "*a _b ", "[a](", "<", "\\", "&", "~~", "1. ", "| ", "#",
        ] {
            let text = String(repeating: unit, count: 40_000 / unit.count)
            #expect(blocks(text).allSatisfy { $0.depth <= 8 && $0.quotes <= 8 })
            _ = blocks(String(repeating: unit + "\n", count: 4000))
        }
    }

    @Test func longBlocksAreSplit() {
        let words = String(repeating: "word ", count: 4000)
        let paragraphs = blocks(words)
        #expect(paragraphs.count > 4 && paragraphs.allSatisfy { $0.text.utf8.count <= 4000 })
        let code = blocks("```\n" + String(repeating: "x\n", count: 10_000) + "```")
        #expect(code.count > 4 && code.allSatisfy { $0.kind == .code })
        #expect(blocks(String(repeating: "x", count: 20_000)).map(\.text.count).reduce(0, +) == 20_000)
    }

    @Test func controlCharactersAreDropped() {
        #expect(outline("\u{FEFF}# a\u{0}\u{1B}b\r\nc\td") == ["h1@0 ab", "p@0 c d"])
    }
}
