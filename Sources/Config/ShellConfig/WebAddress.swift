import Localization

/// The address of a web page (RFC 3986): of the schemes http, https and file.
public struct WebAddress: Equatable, Sendable {
    public let text: String
    /// The host without its port, in lower case; empty for a file.
    public let host: String
    /// The path, without query and fragment; it begins with a slash.
    public let path: String

    /// - Throws: ``WebAddressError``.
    public init(_ text: String) throws(WebAddressError) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.excluded.contains($0) }) else {
            throw WebAddressError(
                localized("spaces, quotes, brackets and letters beyond ASCII are written percent-encoded, as %20"))
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { throw .scheme }
        let rest = text[text.index(colon, offsetBy: 3)...]
        let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let (authority, local) = (rest[..<hostEnd], rest[hostEnd...])
        let path = local.prefix { $0 != "?" && $0 != "#" }
        switch text[..<colon].lowercased() {
        case "http", "https": host = try Self.host(authority)
        case "file":
            guard authority.isEmpty, path.count > 1 else {
                throw WebAddressError(localized("a file has three slashes: file:///home/…"))
            }
            host = ""
        default: throw .scheme
        }
        self.text = text
        self.path = path.isEmpty ? "/" : String(path)
    }

    /// Reads an address as people write it: without a scheme, it is of https.
    ///
    /// - Throws: ``WebAddressError``.
    public init(completing text: String) throws(WebAddressError) {
        let hasScheme = text.firstIndex(of: ":").map { text[$0...].hasPrefix("://") } ?? false
        try self.init(hasScheme ? text : "https://\(text)")
    }

    /// `"`, `<`, `>`, `\`, `^`, `` ` ``, `{`, `|` and `}`, which addresses must not have.
    private static let excluded = Set("\"<>\\^`{|}".utf8)

    private static func host(_ authority: Substring) throws(WebAddressError) -> String {
        guard !authority.contains("@") else {
            throw WebAddressError(
                localized("a name and a password in an address can be read by every user; leave them out"))
        }
        let end =
            authority.first == "["
            ? authority.firstIndex(of: "]").map(authority.index(after:)) ?? authority.endIndex
            : authority.firstIndex(of: ":") ?? authority.endIndex
        let (host, port) = (authority[..<end], authority[end...])
        let isValid =
            host.first == "["
            ? host.count > 3 && host.last == "]"
                && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || ":.".contains($0) }
            : !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || ".-_".contains($0) }
        guard isValid else { throw WebAddressError(localized("it has no valid host, as in https://example.org/")) }
        guard port.isEmpty || port.first == ":" && (UInt16(port.dropFirst()) ?? 0) > 0 else {
            throw WebAddressError(localized("a port is a number up to 65535, as in http://localhost:8080/"))
        }
        return host.lowercased()
    }
}

/// The reason why a text is not a web page's address.
public struct WebAddressError: Error, Equatable, Sendable {
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    static let scheme = WebAddressError(localized("expected https://…, http://… or file:///…"))
}
