import DocumentText
import Foundation
import TestSupport
import Testing

/// Extensions of CommonMark, whose specification ``CommonMarkTests`` checks, and limits.
@Suite("Markdown")
struct MarkdownTests {
    private func blocks(_ text: String) -> [Block] { MarkdownParser.blocks(of: text) ?? [] }

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
                case .table: "table"
                case .line: "line"
                case .rule: "rule"
                }
            let quotes = String(repeating: ">", count: block.quotes)
            let texts = block.spans.map(TerminalScreenTests.markup)
            return "\(quotes)\(kind)@\(block.depth) \(texts.joined())".replacing("\n", with: "\\n")
        }
    }

    @Test func outlinesAreThoseOfTheTable() throws {
        try TerminalScreenTests.compare(Repository.file("Tests/Pages/markdown.txt"), outline)
    }

    @Test func hostileTextsAreParsedInLinearTime() {
        for unit in [
            "*", "_", "`", "[", "](", "> ", "- ", "**a ", "*a _b ", "[a](", "<", "\\", "&", "~~", "1. ", "| ", "#",
            "<b>", "<ul><li>", "[^a]: ", "<table>",
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
}
