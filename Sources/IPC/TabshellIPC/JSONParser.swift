import ShellModel

public struct JSONError: Error, Equatable, Sendable {
    /// The offset of the first invalid byte.
    public var offset: Int
    /// The problem, or the expectation.
    public var message: String
}

/// A strict parser of RFC 8259: one value, valid UTF-8, unique names, bounded nesting. Foundation's would add 6 MB to
/// each statically linked program, and its start-up time.
public struct JSONParser {
    private let maximumDepth: Int
    private var index = 0

    public static func parse(_ bytes: [UInt8], maximumDepth: Int = Limits.maximumJSONDepth) throws(JSONError) -> JSON {
        try parse(bytes[...], maximumDepth: maximumDepth)
    }

    /// Parses one value, perhaps with white space around it.
    public static func parse(
        _ bytes: ArraySlice<UInt8>, maximumDepth: Int = Limits.maximumJSONDepth
    ) throws(JSONError) -> JSON {
        var parser = JSONParser(maximumDepth: maximumDepth)
        let span = bytes.span
        let value = try parser.value(in: span, depth: 0)
        try parser.end(in: span)
        return value
    }

    init(maximumDepth: Int = Limits.maximumJSONDepth) {
        self.maximumDepth = maximumDepth
    }

    /// Skips white space, and returns true before an object.
    mutating func isObject(_ bytes: Span<UInt8>) -> Bool {
        skipWhitespace(in: bytes)
        return peek(bytes) == UInt8(ascii: "{")
    }

    mutating func end(in bytes: Span<UInt8>) throws(JSONError) {
        skipWhitespace(in: bytes)
        guard index == bytes.count else { throw error("expected the end of the line after the value") }
    }

    mutating func value(in bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSON {
        skipWhitespace(in: bytes)
        guard let byte = peek(bytes) else { throw error("expected a value, found the end") }
        switch byte {
        case UInt8(ascii: "{"): return try object(in: bytes, depth: depth)
        case UInt8(ascii: "["): return try array(in: bytes, depth: depth)
        case UInt8(ascii: "\""): return .string(try text(of: try characters(in: bytes), in: bytes))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number(in: bytes)
        case UInt8(ascii: "t"): return try literal("true", .bool(true), in: bytes)
        case UInt8(ascii: "f"): return try literal("false", .bool(false), in: bytes)
        case UInt8(ascii: "n"): return try literal("null", .null, in: bytes)
        default: throw error("expected a value")
        }
    }

    private mutating func object(in bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSON {
        try enter(depth)
        var members = JSONMembers()
        while let name = try name(isFirst: members.list.isEmpty, in: bytes) {
            try append(name, to: &members, in: bytes, depth: depth)
        }
        return .object(members.list)
    }

    /// Parses the name of a member; nil at the end of the object.
    mutating func name(isFirst: Bool, in bytes: Span<UInt8>) throws(JSONError) -> Characters? {
        skipWhitespace(in: bytes)
        if consume(UInt8(ascii: "}"), in: bytes) { return nil }
        if !isFirst {
            guard consume(UInt8(ascii: ","), in: bytes) else {
                throw error("expected ',' or '}' after a member")
            }
            skipWhitespace(in: bytes)
        }
        guard peek(bytes) == UInt8(ascii: "\"") else { throw error("expected a member's name in quotes") }
        return try characters(in: bytes)
    }

    /// Parses the value after a name, and adds the member.
    mutating func append(
        _ name: Characters, to members: inout JSONMembers, in bytes: Span<UInt8>, depth: Int
    ) throws(JSONError) {
        let text = try text(of: name, in: bytes)
        guard members.isNew(text) else { throw isTwice(name, text) }
        if members.list.isEmpty { members.list.reserveCapacity(4) }
        members.list.append(JSON.Member(text, try memberValue(in: bytes, depth: depth)))
    }

    /// Parses the colon after a name, and the value.
    mutating func memberValue(in bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSON {
        try colon(in: bytes)
        return try value(in: bytes, depth: depth + 1)
    }

    /// Parses the colon after a name, and the white space around it.
    mutating func colon(in bytes: Span<UInt8>) throws(JSONError) {
        skipWhitespace(in: bytes)
        guard consume(UInt8(ascii: ":"), in: bytes) else {
            throw error("expected ':' after a member's name")
        }
        skipWhitespace(in: bytes)
    }

    func isTwice(_ name: Characters, _ text: String) -> JSONError {
        JSONError(offset: name.range.lowerBound - 1, message: "the name \"\(text)\" is there twice")
    }

    private mutating func array(in bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSON {
        try enter(depth)
        var elements: [JSON] = []
        skipWhitespace(in: bytes)
        if consume(UInt8(ascii: "]"), in: bytes) { return .array(elements) }
        while true {
            elements.append(try value(in: bytes, depth: depth + 1))
            skipWhitespace(in: bytes)
            if consume(UInt8(ascii: "]"), in: bytes) { return .array(elements) }
            guard consume(UInt8(ascii: ","), in: bytes) else {
                throw error("expected ',' or ']' after an element")
            }
        }
    }

    mutating func enter(_ depth: Int) throws(JSONError) {
        guard depth < maximumDepth else { throw error("nested deeper than \(maximumDepth) levels") }
        index += 1
    }

    private mutating func literal(
        _ text: String, _ value: JSON, in bytes: Span<UInt8>
    ) throws(JSONError) -> JSON {
        let start = index
        for byte in text.utf8 {
            guard consume(byte, in: bytes) else {
                index = start
                throw error("expected '\(text)'")
            }
        }
        return value
    }

    private mutating func number(in bytes: Span<UInt8>) throws(JSONError) -> JSON {
        let start = index
        var isInteger = true
        _ = consume(UInt8(ascii: "-"), in: bytes)
        if !consume(UInt8(ascii: "0"), in: bytes) { try digits(in: bytes) }
        if consume(UInt8(ascii: "."), in: bytes) {
            isInteger = false
            try digits(in: bytes)
        }
        if consume(UInt8(ascii: "e"), in: bytes) || consume(UInt8(ascii: "E"), in: bytes) {
            isInteger = false
            if !consume(UInt8(ascii: "+"), in: bytes) { _ = consume(UInt8(ascii: "-"), in: bytes) }
            try digits(in: bytes)
        }
        if isInteger, let integer = integer(bytes.extracting(start..<index)) { return .integer(integer) }
        let text = try text(of: Characters(range: start..<index), in: bytes)
        guard let number = Double(text), number.isFinite else {
            index = start
            throw error("the number is out of range")
        }
        return .number(number)
    }

    /// Returns the value of valid digits after an optional minus; nil if it does not fit into 64 bits.
    private func integer(_ bytes: Span<UInt8>) -> Int64? {
        let isNegative = bytes[0] == UInt8(ascii: "-")
        var value: Int64 = 0
        for index in (isNegative ? 1 : 0)..<bytes.count {
            // Downwards, since the negative range has one more number.
            let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, overflows) = tenfold.subtractingReportingOverflow(Int64(bytes[index] - UInt8(ascii: "0")))
            if isTooLarge || overflows { return nil }
            value = next
        }
        guard !isNegative else { return value }
        return value == .min ? nil : -value
    }

    private mutating func digits(in bytes: Span<UInt8>) throws(JSONError) {
        let start = index
        while let byte = peek(bytes), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
        guard index > start else { throw error("expected a digit") }
    }

    /// The characters of a string: a part of the line, or the decoded escapes.
    struct Characters {
        var range: Range<Int>
        var unescaped: [UInt8]?

        func equals(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
            if let unescaped { return unescaped.span.equals(text) }
            return bytes.extracting(range).equals(text)
        }
    }

    mutating func characters(in bytes: Span<UInt8>) throws(JSONError) -> Characters {
        index += 1
        let start = index
        skipPlainCharacters(in: bytes)
        // Most strings contain no escape.
        if peek(bytes) == UInt8(ascii: "\"") {
            index += 1
            return Characters(range: start..<index - 1)
        }
        var content: [UInt8] = []
        var copied = start
        while let byte = peek(bytes) {
            switch byte {
            case UInt8(ascii: "\""):
                content.append(bytes.extracting(copied..<index))
                index += 1
                return Characters(range: start..<index - 1, unescaped: content)
            case UInt8(ascii: "\\"):
                content.append(bytes.extracting(copied..<index))
                try escape(in: bytes, into: &content)
                copied = index
            case 0..<0x20:
                throw error("a control character in a string must be escaped")
            default:
                skipPlainCharacters(in: bytes)
            }
        }
        throw error("the string does not end")
    }

    private mutating func skipPlainCharacters(in bytes: Span<UInt8>) {
        var next = index
        while next < bytes.count {
            let byte = bytes[next]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            next += 1
        }
        index = next
    }

    private func text(of characters: Characters, in bytes: Span<UInt8>) throws(JSONError) -> String {
        do throws(UTF8.ValidationError) {
            if let unescaped = characters.unescaped { return String(copying: try UTF8Span(validating: unescaped.span)) }
            return String(copying: try UTF8Span(validating: bytes.extracting(characters.range)))
        } catch {
            throw JSONError(offset: characters.range.lowerBound, message: "the string is not valid UTF-8")
        }
    }

    private mutating func escape(in bytes: Span<UInt8>, into content: inout [UInt8]) throws(JSONError) {
        index += 1
        guard let byte = peek(bytes) else { throw error("the string does not end") }
        let character: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character = byte
        case UInt8(ascii: "b"): character = 0x08
        case UInt8(ascii: "f"): character = 0x0C
        case UInt8(ascii: "n"): character = 0x0A
        case UInt8(ascii: "r"): character = 0x0D
        case UInt8(ascii: "t"): character = 0x09
        case UInt8(ascii: "u"):
            index += 1
            content.append(contentsOf: UTF8.encode(try unicodeEscape(in: bytes)) ?? .init())
            return
        default: throw error("unknown escape in a string")
        }
        content.append(character)
        index += 1
    }

    private mutating func unicodeEscape(in bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
        let start = index - 2
        let unit = try hexadecimal(in: bytes)
        if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
        if unit < 0xDC00, consume(UInt8(ascii: "\\"), in: bytes), consume(UInt8(ascii: "u"), in: bytes) {
            let low = try hexadecimal(in: bytes)
            let code = 0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(low) & 0x3FF
            if low >= 0xDC00, low <= 0xDFFF, let scalar = Unicode.Scalar(code) { return scalar }
        }
        index = start
        throw error("half of a surrogate pair")
    }

    private mutating func hexadecimal(in bytes: Span<UInt8>) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(bytes), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("expected four hexadecimal digits after '\\u'")
            }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    private mutating func skipWhitespace(in bytes: Span<UInt8>) {
        while let byte = peek(bytes), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    func peek(_ bytes: Span<UInt8>) -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    private mutating func consume(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        guard peek(bytes) == byte else { return false }
        index += 1
        return true
    }

    private func error(_ message: String) -> JSONError {
        JSONError(offset: index, message: message)
    }
}

/// The members of an object as they are parsed. Names are compared byte by byte: canonically equivalent ones differ.
struct JSONMembers {
    /// An identifier is compared in this way.
    private typealias Name = Identifier<JSON>

    /// The number of members above which a set is faster than a search.
    private static let searchLimit = 32
    private var names: Set<Name>?
    var list: [JSON.Member] = []

    /// Returns false if a member has the name.
    mutating func isNew(_ name: String) -> Bool {
        guard list.count >= Self.searchLimit else {
            for member in list where member.name.isIdentical(to: name) { return false }
            return true
        }
        var names = names.take() ?? Set(list.map { Name(rawValue: $0.name) })
        defer { self.names = names }
        return names.insert(Name(rawValue: name)).inserted
    }
}
