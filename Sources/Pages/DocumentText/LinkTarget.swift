/// The target of a link in a document: a place in it, a target in another program, or an event for its sender.
public enum LinkTarget: Hashable, Sendable {
    /// A heading of the same document, by its anchor; see ``Block/anchors(in:)``.
    case anchor(String)
    /// An address of the web, or of a mailbox.
    case address(String)
    /// A document, by its path relative to the linking one's folder.
    case document(String)
    /// An event, by its name, which follows `event:`.
    case event(String)

    /// The schemes of addresses. Others may start a program.
    private static let schemes = ["http", "https", "mailto"]
    private static let maximumLength = 4096
    private static let eventScheme = "event:"
    /// The maximum length of an event's name, in bytes.
    private static let maximumNameLength = 256

    /// The target of a destination; nil for another scheme, a file that is not a text, and an empty one.
    public init?(_ destination: String) {
        guard destination.utf8.count <= Self.maximumLength, let decoded = destination.decodingPercents() else {
            return nil
        }
        if destination.hasPrefix("#") {
            self = .anchor(decoded.dropFirst().lowercased())
        } else if destination.prefix(Self.eventScheme.count).lowercased() == Self.eventScheme {
            let name = String(decoded.dropFirst(Self.eventScheme.count))
            guard (1...Self.maximumNameLength).contains(name.utf8.count),
                !name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
            else { return nil }
            self = .event(name)
        } else if Self.hasScheme(destination) {
            guard Self.schemes.contains(destination.prefix { $0 != ":" }.lowercased()),
                !destination.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
            else { return nil }
            self = .address(destination)
        } else {
            let path = String(decoded.prefix { $0 != "#" && $0 != "?" })
            guard !path.hasPrefix("//"), !path.unicodeScalars.contains(where: { $0.value < 0x20 }),
                path.lowercased().hasSuffix(".txt") || DocumentFormat(path: path) == .markdown
            else { return nil }
            self = .document(path)
        }
    }

    private static func hasScheme(_ destination: String) -> Bool {
        let name = destination.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return name.first?.isLetter == true && destination.dropFirst(name.count).hasPrefix(":")
    }
}

extension Block {
    /// The indices of a document's headings by their anchors, as GitHub derives them: small letters, digits, and
    /// hyphens for spaces; a repeated one ends with its number.
    public static func anchors(in blocks: [Block]) -> [String: Int] {
        var anchors: [String: Int] = [:]
        var counts: [String: Int] = [:]
        for (index, block) in blocks.enumerated() {
            guard case .heading = block.kind else { continue }
            let name = block.text.lowercased().unicodeScalars.reduce(into: "") { name, scalar in
                if scalar == " " { name += "-" }
                let isKept = scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic
                if isKept || scalar.properties.numericType != nil { name.unicodeScalars.append(scalar) }
            }
            var anchor = name
            while anchors[anchor] != nil {
                counts[name, default: 0] += 1
                anchor = "\(name)-\(counts[name, default: 0])"
            }
            anchors[anchor] = index
        }
        return anchors
    }
}

extension String {
    /// The text with each `%` and two hexadecimal digits as the byte; nil where that is not UTF-8.
    fileprivate func decodingPercents() -> String? {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
