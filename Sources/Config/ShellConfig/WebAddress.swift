import Localization

/// The address of a web page (RFC 3986): of the schemes http, https and file.
public struct WebAddress: Equatable, Sendable {
    /// The address in ASCII: international host names in Punycode, other characters percent-encoded.
    public let text: String
    /// The host without its port, in ASCII and lower case; empty for a file.
    public let host: String
    /// The host for people: as it was written, in lower case.
    public let writtenHost: String
    /// The path, without query and fragment; it begins with a slash.
    public let path: String

    /// - Throws: ``WebAddressError``.
    public init(_ text: String) throws(WebAddressError) {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { throw .scheme }
        let rest = text[text.index(colon, offsetBy: 3)...]
        let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let (authority, local) = (rest[..<hostEnd], Self.encoded(rest[hostEnd...]))
        let path = local.prefix { $0 != "?" && $0 != "#" }
        switch text[..<colon].lowercased() {
        case "http", "https":
            let (written, port) = try Self.host(authority)
            guard let host = InternationalHost.ascii(written) else { throw .host }
            (self.host, writtenHost) = (host, InternationalHost.written(written))
            self.text = "\(text[...colon])//\(host)\(port)\(local)"
        case "file":
            guard authority.isEmpty, path.count > 1 else {
                throw WebAddressError(localized("a file has three slashes: file:///home/…"))
            }
            (host, writtenHost) = ("", "")
            self.text = "\(text[...colon])//\(local)"
        default: throw .scheme
        }
        self.path = path.isEmpty ? "/" : String(path)
    }

    /// Reads an address as people write it: without a scheme, it is of https.
    ///
    /// - Throws: ``WebAddressError``.
    public init(completing text: String) throws(WebAddressError) {
        let hasScheme = text.firstIndex(of: ":").map { text[$0...].hasPrefix("://") } ?? false
        try self.init(hasScheme ? text : "https://\(text)")
    }

    /// Percent-encodes what an address must not have: spaces, control characters, all beyond ASCII, and some signs.
    private static func encoded(_ local: Substring) -> String {
        local.utf8.reduce(into: "") { text, byte in
            if (0x21...0x7E).contains(byte), !excluded.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += byte < 0x10 ? "%0" : "%"
                text += String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// `"`, `<`, `>`, `\`, `^`, `` ` ``, `{`, `|` and `}`.
    private static let excluded = Set("\"<>\\^`{|}".utf8)

    /// Returns the host as written, and the port with its colon.
    private static func host(_ authority: Substring) throws(WebAddressError) -> (host: Substring, port: Substring) {
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
            : !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || ".-_。．｡－".contains($0) }
        guard isValid else { throw .host }
        guard port.isEmpty || port.first == ":" && (UInt16(port.dropFirst()) ?? 0) > 0 else {
            throw WebAddressError(localized("a port is a number up to 65535, as in http://localhost:8080/"))
        }
        return (host, port)
    }
}

/// The reason why a text is not a web page's address.
public struct WebAddressError: Error, Equatable, Sendable {
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    static let scheme = WebAddressError(localized("expected https://…, http://… or file:///…"))
    static let host = WebAddressError(localized("it has no valid host, as in https://example.org/"))
}
