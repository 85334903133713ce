// SPDX-License-Identifier: MIT

/// Text of a manual page in one line, in which nothing but the font changes that were asked for is markup.
public struct RoffText: Equatable, Sendable, ExpressibleByStringLiteral {
    /// The source, as it stands in the page.
    public private(set) var source: String

    private init(source: String) {
        self.source = source
    }

    /// Plain text.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Plain text.
    public init(_ text: String) {
        source = Self.escaped(text)
    }

    /// Creates text from the little of Markdown that summaries use: code and strong text are bold.
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

    /// Text to be typed as it stands.
    public static func bold(_ text: String) -> RoffText { RoffText(source: "\\fB\(escaped(text))\\fR") }

    /// Text that stands for a value.
    public static func italic(_ text: String) -> RoffText { RoffText(source: "\\fI\(escaped(text))\\fR") }

    public static func + (left: RoffText, right: RoffText) -> RoffText {
        RoffText(source: left.source + right.source)
    }

    /// Characters that roff obeys, or sets as others: a plain hyphen, quote, grave accent, caret or tilde would become a
    /// typographic one, which a shell does not take for what it was.
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

    /// The source as a line of its own. It never is a request, whatever it begins with.
    var line: String { source.hasPrefix(".") ? "\\&\(source)" : source }

    /// The source as one argument of a macro.
    var argument: String {
        "\"\(source.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq"))\""
    }
}
