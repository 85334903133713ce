import DocumentText
import Foundation
import Testing

/// An example of CommonMark's specification: a text, and its HTML.
private struct Example: Decodable {
    let example: Int
    let markdown: String
    let html: String
}

@Suite("CommonMark")
struct CommonMarkTests {
    /// The specification's examples, from Debian's golang-github-yuin-goldmark-dev.
    private static let path = "/usr/share/gocode/src/github.com/yuin/goldmark/_test/spec.json"

    /// The starts of the examples that are displayed differently from their HTML, whatever their number in this version.
    private static let deviations = [
        // Raw HTML keeps its structure and its styles.
        "<table><tr>", "<table>\n  <tr>", "<i class=\"foo\">", "<del>\n*foo*", "<del>*foo*", "<pre language",
        "<div>\nbar", "[a](<b)c\n",
        "< http", "http", "foo@bar",  // A bare address is a link, as on GitHub.
    ]

    @Test func specificationExamplesAreDisplayedAsTheirHTML() throws {
        let data = try Data(contentsOf: URL(filePath: Self.path))
        let examples = try JSONDecoder().decode([Example].self, from: data)
        #expect(examples.count > 600)
        // md4c 0.4.8 ends a textarea at a blank line, as CommonMark 0.29 does, and 0.5 does not.
        for example in examples where !example.markdown.hasPrefix("<textarea>\n\n*foo*") {
            let blocks = try #require(MarkdownParser.blocks(of: example.markdown)).map(\.normalized)
            let isSame = blocks == DisplayedHTML(example.html).blocks.map(\.normalized)
            let isDeviation = Self.deviations.contains { example.markdown.hasPrefix($0) }
            #expect(isSame != isDeviation, "example \(example.example): \(example.markdown)\n\(blocks)")
        }
    }
}

extension Block {
    /// The block with the destinations of its links as in no encoding, since HTML encodes characters that Markdown need not, and
    /// with single spaces in code within a line: md4c 0.5 drops one of several before the end of a line.
    fileprivate var normalized: Block {
        var block = self
        for index in block.spans.indices {
            if let link = block.spans[index].link { block.spans[index].link = link.removingPercentEncoding ?? link }
            if kind == .paragraph, block.spans[index].style.contains(.code) {
                block.spans[index].text = block.spans[index].text.split(separator: " ", omittingEmptySubsequences: true)
                    .joined(separator: " ")
            }
        }
        return block
    }
}
