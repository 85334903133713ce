import Localization
import TOML
import ShellConfig
import Text

/// The content of a file of a configuration.
public struct ConfigurationText: Equatable, Sendable {
    /// The file's name in messages.
    public var file: String
    public var text: String
    /// True for a built-in look, whose words are translated.
    var isBuiltIn = false

    public init(file: String, text: String) {
        self.file = file
        self.text = text
    }

    /// The values at the top level of the file; throws ``ConfigurationError`` at the first place that is not TOML.
    func parse() throws(ConfigurationError) -> [String: TOMLNode] {
        do throws(TOMLError) {
            let root = try TOMLDocument(parsing: text).root
            return isBuiltIn ? BuiltInLooks.translated(root) : root
        } catch {
            let reason = unquotedText(at: error) ?? explanation(of: error) ?? error.message.oneLine
            throw ConfigurationError(
                file: file, line: error.position.line, message: localized("this is not TOML: \(reason)"))
        }
    }

    /// The explanation of the most frequent mistake, text without quotation marks in place of a value; nil for any other.
    private func unquotedText(at error: TOMLError) -> String? {
        let prefix = "Error while parsing "
        let scopes = ["key:", "table header:", "inline table:", "key-value pair: expected '='"]
        guard error.message.hasPrefix(prefix), !has("redefine", error), !has("end-of-file", error),
            !scopes.contains(where: { error.message.dropFirst(prefix.count).hasPrefix($0) })
        else { return nil }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(error.position.line - 1) else { return nil }
        let line = String(Substring(lines[error.position.line - 1])).unicodeScalars
        let column = line.index(line.startIndex, offsetBy: error.position.column - 1, limitedBy: line.endIndex)
        func isDelimiter(_ scalar: Unicode.Scalar) -> Bool { " \t\r#,=[]{}\"'".unicodeScalars.contains(scalar) }
        guard let column else { return nil }
        let start = line[..<column].lastIndex(where: isDelimiter).map(line.index(after:)) ?? line.startIndex
        let word = line[start...].prefix { !isDelimiter($0) }
        let before = line[..<start].last { $0 != " " && $0 != "\t" }
        guard !word.isEmpty, before == "=" || before == "[" || before == "," else { return nil }
        return localized(
            "\(String(word).quoted) is neither a number nor true or false; text is written in quotation marks")
    }

    private func has(_ part: String, _ error: TOMLError) -> Bool { error.message.parts(separatedBy: part).count > 1 }

    /// The explanation of common mistakes, by the messages of toml++; nil for anything else.
    private func explanation(of error: TOMLError) -> String? {
        if has("redefine existing", error) {
            let name = error.message.split(separator: "'").dropFirst().first.map(String.init) ?? ""
            return localized("\(name.quoted) is defined twice")
        }
        if has("string: ", error), has("control characters", error), isEndOfLine(error) { return Self.openText }
        return Self.explanations.first { has($0.part, error) }?.reason
    }

    private static let openText = localized("a quotation mark is missing at the end of a text")
    private static let openList = localized("a comma or the closing ] of a list is missing")
    private static let openTable = localized(
        "a comma or the closing } of a table is missing; a table in braces is on one line")

    /// Parts of messages, the first of which counts.
    private static let explanations: [(part: String, reason: String)] = [
        ("string: encountered end-of-file", openText),
        ("parsing array: expected comma", openList), ("parsing array: encountered end-of-file", openList),
        ("parsing inline table: expected key or closing", openTable),
        ("parsing inline table: encountered end-of-file", openTable),
        ("table header: expected ']'", localized("the closing ] of a table is missing")),
        (
            "expected value, saw '#'",
            localized("a value is missing: # begins a comment; text is written in quotation marks")
        ),
        ("expected value, saw", localized("a value is missing")),
        ("pair: expected '='", localized("expected a key, = and a value")),
        ("expected keys, tables", localized("expected a key or a table; a comment begins with #")),
        ("expected a comment or whitespace", localized("only a comment may follow a value on its line")),
    ]

    private func isEndOfLine(_ error: TOMLError) -> Bool {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(error.position.line - 1) else { return true }
        return error.position.column > lines[error.position.line - 1].unicodeScalars.count
    }
}
