/// Text of a manual page in one line, with only the requested font changes as markup.
public struct RoffText: Equatable, Sendable, ExpressibleByStringLiteral {
    /// The source, as in the page.
    public private(set) var source: String

    private init(source: String) { self.source = source }

    /// Plain text.
    public init(_ text: String) {
        source = Self.escaped(text)
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// Creates text from the Markdown subset of summaries: code and strong text are bold.
    public init(markdown text: String) {
        source = ""
        var isBold = false
        var rest = text[...]
        func toggle() -> String {
            isBold.toggle()
            return isBold ? "\\fB" : "\\fR"
        }
        while let end = rest.firstIndex(where: { $0 == "`" || $0 == "*" }) {
            source += Self.escaped(rest[..<end])
            rest = rest[end...]
            if rest.hasPrefix("`") || rest.hasPrefix("**") {
                source += toggle()
                rest = rest.dropFirst(rest.hasPrefix("`") ? 1 : 2)
            } else {
                source += "*"
                rest = rest.dropFirst()
            }
        }
        source += Self.escaped(rest)
        if isBold { source += "\\fR" }
    }

    /// Text to type literally.
    public static func bold(_ text: String) -> RoffText { RoffText(source: "\\fB\(escaped(text))\\fR") }

    /// A placeholder for a value.
    public static func italic(_ text: String) -> RoffText { RoffText(source: "\\fI\(escaped(text))\\fR") }

    public static func + (left: RoffText, right: RoffText) -> RoffText {
        RoffText(source: left.source + right.source)
    }

    /// Escapes all that roff interprets, and plain signs that it would make typographic, which a shell does not understand.
    private static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\n", "\t": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The source as a separate line, never a request, whatever it begins with.
    var line: String { source.hasPrefix(".") ? "\\&\(source)" : source }

    /// The source as one argument of a macro.
    var argument: String {
        "\"\(source.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq"))\""
    }
}
