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

    /// The examples displayed differently from their HTML, with the reason.
    private static let deviations: [Int: String] = [
        148: html, 149: html, 160: html, 164: html, 166: html, 168: html, 169: html, 186: html, 493: html,
        607: address, 610: address, 611: address,
        171: "md4c 0.4.8 ends a textarea at a blank line, as CommonMark 0.29 does",
    ]
    private static let html = "raw HTML keeps its structure and its styles"
    private static let address = "a bare address is a link, as on GitHub"

    @Test func specificationExamplesAreDisplayedAsTheirHTML() throws {
        let data = try Data(contentsOf: URL(filePath: Self.path))
        let examples = try JSONDecoder().decode([Example].self, from: data)
        #expect(examples.count > 600)
        for example in examples {
            let blocks = try #require(MarkdownParser.blocks(of: example.markdown)).map(\.withDecodedLinks)
            let expected = DisplayedHTML(example.html).blocks.map(\.withDecodedLinks)
            if let reason = Self.deviations[example.example] {
                #expect(blocks != expected, "example \(example.example) is listed as a deviation (\(reason))")
            } else {
                #expect(blocks == expected, "example \(example.example): \(example.markdown)")
            }
        }
    }
}

extension Block {
    /// The block with the destinations of its links as in no encoding: HTML encodes characters that Markdown need not.
    fileprivate var withDecodedLinks: Block {
        var block = self
        for index in block.spans.indices {
            if let link = block.spans[index].link { block.spans[index].link = link.removingPercentEncoding ?? link }
        }
        return block
    }
}
