// SPDX-License-Identifier: MIT

/// A parser of plain text with ANSI escape sequences: it keeps the colours and weights of SGR sequences (ECMA-48) that a page
/// can show and drops every other sequence; tabs advance to every eighth column, a carriage return clears the line.
///
/// Not libvterm: that is a screen with a size, and this is a stream of lines.
public struct ANSIParser {
    /// The maximum length of a line in characters. A longer one continues in the next: so long a text, laid out at once,
    /// would hold up the page.
    public static let maximumLineLength = 1000
    private static let tabWidth = 8

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var style: Span.Style = []
    private var color: Span.TerminalColor?
    private var text = String.UnicodeScalarView()
    private var spans: [Span] = []
    private var column = 0
    private var blocks: [Block] = []

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Returns a block for each line of the text; empty lines at the end are dropped.
    public static func blocks(of text: String) -> [Block] {
        var parser = ANSIParser(text)
        parser.parse()
        while let last = parser.blocks.last, last.spans.allSatisfy({ $0.text.allSatisfy(\.isWhitespace) }) {
            parser.blocks.removeLast()
        }
        return parser.blocks
    }

    private mutating func parse() {
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            switch scalar.value {
            case 0x0A: endLine()
            // Before a line feed, any number of them only ends the line.
            case 0x0D where !isBeforeLineFeed: clearLine()
            case 0x09:
                for _ in 0..<(Self.tabWidth - column % Self.tabWidth) { put(" ") }
            case 0x08: backspace()
            case 0x1B: parseEscape()
            case 0x00..<0x20, 0x7F..<0xA0, 0xFEFF: break
            default: put(scalar)
            }
        }
        endLine()
    }

    /// True if only carriage returns are between the position and a line feed or the end.
    private var isBeforeLineFeed: Bool {
        let next = scalars[position...].first { $0 != "\r" }
        return next == nil || next == "\n"
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if column >= Self.maximumLineLength { endLine() }
        text.append(scalar)
        column += 1
    }

    private mutating func endSpan() {
        if !text.isEmpty { spans.append(Span(String(text), style, color: color)) }
        text.removeAll()
    }

    private mutating func endLine() {
        endSpan()
        blocks.append(Block(.line, spans))
        clearLine()
    }

    private mutating func clearLine() {
        text.removeAll()
        spans = []
        column = 0
    }

    private mutating func backspace() {
        guard !text.isEmpty else { return }
        text.removeLast()
        column = max(column - 1, 0)
    }

    private mutating func parseEscape() {
        guard position < scalars.count else { return }
        let kind = scalars[position]
        position += 1
        switch kind {
        case "[": parseControlSequence()
        case "]", "P", "X", "^", "_": skipString()
        case "(", ")", "*", "+", "#", "%", " ": position += 1
        default: break
        }
    }

    private mutating func parseControlSequence() {
        var parameters = ""
        while position < scalars.count {
            let scalar = scalars[position]
            // A character that cannot be part of a sequence ends a broken one, and is kept.
            guard (0x20...0x7E).contains(scalar.value) else { return }
            position += 1
            if scalar.value >= 0x40 {
                if scalar == "m" { applySGR(parameters) }
                return
            }
            parameters.unicodeScalars.append(scalar)
        }
    }

    /// Skips a control string up to its end: BEL, or ESC and a backslash.
    private mutating func skipString() {
        while position < scalars.count, scalars[position] != "\n" {
            let scalar = scalars[position]
            position += 1
            if scalar.value == 0x07 { return }
            if scalar.value == 0x1B {
                if position < scalars.count, scalars[position] == "\\" { position += 1 }
                return
            }
        }
    }

    private mutating func applySGR(_ parameters: String) {
        endSpan()
        let separators: Set<Character> = [";", ":"]
        var codes = parameters.split(omittingEmptySubsequences: false) { separators.contains($0) }
            .map { $0.isEmpty ? 0 : Int($0) ?? -1 }[...]
        while let code = codes.popFirst() {
            switch code {
            case 0: (style, color) = ([], nil)
            case 1: style.insert(.strong)
            case 2: color = .faint
            case 3: style.insert(.emphasis)
            case 9: style.insert(.strikethrough)
            case 22:
                style.remove(.strong)
                if color == .faint { color = nil }
            case 23: style.remove(.emphasis)
            case 29: style.remove(.strikethrough)
            case 30...37: color = Self.color(code - 30)
            case 39: color = nil
            case 90...97: color = code == 90 ? .faint : Self.color(code - 90)
            case 38, 48: parseExtendedColor(&codes, isForeground: code == 38)
            default: break
            }
        }
    }

    /// Parses an extended colour: of the 256 indexed colours the first sixteen have names; RGB colours are not shown.
    private mutating func parseExtendedColor(_ codes: inout ArraySlice<Int>, isForeground: Bool) {
        switch codes.popFirst() {
        case 5:
            guard let index = codes.popFirst(), isForeground else { return }
            color = (0..<16).contains(index) ? (index == 8 ? .faint : Self.color(index % 8)) : nil
        case 2:
            codes = codes.dropFirst(3)
            if isForeground { color = nil }
        default: break
        }
    }

    /// Returns a colour by its number; black and white are shown in the page's text colour.
    private static func color(_ index: Int) -> Span.TerminalColor? {
        [nil, .red, .green, .yellow, .blue, .magenta, .cyan, nil][min(max(index, 0), 7)]
    }
}
