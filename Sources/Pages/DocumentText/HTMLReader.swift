internal import Markdown

/// A part of raw HTML. Names are in small letters; comments and scripts are left out.
enum HTMLPart {
    case text(String)
    case start(String, attributes: [String: String])
    case end(String)

    /// The parts of a text in HTML, also of one that is damaged.
    static func parts(of html: String) -> [HTMLPart] {
        var parts: [HTMLPart] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            if start > rest.startIndex { parts.append(.text(rest[..<start].decodingEntities())) }
            rest = rest[start...]
            let isEnd = rest.hasPrefix("</")
            let name = rest.dropFirst(isEnd ? 2 : 1).prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
            }.lowercased()
            if rest.hasPrefix("<!--") {
                rest = rest.after("-->")
            } else if rest.hasPrefix("<![CDATA[") {
                rest = rest.after("]]>")
            } else if rest.hasPrefix("<?") {
                rest = rest.after("?>")
            } else if name.isEmpty, !isEnd, !rest.hasPrefix("<!") {
                parts.append(.text("<"))
                rest = rest.dropFirst()
            } else {
                rest = rest.dropFirst((isEnd ? 2 : 1) + name.count)
                let attributes = readAttributes(&rest)
                if name.isEmpty { continue }
                parts.append(isEnd ? .end(name) : .start(name, attributes: attributes))
                if !isEnd, name == "script" || name == "style" { rest = rest.from("</\(name)") }
            }
        }
        return rest.isEmpty ? parts : parts + [.text(rest.decodingEntities())]
    }

    /// Reads the attributes of a tag and its end.
    private static func readAttributes(_ rest: inout Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            guard let first = rest.popFirst(), first != ">" else { return attributes }
            // A quote is a part of a name, so that a damaged tag ends.
            let name = String(first) + rest.prefix { !$0.isWhitespace && !"=/>".contains($0) }
            rest = rest.dropFirst(name.count - 1).drop(while: \.isWhitespace)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: \.isWhitespace)
            let quote = rest.first.flatMap { "\"'".contains($0) ? $0 : nil }
            if quote != nil { rest = rest.dropFirst() }
            let value = rest.prefix { quote == nil ? !$0.isWhitespace && $0 != ">" : $0 != quote }
            rest = rest.dropFirst(value.count + (quote == nil ? 0 : 1))
            attributes[name.lowercased()] = value.decodingEntities()
        }
    }
}

extension MarkdownElement {
    init?(inlineTag name: String, _ attributes: [String: String] = [:]) {
        switch name {
        case "a": self = .link(attributes["href"] ?? "")
        case "b", "strong": self = .strong
        case "i", "em", "cite", "var", "dfn": self = .emphasis
        case "code", "kbd", "samp", "tt": self = .code
        case "s", "del", "strike": self = .strikethrough
        default: return nil
        }
    }

    /// The element of a tag that others are in.
    init?(blockTag name: String) {
        switch name {
        case "h1", "h2", "h3", "h4", "h5", "h6": self = .heading(name.last?.wholeNumberValue ?? 1)
        case "ul": self = .bulletList
        case "ol": self = .numberedList(start: 1)
        case "li": self = .listItem(isDone: nil)
        case "blockquote": self = .blockQuote
        case "pre": self = .codeBlock
        case "table": self = .table
        case "tr": self = .tableRow
        case "td", "th": self = .tableCell(isHeader: name == "th", .leading)
        default: return nil
        }
    }
}

extension Substring {
    /// The part from a text on; empty without it.
    fileprivate func from(_ text: String) -> Substring {
        var rest = self
        while let start = rest.firstIndex(of: text.first ?? " ") {
            rest = rest[start...]
            if rest.hasPrefix(text) { return rest }
            rest = rest.dropFirst()
        }
        return ""
    }

    /// The part after a text; empty without it.
    fileprivate func after(_ text: String) -> Substring { from(text).dropFirst(text.count) }

    fileprivate func decodingEntities() -> String {
        guard contains("&") else { return String(self) }
        var result = ""
        var rest = self
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(40).firstIndex(of: ";") else {
                result.append("&")
                rest = rest.dropFirst()
                continue
            }
            result += Markdown.decoded(entity: String(rest[...end]))
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
