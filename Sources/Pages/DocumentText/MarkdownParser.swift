// SPDX-License-Identifier: MIT

internal import Markdown

/// Builds the blocks of a document from its Markdown.
///
/// An image is shown as its description. Of raw HTML only the text between the tags is shown. A table becomes a block of
/// code with aligned columns.
public struct MarkdownParser {
    private enum Limit {
        /// The deepest nesting that is indented; deeper blocks stand there too.
        static let depth = 8
        /// The length of a block in bytes of UTF-8. A longer one continues in the next: so long a text, laid out at once,
        /// would hold up the page.
        static let block = 4000
    }

    private var blocks: [Block] = []
    /// The lists around the text: the number of the next item, nil in a bullet list.
    private var lists: [Int?] = []
    private var quotes = 0
    /// The marker of an item without a block so far.
    private var marker: Block.Marker?
    private var spans: [Span] = []
    /// The inline elements around the text, the innermost last.
    private var elements: [MarkdownElement] = []
    private var isCodeBlock = false
    private var html: String?
    private var table = MarkdownTable()

    private init() {}

    /// The blocks of a text in Markdown; nil if it describes far more than its length accounts for.
    public static func blocks(of text: String) -> [Block]? {
        var parser = MarkdownParser()
        return Markdown.parse(visible(text)) { parser.apply($0) } ? parser.blocks : nil
    }

    /// The text without control characters.
    private static func visible(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter(isVisible)))
    }

    /// True unless a character is a control character other than a tab or the end of a line.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0x00..<0x20, 0x7F..<0xA0, 0xFEFF: false
        default: true
        }
    }

    private mutating func apply(_ event: MarkdownEvent) {
        switch event {
        case .start(let element): start(element)
        case .end(let element): end(element)
        // A reference such as `&#1;` may stand for a control character.
        case .text(let text): append(Self.visible(text))
        case .softBreak: append(" ")
        case .hardBreak: spans.join(Span("\n", style, link: link))
        case .html(let text):
            if html != nil {
                html? += text
            } else if HTMLText.isLineBreak(text) {
                spans.join(Span("\n", style, link: link))
            }
        }
    }

    private mutating func start(_ element: MarkdownElement) {
        switch element {
        case .blockQuote:
            endText()
            addEmptyItem()
            quotes += 1
        case .bulletList, .numberedList:
            endText()
            addEmptyItem()
            if case .numberedList(let start) = element { lists.append(start) } else { lists.append(nil) }
        case .listItem(let isDone):
            let number = lists.last ?? nil
            marker = isDone.map { .task($0) } ?? number.map { .number($0) } ?? .bullet
            if let number { lists[lists.count - 1] = number &+ 1 }
        case .paragraph: break
        case .heading, .codeBlock, .table:
            endText()
            addEmptyItem()
            isCodeBlock = element == .codeBlock
        case .htmlBlock:
            endText()
            html = ""
        case .thematicBreak:
            endText()
            addEmptyItem()
            add(.rule, [])
        case .link, .emphasis, .strong, .image, .code, .strikethrough: elements.append(element)
        case .document, .tableRow, .tableCell, .group: break
        }
    }

    private mutating func end(_ element: MarkdownElement) {
        switch element {
        case .blockQuote:
            endText()
            quotes -= 1
        case .bulletList, .numberedList: _ = lists.popLast()
        case .listItem:
            endText()
            addEmptyItem()
        case .paragraph: endText()
        case .heading(let level): endText(as: .heading(level))
        case .codeBlock:
            isCodeBlock = false
            endCode()
        case .htmlBlock:
            let text = Self.visible(HTMLText.visible(in: html ?? ""))
            html = nil
            if !text.isEmpty { spans = [Span(text)] }
            endText()
        case .tableCell(let isHeader, let alignment):
            table.addCell(spans, isHeader: isHeader, alignment)
            (spans, elements) = ([], [])
        case .tableRow: table.endRow()
        case .table:
            spans = table.spans
            table = MarkdownTable()
            endCode()
        case .link, .emphasis, .strong, .image, .code, .strikethrough:
            if let index = elements.lastIndex(of: element) { elements.remove(at: index) }
        case .document, .thematicBreak, .group: break
        }
    }

    /// The style of text. The elements within an image's description have none of their own.
    private var style: Span.Style {
        var style: Span.Style = []
        for element in elements {
            switch element {
            case .emphasis: style.insert(.emphasis)
            case .strong: style.insert(.strong)
            case .code: style.insert(.code)
            case .strikethrough: style.insert(.strikethrough)
            case .image: return style.union(.emphasis)
            default: break
            }
        }
        return style
    }

    /// The destination of the link that is open; nil without one, and within an image's description.
    private var link: String? {
        for case .link(let destination) in elements.prefix(while: { $0 != .image }) { return destination }
        return nil
    }

    private mutating func append(_ text: String) {
        let style = style
        spans.join(Span(isCodeBlock || style.contains(.code) ? text : collapsed(text), style, link: link))
    }

    /// A text with each run of white space as one space, and none where one stands before it.
    private func collapsed(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isAfterSpace = spans.last.map { !$0.style.contains(.code) && " \n".contains($0.text.last ?? " ") } ?? true
        for scalar in text.unicodeScalars {
            let isSpace = scalar == " " || (0x09...0x0D).contains(scalar.value)
            if !isSpace { result.append(scalar) } else if !isAfterSpace { result.append(" ") }
            isAfterSpace = isSpace
        }
        return String(result)
    }

    /// Ends the text that is open; to the parser, the text of a tight list's item is not a paragraph.
    private mutating func endText(as kind: Block.Kind = .paragraph) {
        let text = spans.trimmed(of: " \n")
        spans = []
        // md4c 0.4.8 does not end each inline element that it has started.
        elements = []
        guard !text.isEmpty || kind != .paragraph else { return }
        var kind = kind
        if kind == .paragraph, let marker {
            kind = .item(marker)
            self.marker = nil
        }
        for piece in text.pieces(of: Limit.block, endingAt: " \n") {
            add(kind, piece)
            if case .item = kind { kind = .paragraph }
        }
    }

    private mutating func endCode() {
        for piece in spans.trimmed(of: "\n", atStart: false).pieces(of: Limit.block, endingAt: "\n") {
            add(.code, piece)
        }
        spans = []
    }

    /// Shows the marker of an item that does not begin with a paragraph on a line of its own.
    private mutating func addEmptyItem() {
        guard let marker else { return }
        add(.item(marker), [])
        self.marker = nil
    }

    private mutating func add(_ kind: Block.Kind, _ spans: [Span]) {
        blocks.append(
            Block(kind, spans, depth: min(lists.count, Limit.depth), quotes: min(quotes, Limit.depth)))
    }
}
