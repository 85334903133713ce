internal import Markdown

/// Builds the blocks of a document from its Markdown and the HTML in it. An image is shown as its description.
public struct MarkdownParser {
    private enum Limit {
        /// The maximum indentation; deeper blocks have it, too.
        static let depth = 8
        /// The length of a block in bytes of UTF-8. A longer one, laid out at once, would hold up the page.
        static let block = 4000
        /// The maximum number of open tags; others are left out.
        static let tags = 100
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
    /// The HTML that is read as a block, and the tags that are open in it.
    private var html: String?
    private var tags: [String] = []
    /// The start of a tag within a line.
    private var tag = ""
    private var table = MarkdownTable()
    private var isInCell = false
    private var footnotes = Footnotes()

    private init() {}

    /// The blocks of a text in Markdown; nil if it describes far more than its length allows.
    public static func blocks(of text: String) -> [Block]? {
        var parser = MarkdownParser()
        let text = parser.footnotes.separate(visible(text))
        return Markdown.parse(text) { parser.apply($0) } ? parser.blocks : nil
    }

    /// The text without control characters.
    static func visible(_ text: String) -> String {
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
                return
            }
            tag += text
            guard tag.hasSuffix(">") else { return }
            for part in HTMLPart.parts(of: tag) { if case .text = part {} else { apply(part) } }
            tag = ""
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
        case .tableCell: isInCell = true
        case .document, .tableRow, .group: break
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
            for part in HTMLPart.parts(of: html ?? "") { apply(part) }
            html = nil
            closeTags(from: 0)
            endText()
        case .tableCell(let isHeader, let alignment):
            table.addCell(footnotes.numbered(spans), isHeader: isHeader, alignment)
            (spans, elements, isInCell) = ([], [], false)
        case .tableRow: table.endRow()
        case .table:
            for (table, spans) in table.blocks(of: Limit.block) { add(.table(table), spans) }
            table = MarkdownTable()
        case .link, .emphasis, .strong, .image, .code, .strikethrough:
            if let index = elements.lastIndex(of: element) { elements.remove(at: index) }
        case .document: addFootnotes()
        case .thematicBreak, .group: break
        }
    }

    private mutating func apply(_ part: HTMLPart) {
        switch part {
        case .text(let text):
            let isStart = isCodeBlock && spans.isEmpty && text.hasPrefix("\n")
            append(Self.visible(isStart ? String(text.dropFirst()) : text))
        case .start("br", _): spans.join(Span("\n", style, link: link))
        case .start("img", let attributes):
            elements.append(.image)
            append(Self.visible(attributes["alt"] ?? ""))
            elements.removeLast()
        case .start(let name, let attributes):
            // To md4c 0.4.8, a heading below the first level is a tag within a line.
            if html != nil { startBlock(name) } else if Self.isHeading(name) { endText() }
            if name == "summary" || name == "dt" { elements.append(.strong) }
            // A block of code is in one style.
            let element = MarkdownElement(inlineTag: name, attributes)
            if let element, !isCodeBlock, elements.count < Limit.tags { elements.append(element) }
        case .end(let name):
            if let element = MarkdownElement(inlineTag: name) {
                let index = elements.lastIndex { if case .link = $0 { name == "a" } else { $0 == element } }
                if let index { elements.remove(at: index) }
            }
            if html == nil, Self.isHeading(name), let element = MarkdownElement(blockTag: name) { end(element) }
            guard html != nil else { return }
            if let index = tags.lastIndex(of: name) { closeTags(from: index) } else { startBlock(name) }
        }
    }

    /// Starts the element of a tag in a block of HTML, where an end tag may be missing. Tags of other blocks end the text.
    private mutating func startBlock(_ name: String) {
        if Self.inlineTags.contains(name) || MarkdownElement(inlineTag: name) != nil { return }
        // A cell is one text, and cells are in a table.
        let isOfTable = ["td", "th", "tr"].contains(name) == tags.contains("table")
        guard isOfTable, tags.count < Limit.tags, let element = MarkdownElement(blockTag: name) else {
            if tags.contains("table") { append(" ") } else if !isCodeBlock { endText() }
            return
        }
        let (ended, outer): ([String], [String]) =
            switch name {
            case "li": (["li"], ["ul", "ol"])
            case "td", "th": (["td", "th"], ["table"])
            case "tr": (["tr"], ["table"])
            default: ([], [])
            }
        let start = tags.lastIndex { outer.contains($0) } ?? -1
        if let index = tags.indices.first(where: { $0 > start && ended.contains(tags[$0]) }) { closeTags(from: index) }
        if name == "li", start < 0 { startBlock("ul") }
        if case .listItem = element { endText() }
        tags.append(name)
        self.start(element)
    }
    private static func isHeading(_ name: String) -> Bool {
        if case .heading = MarkdownElement(blockTag: name) { true } else { false }
    }

    private static let inlineTags: Set = [
        "abbr", "big", "font", "input", "ins", "label", "mark", "picture", "q", "small", "source", "span", "sub", "sup",
        "u",
        "wbr",
    ]

    private mutating func closeTags(from index: Int) {
        while tags.count > index, let name = tags.popLast() {
            guard let element = MarkdownElement(blockTag: name) else { continue }
            if name == "ul" || name == "ol" { endText() }
            end(element)
        }
    }

    /// The style of text. The elements within an image's description are plain.
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

    /// The destination of the open link; nil without one, and within an image's description.
    private var link: String? {
        for case .link(let destination) in elements.prefix(while: { $0 != .image }) { return destination }
        return nil
    }

    private mutating func append(_ text: String) {
        let style = style
        // GitHub's tables need the backslash even in code.
        let text = isInCell && style.contains(.code) ? text.unescapingBars : text
        spans.join(Span(isCodeBlock || style.contains(.code) ? text : collapsed(text), style, link: link))
    }

    /// A text with each run of white space as one space, dropped after another one.
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

    /// Ends the open text; to the parser, the text of a tight list's item is not a paragraph.
    private mutating func endText(as kind: Block.Kind = .paragraph) {
        var text = footnotes.numbered(spans.trimmed(of: " \n"))
        spans = []
        // md4c 0.4.8 does not end each inline element that it has started.
        elements = []
        guard !text.isEmpty || kind != .paragraph, !footnotes.add(text) else { return }
        if quotes > 0, let alert = Self.alerts.first(where: { text.first?.text.hasPrefix($0.mark) == true }) {
            add(.paragraph, [Span(alert.title, .strong, color: alert.color)])
            text[0].text.removeFirst(alert.mark.count)
            text = text.trimmed(of: " \n")
            if text.isEmpty { return }
        }
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

    /// GitHub's alerts: quotations that begin with a mark.
    private static let alerts: [(mark: String, title: String, color: Span.TerminalColor)] = [
        ("[!NOTE]", "Note", .blue), ("[!TIP]", "Tip", .green), ("[!IMPORTANT]", "Important", .magenta),
        ("[!WARNING]", "Warning", .yellow), ("[!CAUTION]", "Caution", .red),
    ]

    private mutating func addFootnotes() {
        guard !footnotes.isEmpty else { return }
        add(.rule, [])
        lists.append(nil)
        for (number, text) in footnotes.sorted { add(.item(.number(number)), text) }
        lists.removeLast()
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

extension String {
    fileprivate var unescapingBars: String {
        reduce(into: "") { text, character in
            if character == "|", text.last == "\\" { text.removeLast() }
            text.append(character)
        }
    }
}
