import Posix
import ShellModel

/// A tab and a route in its page, as written by a person or another program.
struct DeepLink: Equatable {
    private static let scheme = "tabshell:"

    var tab: TabID
    var route: [String]

    /// Parses `TAB`, `TAB/ROUTE`, or a URI of the scheme `tabshell`, percent-encoded; throws ``ExitError`` of a usage error.
    init(_ text: String) throws(ExitError) {
        var rest = text[...]
        let isURI = text.prefix(Self.scheme.count).lowercased() == Self.scheme
        if isURI {
            rest = rest.dropFirst(Self.scheme.count)
            if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
            guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else {
                throw .usage("a link has neither a query nor a fragment: \"\(text)\"")
            }
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        var words = try Route.split(rest, of: text)
        if isURI { words = try words.map { word throws(ExitError) in try Self.decoded(word, of: text) } }
        tab = TabID(rawValue: words.removeFirst())
        try Route.check(words)
        route = words
    }

    private static func decoded(_ word: String, of text: String) throws(ExitError) -> String {
        let decoded = try PercentEncoding.decoded(word, of: text)
        guard !decoded.contains("/") else { throw .usage("\"\(word)\" is not a word of a route") }
        return decoded
    }
}

enum PercentEncoding {
    /// Decodes a word; throws ``ExitError`` with the status of a usage error, which names the whole text.
    static func decoded(_ word: String, of text: String) throws(ExitError) -> String {
        var bytes: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2 else {
                throw .usage("a % is not followed by two hex digits: \"\(text)\"")
            }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), !decoded.contains("\0") else {
            throw .usage("\"\(word)\" is not percent-encoded text in UTF-8")
        }
        return decoded
    }
}

enum Route {
    /// Splits a route at its slashes; throws ``ExitError`` with the status of a usage error.
    static func words(_ text: String) throws(ExitError) -> [String] {
        let words = try split(text[...], of: text)
        try check(words)
        return words
    }

    /// - Parameter whole: the text that the error names.
    static func split(_ text: Substring, of whole: String) throws(ExitError) -> [String] {
        let words = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !words.isEmpty, !words.contains("") else {
            throw .usage("expected words between slashes, like growth/day, not \"\(whole)\"")
        }
        return words
    }

    static func check(_ words: [String]) throws(ExitError) {
        guard ShellState.isValid(path: words) else {
            throw .usage(
                """
                a route has at most \(ShellState.maximumPathComponents) words of \(ShellState.maximumComponentBytes) bytes
                """)
        }
    }
}
