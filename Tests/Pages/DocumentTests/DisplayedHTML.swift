import DocumentText
import Foundation

/// The blocks that a page of HTML displays, read independently of the Markdown parser: the elements that CommonMark
/// produces, with the text of all others.
struct DisplayedHTML {
    private(set) var blocks: [Block] = []
    private var lists: [Int?] = []
    private var quotes = 0
    private var marker: Block.Marker?
    private var spans: [Span] = []
    private var styles: [(tag: String, style: Span.Style)] = []
    private var link: String?
    private var isPreformatted = false
    private var heading: Int?
    private var rest: Substring

    init(_ html: String) {
        rest = html[...]
        while let first = rest.first {
            if first == "<" { readTag() } else { readText() }
        }
        endText()
    }

    private mutating func readText() {
        let text = rest.prefix { $0 != "<" }
        rest = rest.dropFirst(text.count)
        append(Self.decoded(String(text)))
    }

    private static func decoded(_ text: String) -> String {
        var text = text
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
            text = text.split(separator: entity, omittingEmptySubsequences: false).joined(separator: character)
        }
        return text
    }

    private mutating func append(_ text: String) {
        for character in text {
            var character = character
            if !isPreformatted, character == "\n" || character == "\t" { character = " " }
            if !isPreformatted, !style.contains(.code), character == " " {
                guard let last = spans.last else { continue }
                if !last.style.contains(.code), last.text.last == " " || last.text.last == "\n" { continue }
            }
            put(character)
        }
    }

    private var style: Span.Style { styles.reduce(into: []) { $0.formUnion($1.style) } }

    private mutating func put(_ character: Character) {
        if let last = spans.last, last.style == style, last.link == link {
            spans[spans.count - 1].text.append(character)
        } else {
            spans.append(Span(String(character), style, link: link))
        }
    }

    private mutating func skip(past end: String) {
        while !rest.isEmpty, !rest.hasPrefix(end) { rest = rest.dropFirst() }
        rest = rest.dropFirst(end.count)
    }

    private mutating func readTag() {
        for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
        where rest.hasPrefix(start) {
            return skip(past: end)
        }
        var tag = ""
        var quote: Character?
        rest = rest.dropFirst()
        while let character = rest.first {
            rest = rest.dropFirst()
            if quote == nil, character == ">" { break }
            if character == quote { quote = nil } else if quote == nil, "\"'".contains(character) { quote = character }
            tag.append(character)
        }
        let isEnd = tag.first == "/"
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        if isEnd { end(name) } else { start(name, tag) }
    }

    private func attribute(_ name: String, of tag: String) -> String? {
        guard let start = tag.range(of: "\(name)=\"")?.upperBound else { return nil }
        return Self.decoded(String(tag[start...].prefix { $0 != "\"" }))
    }

    private mutating func start(_ name: String, _ tag: String) {
        switch name {
        case "p": endText()
        case "h1", "h2", "h3", "h4", "h5", "h6":
            endBlock()
            heading = name.last?.wholeNumberValue
        case "blockquote":
            endBlock()
            quotes += 1
        case "ul", "ol":
            endBlock()
            lists.append(name == "ul" ? nil : Int(attribute("start", of: tag) ?? "1"))
        case "li":
            marker = .bullet
            if let number = lists.last ?? nil {
                marker = .number(number)
                lists[lists.count - 1] = number + 1
            }
        case "hr":
            endBlock()
            add(.rule)
        case "pre" where rest.hasPrefix("<code"):
            endBlock()
            rest = rest.drop { $0 != ">" }.dropFirst()
            isPreformatted = true
        case "em": styles.append((name, .emphasis))
        case "strong": styles.append((name, .strong))
        case "code": styles.append((name, .code))
        case "a":
            styles.append((name, []))
            link = attribute("href", of: tag) ?? ""
        case "br": put("\n")
        case "img":
            styles.append((name, .emphasis))
            append(attribute("alt", of: tag) ?? "")
            styles.removeLast()
        case "script", "style": skip(past: "</\(name)>")
        default: break
        }
    }

    private mutating func end(_ name: String) {
        switch name {
        case "p", "h1", "h2", "h3", "h4", "h5", "h6": endText()
        case "blockquote":
            endText()
            quotes -= 1
        case "ul", "ol": lists.removeLast()
        case "li": endBlock()
        case "pre" where isPreformatted:
            while spans.last?.text.last == "\n" {
                spans[0].text.removeLast()
                if spans[0].text.isEmpty { spans = [] }
            }
            add(.code)
            isPreformatted = false
        default:
            if styles.last?.tag == name { styles.removeLast() }
            if name == "a" { link = nil }
        }
    }

    private mutating func endText() {
        while let last = spans.last, !last.style.contains(.code), last.text.last == " " || last.text.last == "\n" {
            spans[spans.count - 1].text.removeLast()
            if spans.last?.text.isEmpty == true { spans.removeLast() }
        }
        if let heading {
            add(.heading(heading))
        } else if !spans.isEmpty {
            add(marker.map { .item($0) } ?? .paragraph)
            marker = nil
        }
        heading = nil
    }

    /// Ends the text, and adds the marker of an item without one.
    private mutating func endBlock() {
        endText()
        guard let marker else { return }
        add(.item(marker))
        self.marker = nil
    }

    private mutating func add(_ kind: Block.Kind) {
        blocks.append(Block(kind, spans, depth: lists.count, quotes: quotes))
        spans = []
    }
}
