internal import Text

/// The control functions in a program's output (ECMA-48), read a scalar at a time.
struct TerminalParser {
    enum Function {
        case text(Unicode.Scalar)
        case control(UInt32)
        /// ESC and a letter.
        case escape(Unicode.Scalar)
        /// A control sequence: its final byte and its parameters, each with its sub-parameters; -1 for no number.
        case sequence(Unicode.Scalar, [[Int]])
        case charset(Int, drawsLines: Bool)
        case alternateScreen(Bool)
        /// The start of a link, or with nil its end.
        case link(String?)
    }

    private enum State {
        case text, escape
        /// The designation of a character set, or of nothing that a page shows.
        case designation(Int?)
        case sequence
        /// A control string; true after an ESC, which may begin its end.
        case string(Bool)
    }

    private static let maximumLength = 4096

    private var state = State.text
    /// The parameters of a sequence, or a string.
    private var content = ""

    var isIdle: Bool { if case .text = state { true } else { false } }

    /// The function that ends with a scalar, if any.
    mutating func next(_ scalar: Unicode.Scalar) -> Function? {
        if case .string(let isAfterEscape) = state { return endString(scalar, isAfterEscape) }
        switch scalar.value {
        case 0x1B:
            state = .escape
            return nil
        case 0x18, 0x1A:
            state = .text
            return nil
        // A control character acts within a sequence, too.
        case 0x00..<0x20: return .control(scalar.value)
        case 0x7F: return nil
        // In eight bits, ESC and a letter are one character.
        case 0x80..<0xA0:
            state = .escape
            return Unicode.Scalar(scalar.value - 0x40).flatMap { endEscape($0) }
        default: break
        }
        switch state {
        case .escape: return endEscape(scalar)
        case .designation(let index):
            state = .text
            return index.map { .charset($0, drawsLines: scalar == "0") }
        case .sequence: return endSequence(scalar)
        case .text, .string: return scalar.isTerminalControl ? nil : .text(scalar)
        }
    }

    private mutating func endEscape(_ scalar: Unicode.Scalar) -> Function? {
        state = .text
        content = ""
        switch scalar {
        case "[": state = .sequence
        case "]", "P", "X", "^", "_":
            state = .string(false)
            content.unicodeScalars.append(scalar)
        case "(", ")": state = .designation(scalar == "(" ? 0 : 1)
        case " "..."/": state = .designation(nil)
        default: return .escape(scalar)
        }
        return nil
    }

    private mutating func endSequence(_ scalar: Unicode.Scalar) -> Function? {
        guard (0x40...0x7E).contains(scalar.value) else {
            if content.utf8.count < Self.maximumLength { content.unicodeScalars.append(scalar) }
            // A character that cannot be part of a sequence ends a broken one, and is kept.
            guard scalar.value > 0x7E else { return nil }
            state = .text
            return .text(scalar)
        }
        state = .text
        if content.hasPrefix("?"), scalar == "h" || scalar == "l" {
            let modes = content.dropFirst().split(separator: ";")
            return modes.contains { ["47", "1047", "1049"].contains($0) } ? .alternateScreen(scalar == "h") : nil
        }
        guard content.utf8.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
        let parameters = content.split(separator: ";", omittingEmptySubsequences: false).map { parameter in
            parameter.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? 0 : Int($0) ?? -1 }
        }
        return .sequence(scalar, parameters)
    }

    /// Reads a control string up to its end: BEL, or ESC and a backslash.
    private mutating func endString(_ scalar: Unicode.Scalar, _ isAfterEscape: Bool) -> Function? {
        let isOSC = content.hasPrefix("]")
        switch scalar.value {
        case 0x9C: state = .text
        case 0x07 where isOSC: state = .text
        case 0x5C where isAfterEscape: state = .text
        case 0x18, 0x1A:
            state = .text
            return nil
        case 0x1B:
            state = .string(true)
            return nil
        case _ where isAfterEscape: return endEscape(scalar)
        default:
            if content.utf8.count < Self.maximumLength { content.unicodeScalars.append(scalar) }
            return nil
        }
        let parts = content.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "]8" else { return nil }
        if case .address(let address)? = LinkTarget(String(parts[2])) { return .link(address) }
        return .link(nil)
    }

    /// A character of the DEC special graphics, by its place in ASCII.
    static func lineDrawing(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let index = Int(scalar.value) - 0x5F
        return graphics.indices.contains(index) ? graphics[index] : scalar
    }
    private static let graphics = Array(" ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)
}

struct TerminalPen: Equatable {
    var style: Span.Style = []
    var color: Span.TerminalColor?
    var background: Span.TerminalColor?
    var isReversed = false
    var link: String?

    func span(_ text: String) -> Span {
        guard isReversed else { return Span(text, style, color: color, background: background, link: link) }
        // Black and white are the page's own colours: as a background they are a tint of its text.
        return Span(
            text, style, color: background == .faint ? nil : background, background: color ?? .faint, link: link)
    }

    /// Selects graphic rendition (SGR).
    mutating func apply(_ parameters: [[Int]]) {
        var rest = parameters[...]
        while let parameter = rest.popFirst() {
            let code = parameter.first ?? 0
            switch code {
            case 0: self = TerminalPen(link: link)
            case 1: style.insert(.strong)
            case 2: color = .faint
            case 3: style.insert(.emphasis)
            case 4 where parameter.dropFirst().first == 0: style.remove(.underline)
            case 4, 21: style.insert(.underline)
            case 7: isReversed = true
            case 9: style.insert(.strikethrough)
            case 22:
                style.remove(.strong)
                if color == .faint { color = nil }
            case 23: style.remove(.emphasis)
            case 24: style.remove(.underline)
            case 27: isReversed = false
            case 29: style.remove(.strikethrough)
            case 30...37: color = Self.color(code - 30)
            case 38: color = Self.extendedColor(parameter, &rest)
            case 39: color = nil
            case 40...47: background = Self.color(code - 40) ?? .faint
            case 48: background = Self.extendedColor(parameter, &rest) ?? .faint
            case 49: background = nil
            // The colour of underlines is not shown.
            case 58: _ = Self.extendedColor(parameter, &rest)
            case 90...97: color = Self.color(code - 82)
            case 100...107: background = Self.color(code - 92) ?? .faint
            default: break
            }
        }
    }

    /// A colour of the 256 indexed ones, or of red, green and blue, from sub-parameters or from the next parameters.
    private static func extendedColor(_ parameter: [Int], _ rest: inout ArraySlice<[Int]>) -> Span.TerminalColor? {
        var values = parameter.dropFirst()
        if values.isEmpty {
            let count = rest.first?.first == 2 ? 4 : 2
            values = rest.prefix(count).map { $0.first ?? 0 }[...]
            rest = rest.dropFirst(count)
        }
        switch values.first {
        case 5?:
            guard values.count > 1, let index = values.last, (0..<256).contains(index) else { return nil }
            if index < 16 { return color(index) }
            if index >= 232 { return color([index, index, index].map { 8 + 10 * ($0 - 232) }) }
            return color([36, 6, 1].map { (index - 16) / $0 % 6 }.map { $0 == 0 ? 0 : 55 + 40 * $0 })
        // Before them may be the number of a colour space.
        case 2? where values.count > 3: return color(Array(values.suffix(3)))
        default: return nil
        }
    }

    /// A colour by its number; black and white are shown in the page's text colour.
    private static func color(_ index: Int) -> Span.TerminalColor? {
        index == 8 ? .faint : [nil, .red, .green, .yellow, .blue, .magenta, .cyan, nil][index % 8]
    }

    /// The named colour that has the same of red, green and blue above the middle: it is readable on any page.
    private static func color(_ values: [Int]) -> Span.TerminalColor? {
        guard let least = values.min(), let most = values.max() else { return nil }
        if most - least < 32 { return (64..<192).contains(most) ? .faint : nil }
        return color(zip(values, [1, 2, 4]).reduce(0) { 2 * $1.0 > least + most ? $0 + $1.1 : $0 })
    }
}
