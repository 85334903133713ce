// SPDX-License-Identifier: MIT
import Localization
import TOML
import ShellConfig
import Text

/// The content of a file that is part of a configuration.
public struct ConfigurationText: Equatable, Sendable {
    /// The file's name in messages.
    public var file: String
    public var text: String
    /// True for a look that is part of tabshell, whose words are in the language of people.
    var isBuiltIn = false

    public init(file: String, text: String) {
        self.file = file
        self.text = text
    }

    /// The values at the top level of the file.
    ///
    /// - Throws: ``ConfigurationError`` at the first place that is not TOML.
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

    /// The explanation of the most frequent mistake: text without quotation marks where a value is expected.
    ///
    /// - Returns: nil if something else is wrong.
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

    /// True if the message of an error has a part.
    private func has(_ part: String, _ error: TOMLError) -> Bool { error.message.parts(separatedBy: part).count > 1 }

    /// The explanation of what people get wrong, by the messages of toml++; nil for anything else.
    private func explanation(of error: TOMLError) -> String? {
        let message = error.message
        func has(_ part: String) -> Bool { self.has(part, error) }
        if has("redefine existing") {
            let name = message.split(separator: "'").dropFirst().first.map(String.init) ?? ""
            return localized("\(name.quoted) is here already")
        }
        if has("string: encountered end-of-file")
            || (has("string: ") && has("control characters") && isEndOfLine(error))
        {
            return localized("a quotation mark is missing at the end of a text")
        }
        if has("parsing array: expected comma") || has("parsing array: encountered end-of-file") {
            return localized("a comma or the closing ] of a list is missing")
        }
        if has("parsing inline table: expected key or closing") || has("parsing inline table: encountered end-of-file")
        {
            return localized("a comma or the closing } of a table is missing; a table in braces is on one line")
        }
        if has("table header: expected ']'") { return localized("the closing ] of a table is missing") }
        if has("expected value, saw '#'") {
            return localized("a value is missing: # begins a comment; text is written in quotation marks")
        }
        if has("expected value, saw") { return localized("a value is missing") }
        if has("pair: expected '='") { return localized("expected a key, = and a value") }
        if has("expected keys, tables") { return localized("expected a key or a table; a comment begins with #") }
        if has("expected a comment or whitespace") { return localized("only a comment may follow a value on its line") }
        return nil
    }

    /// True if nothing is at the place of an error but the end of a line.
    private func isEndOfLine(_ error: TOMLError) -> Bool {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(error.position.line - 1) else { return true }
        return error.position.column > lines[error.position.line - 1].unicodeScalars.count
    }
}
