// SPDX-License-Identifier: MIT

/// Reads the part of Markdown (CommonMark, with the task lists of GitHub) that a page shows: headings, paragraphs, lists,
/// code, quotations and rules, and within them what ``InlineReader`` reads. A table's lines stand as they are.
public struct MarkdownReader {
    /// An item of a list that is still open.
    private struct Item {
        var indent: Int
        /// Where its text begins.
        var content: Int
        var number: Int?
    }

    /// A block of code that is still open.
    private struct CodeFence {
        var mark: Character
        var count: Int
        var indent: Int
    }

    /// More than a page can show side by side.
    private static let deepest = 8
    /// A longer paragraph goes on in the next one: so long a text set at once would hold up the page.
    private static let longestParagraph = 4000

    private var blocks: [Block] = []
    private var items: [Item] = []
    private var quotes = 0
    private var fence: CodeFence?
    /// The lines of the block that is open, and what it is.
    private var lines: [Substring] = []
    private var kind = Block.Kind.paragraph
    private var isAfterBlank = false

    private init() {}

    /// The blocks of a text in Markdown.
    public static func blocks(of text: String) -> [Block] {
        var reader = MarkdownReader()
        let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter(isShown)))
        for line in plain.split(separator: "\n", omittingEmptySubsequences: false) {
            reader.read(expanded(line))
        }
        reader.flush()
        return reader.blocks
    }

    /// Whether a character is more than a control of something.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: true
        case 0x00..<0x20, 0x7F..<0xA0, 0xFEFF: false
        default: true
        }
    }

    private static func expanded(_ line: Substring) -> Substring {
        guard line.utf8.contains(0x09) else { return line }
        var result = ""
        var column = 0
        for character in line {
            let width = character == "\t" ? 4 - column % 4 : 1
            result += character == "\t" ? String(repeating: " ", count: width) : String(character)
            column += width
        }
        return result[...]
    }

    private mutating func read(_ whole: Substring) {
        var (depth, line) = Self.quotation(whole)
        if fence != nil {
            // A fence in a quotation ends with it.
            if depth >= quotes { return readFenced(Self.quotation(whole, atMost: quotes).rest) }
            flush()
        }
        if line.allSatisfy({ $0 == " " }) {
            if depth != quotes { flush() }
            if kind == .code, !lines.isEmpty { lines.append(line.dropFirst(4)) } else { flush() }
            isAfterBlank = true
            return
        }
        if depth != quotes {
            // Text goes on in the paragraph of a quotation even where its mark is missing.
            let isLazy = depth < quotes && !lines.isEmpty && kind != .code && !Self.startsBlock(line)
            if isLazy { depth = quotes } else { flush() }
        }
        if depth != quotes {
            quotes = depth
            items = []
        }
        let indent = Self.indent(of: line)
        if readIndentedCode(line, indent: indent) { return }
        line = line.dropFirst(indent)
        defer { isAfterBlank = false }
        readBlock(line, indent: indent)
    }

    private mutating func readBlock(_ line: Substring, indent: Int) {
        if let opening = Self.openingFence(line, indent: indent) {
            begin(.code, indent: indent)
            fence = opening
        } else if let underlined = setextLevel(line), kind == .paragraph, !lines.isEmpty {
            kind = .heading(underlined)
            flush()
        } else if Self.isRule(line) {
            begin(.rule, indent: indent)
            flush()
        } else if let level = Self.headingLevel(line) {
            begin(.heading(level), indent: indent)
            lines = [Self.headingText(line.dropFirst(level))]
            flush()
        } else if let (marker, length) = Self.marker(line), lines.isEmpty || marker.canInterrupt || !items.isEmpty {
            readItem(line, marker.kind, length: length, indent: indent)
        } else if line.first == "|" {
            if kind != .code || lines.isEmpty { begin(.code, indent: indent) }
            lines.append(line)
        } else if !lines.isEmpty, kind != .code {
            lines.append(line)
        } else {
            begin(.paragraph, indent: indent)
            lines = [line]
        }
    }

    /// Four spaces and more, where no paragraph goes on.
    private mutating func readIndentedCode(_ line: Substring, indent: Int) -> Bool {
        let base = items.last { indent >= $0.content }?.content ?? 0
        let isOpen = kind == .code && !lines.isEmpty
        guard indent >= base + 4, lines.isEmpty || isOpen else { return false }
        // Within a list such a line is more often one of an item than code.
        let isItem = Self.marker(line.dropFirst(indent)) != nil
        guard items.isEmpty || isOpen || (isAfterBlank && !isItem) else { return false }
        if lines.isEmpty { begin(.code, indent: indent) }
        lines.append(line.dropFirst(base + 4))
        isAfterBlank = false
        return true
    }

    private static func openingFence(_ line: Substring, indent: Int) -> CodeFence? {
        guard let mark = line.first, mark == "`" || mark == "~" else { return nil }
        let count = line.prefix { $0 == mark }.count
        guard count >= 3, mark == "~" || !line.dropFirst(count).contains("`") else { return nil }
        return CodeFence(mark: mark, count: count, indent: indent)
    }

    private mutating func readFenced(_ line: Substring) {
        guard let fence else { return }
        let text = line.drop { $0 == " " }
        let marks = text.prefix { $0 == fence.mark }.count
        if marks >= fence.count, text.dropFirst(marks).allSatisfy({ $0 == " " }) {
            self.fence = nil
            flush()
            return
        }
        lines.append(line.dropFirst(min(fence.indent, Self.indent(of: line))))
    }

    private mutating func readItem(_ line: Substring, _ marker: Block.Marker, length: Int, indent: Int) {
        flush()
        var before: Item?
        while let last = items.last, indent < last.content { before = items.popLast() ?? last }
        if items.count >= Self.deepest { before = items.popLast() }
        var marker = marker
        var item = Item(indent: indent, content: indent + length, number: nil)
        var text = line.dropFirst(length)
        if case .number(let written) = marker {
            let number = before?.number.map { $0 &+ 1 } ?? written
            item.number = number
            marker = .number(number)
        }
        let box = text.drop { $0 == " " }
        if box.first == "[", box.dropFirst(2).first == "]", box.dropFirst(3).first == " ",
            let mark = box.dropFirst().first, " xX".contains(mark)
        {
            marker = .task(mark != " ")
            text = box.dropFirst(4)
        }
        items.append(item)
        kind = .item(marker)
        lines = [text.drop { $0 == " " }]
    }

    /// Ends what is open, and begins a block at a column.
    private mutating func begin(_ kind: Block.Kind, indent: Int) {
        flush()
        while let last = items.last, indent < last.content { items.removeLast() }
        self.kind = kind
    }

    /// Ends the block that is open.
    private mutating func flush() {
        defer {
            lines = []
            kind = .paragraph
            fence = nil
        }
        func add(_ spans: [Span], as kind: Block.Kind) {
            blocks.append(Block(kind, spans, depth: items.count, quotes: quotes))
        }
        switch kind {
        case .rule: add([], as: .rule)
        case .code:
            while let last = lines.last, last.allSatisfy({ $0 == " " }) { lines.removeLast() }
            for part in Self.groups(of: lines, longest: Self.longestParagraph) {
                add([Span(part.joined(separator: "\n"))], as: .code)
            }
        default:
            guard !lines.isEmpty else { return }
            var kind = kind
            for text in Self.parts(of: Self.joined(lines), longest: Self.longestParagraph) {
                add(InlineReader.spans(of: text), as: kind)
                kind = .paragraph
            }
        }
    }

    /// The lines of a paragraph in one; two spaces or a backslash at the end of a line break it there.
    private static func joined(_ lines: [Substring]) -> String {
        var result = ""
        for (index, line) in lines.enumerated() {
            let spaces = line.reversed().prefix { $0 == " " }.count
            let text = line.dropLast(spaces)
            let isLast = index == lines.count - 1
            if isLast {
                result += text
            } else if text.last == "\\" {
                result += text.dropLast() + "\n"
            } else {
                result += text + (spaces >= 2 ? "\n" : " ")
            }
        }
        return result
    }

    /// A long text in pieces that end with a word.
    private static func parts(of text: String, longest: Int) -> [String] {
        guard text.utf8.count > longest else { return [text] }
        var parts: [String] = []
        var part = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !part.isEmpty, part.utf8.count + word.utf8.count > longest {
                parts.append(part)
                part = ""
            }
            if !part.isEmpty { part += " " }
            var rest = word
            while rest.utf8.count > longest {
                parts.append(part + rest.prefix(longest / 4))
                part = ""
                rest = rest.dropFirst(longest / 4)
            }
            part += rest
        }
        return parts + [part]
    }

    /// Many lines in groups of few, and a long line in several.
    private static func groups(of lines: [Substring], longest: Int) -> [[Substring]] {
        var parts: [[Substring]] = []
        var part: [Substring] = []
        var length = 0
        for line in lines.flatMap({ Self.parts(of: String($0), longest: longest) }) {
            if length + line.utf8.count > longest, !part.isEmpty {
                parts.append(part)
                (part, length) = ([], 0)
            }
            part.append(line[...])
            length += line.utf8.count + 1
        }
        return part.isEmpty ? parts : parts + [part]
    }
}
