// SPDX-License-Identifier: MIT
import ArgumentParser
import ShellModel

/// A place in the shell, as a person or a program on the desktop writes it.
struct DeepLink: Equatable {
    private static let scheme = "tabshell:"

    var tab: TabID
    var route: [String]

    /// Reads `TAB`, `TAB/ROUTE`, or either as a URI of the scheme `tabshell`, whose words are percent-encoded.
    ///
    /// - Throws: a usage error.
    init(_ text: String) throws(ValidationError) {
        var rest = text[...]
        let isURI = text.prefix(Self.scheme.count).lowercased() == Self.scheme
        if isURI {
            rest = rest.dropFirst(Self.scheme.count)
            if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
            guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else {
                throw ValidationError("A link has neither a query nor a fragment: \"\(text)\".")
            }
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        var words = try Route.words(rest, of: text)
        if isURI { words = try words.map { word throws(ValidationError) in try Self.decoded(word, of: text) } }
        tab = TabID(rawValue: words.removeFirst())
        try Route.check(words)
        route = words
    }

    private static func decoded(_ word: String, of text: String) throws(ValidationError) -> String {
        var bytes: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2 else { throw ValidationError("There is a % without two digits in \"\(text)\".") }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), !decoded.contains("/") else {
            throw ValidationError("\"\(word)\" does not stand for a word of a route.")
        }
        return decoded
    }
}

/// The words of a route.
enum Route {
    /// Reads words between slashes.
    ///
    /// - Throws: a usage error.
    static func words(_ text: String) throws(ValidationError) -> [String] {
        let words = try words(text[...], of: text)
        try check(words)
        return words
    }

    /// - Parameter whole: what is named in the error.
    static func words(_ text: Substring, of whole: String) throws(ValidationError) -> [String] {
        let words = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !words.isEmpty, !words.contains("") else {
            throw ValidationError("Expected words between slashes, like growth/day, not \"\(whole)\".")
        }
        return words
    }

    static func check(_ words: [String]) throws(ValidationError) {
        guard ShellState.isValid(path: words) else {
            throw ValidationError(
                "A route has at most \(ShellState.maximumPathComponents) words of \(ShellState.maximumComponentBytes) bytes."
            )
        }
    }
}
