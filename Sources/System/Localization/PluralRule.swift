/// The choice of a language's plural form: the C expression in the header of a catalogue.
struct PluralRule: Equatable, Sendable {
    private enum Token: Equatable, Sendable {
        case number(UInt)
        /// The number of things, `n`.
        case count
        case mark(String)
    }

    /// The operators from the lowest precedence to the highest; `?:` is below them all.
    private static let operators = [
        ["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
    ]
    private static let marks = operators.joined().sorted { $0.utf8.count > $1.utf8.count } + ["?", ":", "!", "(", ")"]
    private static let maximumTokens = 256
    private static let maximumDepth = 32

    let forms: Int
    private let tokens: [Token]

    static let english = PluralRule(forms: 2, tokens: [.count, .mark("!="), .number(1)])

    private init(forms: Int, tokens: [Token]) { (self.forms, self.tokens) = (forms, tokens) }

    /// Parses `nplurals=2; plural=n != 1;`.
    ///
    /// - Returns: nil if it is not valid.
    init?(_ text: Substring) {
        var members: [Substring: Substring] = [:]
        for member in text.split(separator: ";") {
            let pair = member.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { members[Substring(pair[0].filter { $0 != " " })] = pair[1] }
        }
        guard let number = members["nplurals"], let forms = Int(number.filter { $0 != " " }), 1...16 ~= forms,
            let expression = members["plural"], let tokens = Self.tokens(of: expression)
        else { return nil }
        self.init(forms: forms, tokens: tokens)
        guard form(for: 0) != nil else { return nil }
    }

    /// The number of the form; nil for an invalid one.
    func form(for count: UInt) -> Int? {
        var parser = Evaluation(tokens: tokens[...], count: count)
        guard let value = parser.choice(depth: 0), parser.tokens.isEmpty, value < UInt(forms) else { return nil }
        return Int(value)
    }

    private static func tokens(of text: Substring) -> [Token]? {
        var (rest, tokens) = (text, [Token]())
        while let first = rest.first {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if first == " " || first == "\t" {
                rest = rest.dropFirst()
            } else if first == "n" {
                tokens.append(.count)
                rest = rest.dropFirst()
            } else if !digits.isEmpty {
                guard let number = UInt(digits) else { return nil }
                tokens.append(.number(number))
                rest = rest.dropFirst(digits.count)
            } else {
                guard let mark = marks.first(where: { rest.hasPrefix($0) }) else { return nil }
                tokens.append(.mark(mark))
                rest = rest.dropFirst(mark.count)
            }
            if tokens.count > maximumTokens { return nil }
        }
        return tokens
    }

    /// One evaluation, by descent. All operands are evaluated; a division by zero is 0, so a skipped one in C does no harm.
    private struct Evaluation {
        var tokens: ArraySlice<Token>
        let count: UInt

        mutating func choice(depth: Int) -> UInt? {
            guard depth < PluralRule.maximumDepth, let condition = binary(0, depth) else { return nil }
            guard take(["?"]) != nil else { return condition }
            guard let first = choice(depth: depth + 1), take([":"]) != nil, let second = choice(depth: depth + 1)
            else { return nil }
            return condition != 0 ? first : second
        }

        private mutating func binary(_ level: Int, _ depth: Int) -> UInt? {
            guard level < PluralRule.operators.count else { return operand(depth) }
            guard var value = binary(level + 1, depth) else { return nil }
            while let mark = take(PluralRule.operators[level]) {
                guard let other = binary(level + 1, depth) else { return nil }
                value = Self.result(of: mark, value, other)
            }
            return value
        }

        private mutating func operand(_ depth: Int) -> UInt? {
            switch tokens.popFirst() {
            case .number(let number): return number
            case .count: return count
            case .mark("!"):
                guard depth < PluralRule.maximumDepth, let value = operand(depth + 1) else { return nil }
                return value == 0 ? 1 : 0
            case .mark("("):
                guard let value = choice(depth: depth + 1), take([")"]) != nil else { return nil }
                return value
            default: return nil
            }
        }

        private mutating func take(_ marks: [String]) -> String? {
            guard case .mark(let mark)? = tokens.first, marks.contains(mark) else { return nil }
            tokens.removeFirst()
            return mark
        }

        private static func result(of mark: String, _ left: UInt, _ right: UInt) -> UInt {
            switch mark {
            case "||": left != 0 || right != 0 ? 1 : 0
            case "&&": left != 0 && right != 0 ? 1 : 0
            case "==": left == right ? 1 : 0
            case "!=": left != right ? 1 : 0
            case "<": left < right ? 1 : 0
            case ">": left > right ? 1 : 0
            case "<=": left <= right ? 1 : 0
            case ">=": left >= right ? 1 : 0
            case "+": left &+ right
            case "-": left &- right
            case "*": left &* right
            case "/": right == 0 ? 0 : left / right
            default: right == 0 ? 0 : left % right
            }
        }
    }
}
