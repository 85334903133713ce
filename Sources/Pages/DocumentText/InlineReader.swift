// SPDX-License-Identifier: MIT

/// Reads what stands within a paragraph of Markdown: emphasis, code, links as their text, and escapes.
///
/// It takes time in proportion to the text, whatever that is: what was looked for in vain once is not looked for again.
public struct InlineReader {
    /// What closes a stretch of emphasis.
    private struct Delimiter: Hashable {
        var mark: Unicode.Scalar
        var count: Int
    }

    private static let deepest = 12
    /// A link's text has no more scalars than this.
    private static let longestLink = 1000
    private static let punctuation = Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".unicodeScalars)

    private let scalars: [Unicode.Scalar]
    private var spans: [Span] = []
    private var text = String.UnicodeScalarView()
    private var style: Span.Style = []
    /// What does not come any more, beyond the place where that was found out.
    private var missing: [Delimiter: Int] = [:]

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The spans of a paragraph; neighbours differ in style.
    public static func spans(of text: String) -> [Span] {
        var reader = InlineReader(text)
        reader.read(0..<reader.scalars.count, depth: 0)
        reader.end()
        return reader.spans
    }

    private mutating func read(_ range: Range<Int>, depth: Int) {
        var index = range.lowerBound
        while index < range.upperBound {
            let scalar = scalars[index]
            let next: Int?
            switch scalar {
            case "\\": next = readEscape(at: index, in: range)
            case "`": next = readCode(at: index, in: range)
            case "*", "_", "~": next = depth < Self.deepest ? readEmphasis(at: index, in: range, depth: depth) : nil
            case "!" where at(index + 1, in: range) == "[":
                next = depth < Self.deepest ? readLink(at: index + 1, in: range, depth: depth, isImage: true) : nil
            case "[": next = depth < Self.deepest ? readLink(at: index, in: range, depth: depth, isImage: false) : nil
            case "<": next = readAddress(at: index, in: range)
            case "&": next = readEntity(at: index, in: range)
            default: next = nil
            }
            if let next {
                index = next
            } else {
                text.append(scalar)
                index += 1
            }
        }
    }

    private mutating func end() {
        guard !text.isEmpty else { return }
        if let last = spans.last, last.style == style {
            spans[spans.count - 1].text += String(text)
        } else {
            spans.append(Span(String(text), style))
        }
        text.removeAll()
    }

    /// Reads a part in another style.
    private mutating func read(_ range: Range<Int>, adding style: Span.Style, depth: Int) {
        end()
        let before = self.style
        self.style.formUnion(style)
        read(range, depth: depth + 1)
        end()
        self.style = before
    }

    private func at(_ index: Int, in range: Range<Int>) -> Unicode.Scalar? {
        range.contains(index) ? scalars[index] : nil
    }

    private mutating func readEscape(at index: Int, in range: Range<Int>) -> Int? {
        guard let escaped = at(index + 1, in: range), Self.punctuation.contains(escaped) else { return nil }
        text.append(escaped)
        return index + 2
    }

    private mutating func readCode(at index: Int, in range: Range<Int>) -> Int? {
        guard let (content, after) = code(at: index, in: range) else {
            // The whole run of marks is text.
            let count = run(at: index, in: range)
            for _ in 0..<count { text.append("`") }
            return index + count
        }
        var inner = scalars[content].map { $0 == "\n" ? " " : $0 }[...]
        if inner.count > 2, inner.first == " ", inner.last == " ", inner.contains(where: { $0 != " " }) {
            inner = inner.dropFirst().dropLast()
        }
        end()
        let before = style
        style.insert(.code)
        text.append(contentsOf: inner)
        end()
        style = before
        return after
    }

    /// What stands between two runs of equally many backticks, and where it goes on after them.
    private mutating func code(at index: Int, in range: Range<Int>) -> (content: Range<Int>, after: Int)? {
        let count = run(at: index, in: range)
        let delimiter = Delimiter(mark: "`", count: count)
        if let found = missing[delimiter], found <= index { return nil }
        var place = index + count
        while place < range.upperBound {
            guard scalars[place] == "`" else {
                place += 1
                continue
            }
            let closing = run(at: place, in: range)
            if closing == count { return (index + count..<place, place + count) }
            place += closing
        }
        if range.upperBound == scalars.count { missing[delimiter] = index }
        return nil
    }

    /// How many of the same mark stand there.
    private func run(at index: Int, in range: Range<Int>) -> Int {
        scalars[index..<range.upperBound].prefix { $0 == scalars[index] }.count
    }

    private mutating func readEmphasis(at index: Int, in range: Range<Int>, depth: Int) -> Int? {
        let mark = scalars[index]
        let count = run(at: index, in: range)
        func asText() -> Int {
            for _ in 0..<count { text.append(mark) }
            return index + count
        }
        let (before, after) = (at(index - 1, in: 0..<scalars.count), at(index + count, in: range))
        guard let after, !after.properties.isWhitespace, mark != "~" || count == 2, count <= 3,
            mark != "_" || !(before?.isWordPart ?? false)
        else { return asText() }
        for width in (mark == "~" ? 2...2 : 1...count).reversed() {
            guard let close = closing(mark, width, from: index + count, in: range) else { continue }
            for _ in 0..<(count - width) { text.append(mark) }
            let style: Span.Style = mark == "~" ? .struck : [.emphasis, .strong, [.emphasis, .strong]][width - 1]
            read(index + count..<close, adding: style, depth: depth)
            return close + width
        }
        return asText()
    }

    /// Where a run of marks closes an emphasis.
    private mutating func closing(_ mark: Unicode.Scalar, _ width: Int, from start: Int, in range: Range<Int>) -> Int? {
        let delimiter = Delimiter(mark: mark, count: width)
        if let found = missing[delimiter], found <= start { return nil }
        var place = start
        while place < range.upperBound {
            switch scalars[place] {
            case "\\": place += 2
            case "`":
                place = code(at: place, in: range)?.after ?? place + run(at: place, in: range)
            case mark:
                let count = run(at: place, in: range)
                let (before, after) = (scalars[place - 1], at(place + count, in: range))
                let closes =
                    !before.properties.isWhitespace && (mark != "_" || !(after?.isWordPart ?? false))
                    && (count == width || (count == 3 && width < 3 && mark != "~"))
                if closes, place > start { return count == 3 && width < 3 ? place + 3 - width : place }
                place += count
            default: place += 1
            }
        }
        if range.upperBound == scalars.count { missing[delimiter] = start }
        return nil
    }

    private mutating func readLink(at index: Int, in range: Range<Int>, depth: Int, isImage: Bool) -> Int? {
        let delimiter = Delimiter(mark: "]", count: 1)
        if let found = missing[delimiter], found <= index { return nil }
        let limit = min(range.upperBound, index + Self.longestLink)
        var place = index + 1
        var open = 1
        while place < limit, open > 0 {
            switch scalars[place] {
            case "\\": place += 1
            case "[": open += 1
            case "]": open -= 1
            default: break
            }
            place += 1
        }
        guard open == 0, place <= range.upperBound else {
            if limit == scalars.count { missing[delimiter] = index }
            return nil
        }
        guard at(place, in: range) == "(", let end = addressEnd(from: place + 1, in: range) else { return nil }
        read(index + 1..<place - 1, adding: isImage ? .emphasis : .link, depth: depth)
        return end
    }

    /// Where a link's address ends, with its parentheses.
    private mutating func addressEnd(from start: Int, in range: Range<Int>) -> Int? {
        let delimiter = Delimiter(mark: ")", count: 1)
        if let found = missing[delimiter], found <= start { return nil }
        var place = start
        var open = 1
        while place < range.upperBound {
            switch scalars[place] {
            case "\\": place += 1
            case "(": open += 1
            case ")": open -= 1
            default: break
            }
            place += 1
            if open == 0 { return min(place, range.upperBound) }
        }
        if range.upperBound == scalars.count { missing[delimiter] = start }
        return nil
    }

    /// An address between angle brackets.
    private mutating func readAddress(at index: Int, in range: Range<Int>) -> Int? {
        let rest = scalars[(index + 1)..<range.upperBound].prefix(1000).prefix { $0 != ">" && $0 != "<" && $0 != " " }
        guard at(rest.endIndex, in: range) == ">" else { return nil }
        let address = String(String.UnicodeScalarView(rest))
        guard address.contains("://") || address.contains("@") else { return nil }
        end()
        let mail = "mailto:"
        let shown = address.hasPrefix(mail) ? String(address.dropFirst(mail.count)) : address
        spans.append(Span(shown, style.union(.link)))
        return rest.endIndex + 1
    }

    private mutating func readEntity(at index: Int, in range: Range<Int>) -> Int? {
        let entities: [(String, Unicode.Scalar)] = [
            ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", "\u{A0}"),
        ]
        for (name, scalar) in entities where scalars[index..<range.upperBound].starts(with: name.unicodeScalars) {
            text.append(scalar)
            return index + name.unicodeScalars.count
        }
        return nil
    }
}

extension Unicode.Scalar {
    fileprivate var isWordPart: Bool { properties.isAlphabetic || properties.numericType != nil }
}
