// SPDX-License-Identifier: MIT

/// What a single line says of itself.
extension MarkdownReader {
    /// The marks of quotations that a line begins with, and what follows them.
    static func quotation(_ line: Substring, atMost limit: Int = 8) -> (depth: Int, rest: Substring) {
        var rest = line
        var depth = 0
        while depth < limit {
            let text = rest.drop { $0 == " " }
            guard text.first == ">", rest.count - text.count < 4 else { break }
            rest = text.dropFirst()
            if rest.first == " " { rest = rest.dropFirst() }
            depth += 1
        }
        return (depth, rest)
    }

    static func indent(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

    /// Whether a line begins something, and so is no part of the paragraph before.
    static func startsBlock(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " }
        return isRule(text) || headingLevel(text) != nil || marker(text)?.marker.canInterrupt ?? false
            || text.hasPrefix("```") || text.hasPrefix("~~~")
    }

    static func headingLevel(_ line: Substring) -> Int? {
        let level = line.prefix { $0 == "#" }.count
        let next = line.dropFirst(level).first
        return (1...6).contains(level) && (next == nil || next == " ") ? level : nil
    }

    /// A heading's text without the marks that may close it.
    static func headingText(_ line: Substring) -> Substring {
        var text = trimmed(line)
        let marks = text.reversed().prefix { $0 == "#" }.count
        let before = text.dropLast(marks)
        if marks > 0, before.isEmpty || before.last == " " { text = trimmed(before) }
        return text
    }

    /// The level of the heading that a line under a paragraph makes of it.
    func setextLevel(_ line: Substring) -> Int? {
        let text = Self.trimmed(line)
        guard let mark = text.first, mark == "=" || mark == "-", text.allSatisfy({ $0 == mark }) else { return nil }
        return mark == "=" ? 1 : 2
    }

    static func isRule(_ line: Substring) -> Bool {
        guard let mark = line.first, "-*_".contains(mark) else { return false }
        return line.allSatisfy { $0 == mark || $0 == " " } && line.count { $0 == mark } >= 3
    }

    private static func trimmed(_ line: Substring) -> Substring {
        let text = line.drop { $0 == " " }
        return text.dropLast(text.reversed().prefix { $0 == " " }.count)
    }
}

extension MarkdownReader {
    /// The mark of an item, and whether it may stand right under a paragraph's line.
    struct LineMarker {
        var kind: Block.Marker
        var canInterrupt: Bool
    }

    /// The mark that a line begins with, and how far it is from there to the item's text.
    static func marker(_ line: Substring) -> (marker: LineMarker, length: Int)? {
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let kind: Block.Marker
        let mark: Int
        if let first = line.first, "-+*".contains(first) {
            (kind, mark) = (.bullet, 1)
        } else if (1...9).contains(digits.count), let end = line.dropFirst(digits.count).first, ".)".contains(end) {
            (kind, mark) = (.number(Int(digits) ?? 0), digits.count + 1)
        } else {
            return nil
        }
        let rest = line.dropFirst(mark)
        guard rest.first == " " || rest.isEmpty else { return nil }
        let spaces = indent(of: rest)
        let isEmpty = spaces == rest.count
        let length = mark + (isEmpty || spaces > 4 ? 1 : spaces)
        let isFirst = kind == .bullet || kind == .number(1)
        return (LineMarker(kind: kind, canInterrupt: !isEmpty && isFirst), length)
    }
}
