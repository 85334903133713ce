// SPDX-License-Identifier: MIT

/// Reads plain text as a terminal would show it: colours and weights of SGR sequences (ECMA-48) are kept as far as a page
/// has them, every other control sequence is left out, tabs go to every eighth column, and a carriage return starts the
/// line anew.
public struct ANSIParser {
    /// A longer line goes on in the next one: so long a text set at once would hold up the page.
    public static let longestLine = 1000
    private static let tab = 8

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var style: Span.Style = []
    private var ink: Span.TerminalColor?
    private var text = String.UnicodeScalarView()
    private var spans: [Span] = []
    private var column = 0
    private var blocks: [Block] = []

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// A line for each line of the text; empty ones at the end are left out.
    public static func blocks(of text: String) -> [Block] {
        var reader = ANSIParser(text)
        reader.read()
        while let last = reader.blocks.last, last.spans.allSatisfy({ $0.text.allSatisfy(\.isWhitespace) }) {
            reader.blocks.removeLast()
        }
        return reader.blocks
    }

    private mutating func read() {
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            switch scalar.value {
            case 0x0A: endLine()
            case 0x0D where position < scalars.count && scalars[position] != "\n": restartLine()
            case 0x09:
                for _ in 0..<(Self.tab - column % Self.tab) { put(" ") }
            case 0x08: backspace()
            case 0x1B: readEscape()
            case 0x00..<0x20, 0x7F..<0xA0, 0xFEFF: break
            default: put(scalar)
            }
        }
        endLine()
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if column >= Self.longestLine { endLine() }
        text.append(scalar)
        column += 1
    }

    private mutating func endSpan() {
        if !text.isEmpty { spans.append(Span(String(text), style, ink: ink)) }
        text.removeAll()
    }

    private mutating func endLine() {
        endSpan()
        blocks.append(Block(.line, spans))
        spans = []
        column = 0
    }

    private mutating func restartLine() {
        text.removeAll()
        spans = []
        column = 0
    }

    private mutating func backspace() {
        guard !text.isEmpty else { return }
        text.removeLast()
        column = max(column - 1, 0)
    }

    private mutating func readEscape() {
        guard position < scalars.count else { return }
        let kind = scalars[position]
        position += 1
        switch kind {
        case "[": readControlSequence()
        case "]", "P", "X", "^", "_": skipString()
        case "(", ")", "*", "+", "#", "%", " ": position += 1
        default: break
        }
    }

    private mutating func readControlSequence() {
        var parameters = ""
        while position < scalars.count {
            let scalar = scalars[position]
            // What cannot be in a sequence ends a broken one, and stays.
            guard (0x20...0x7E).contains(scalar.value) else { return }
            position += 1
            if scalar.value >= 0x40 {
                if scalar == "m" { select(parameters) }
                return
            }
            parameters.unicodeScalars.append(scalar)
        }
    }

    /// A string for the terminal, up to its end: BEL, or ESC and a backslash.
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

    private mutating func select(_ parameters: String) {
        endSpan()
        let separators: Set<Character> = [";", ":"]
        var codes = parameters.split(omittingEmptySubsequences: false) { separators.contains($0) }
            .map { $0.isEmpty ? 0 : Int($0) ?? -1 }[...]
        while let code = codes.popFirst() {
            switch code {
            case 0: (style, ink) = ([], nil)
            case 1: style.insert(.strong)
            case 2: ink = .faint
            case 3: style.insert(.emphasis)
            case 9: style.insert(.strikethrough)
            case 22:
                style.remove(.strong)
                if ink == .faint { ink = nil }
            case 23: style.remove(.emphasis)
            case 29: style.remove(.strikethrough)
            case 30...37: ink = Self.ink(code - 30)
            case 39: ink = nil
            case 90...97: ink = code == 90 ? .faint : Self.ink(code - 90)
            case 38, 48: skipColor(&codes, isInk: code == 38)
            default: break
            }
        }
    }

    /// One of 256 colours, or one in red, green and blue: of these only the first sixteen have names.
    private mutating func skipColor(_ codes: inout ArraySlice<Int>, isInk: Bool) {
        switch codes.popFirst() {
        case 5:
            guard let index = codes.popFirst(), isInk else { return }
            ink = (0..<16).contains(index) ? (index == 8 ? .faint : Self.ink(index % 8)) : nil
        case 2:
            codes = codes.dropFirst(3)
            if isInk { ink = nil }
        default: break
        }
    }

    /// Black and white are the page's own ink.
    private static func ink(_ index: Int) -> Span.TerminalColor? {
        [nil, .red, .green, .yellow, .blue, .magenta, .cyan, nil][min(max(index, 0), 7)]
    }
}
