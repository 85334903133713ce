// SPDX-License-Identifier: MIT

internal import Markdown

/// The text that a browser would show of raw HTML, roughly: without tags, comments, scripts and styles.
enum HTMLText {
    /// True if a tag is a line break.
    static func isLineBreak(_ tag: String) -> Bool { name(of: tag[...]) == "br" }

    /// The text between the tags, with runs of white space as one space.
    static func visible(in html: String) -> String {
        var text = ""
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            rest = rest[start...]
            let tag = name(of: rest)
            if rest.hasPrefix("<!--") {
                rest = rest.after("-->")
            } else if rest.hasPrefix("<![CDATA[") {
                rest = rest.after("]]>")
            } else if rest.hasPrefix("<?") {
                rest = rest.after("?>")
            } else if tag.isEmpty, !rest.hasPrefix("</"), !rest.hasPrefix("<!") {
                text.append("<")
                rest = rest.dropFirst()
            } else {
                rest = afterTag(rest)
                if tag == "br" { text.append("\u{2028}") }
                // The parser has joined the lines of such an element.
                if tag == "script" || tag == "style" { rest = afterTag(rest.from("</\(tag)")) }
            }
        }
        text += rest
        let lines = text.split(separator: "\u{2028}", omittingEmptySubsequences: false)
        return lines.map { $0.split { $0.isWhitespace && $0 != "\u{A0}" }.joined(separator: " ") }
            .joined(separator: "\n").decodingEntities()
    }

    /// The name of the element that a tag starts, in small letters.
    private static func name(of tag: Substring) -> String {
        tag.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.lowercased()
    }

    /// The part after a tag, whose quoted attributes may hold `>`.
    private static func afterTag(_ html: Substring) -> Substring {
        var quote: Character?
        for index in html.indices {
            let character = html[index]
            if character == quote {
                quote = nil
            } else if quote == nil, character == ">" {
                return html[html.index(after: index)...]
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            }
        }
        return ""
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
}

extension String {
    fileprivate func decodingEntities() -> String {
        guard contains("&") else { return self }
        var result = ""
        var rest = self[...]
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
