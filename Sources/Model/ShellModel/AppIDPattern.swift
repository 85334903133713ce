/// A shell-style pattern for app-ids, with fnmatch's `*` (any characters, or none) and `?` (one character).
/// Everything else is literal, and case matters.
public struct AppIDPattern: Hashable, Sendable, ExpressibleByStringInterpolation {
    public let text: String

    public init(_ text: String) { self.text = text }

    public init(stringLiteral text: String) { self.init(text) }

    /// True without wildcards: it matches only itself.
    public var isLiteral: Bool { !text.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } }

    /// Returns true if it matches a whole app-id. None matches a window without an app-id. A wildcard never goes back
    /// behind the `*` before the last one, so the time is at most the product of both lengths.
    public func matches(_ appID: String) -> Bool {
        guard !appID.isEmpty else { return false }
        guard !isLiteral else { return text == appID }
        let (pattern, subject) = (Array(text.unicodeScalars), Array(appID.unicodeScalars))
        var (place, index) = (0, 0)
        /// The place after the last `*`, and the index of the text that it must match.
        var retry: (place: Int, index: Int)?
        while index < subject.count {
            if place < pattern.count, pattern[place] == "*" {
                place += 1
                retry = (place, index)
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == subject[index] {
                place += 1
                index += 1
            } else if let (start, end) = retry {
                place = start
                index = end + 1
                retry = (start, index)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}

extension [AppIDPattern] {
    /// The patterns as a text, such as `"foot" or "foot-*"`.
    public var listed: String { map { "\"\($0.text)\"" }.joined(separator: " or ") }
}
