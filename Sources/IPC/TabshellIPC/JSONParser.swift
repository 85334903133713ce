// SPDX-License-Identifier: MIT

/// Why bytes are not a JSON value.
public struct JSONError: Error, Equatable, Sendable {
    /// The offset of the first byte that is wrong.
    public var offset: Int
    /// What is wrong there, and what was expected.
    public var message: String
}

/// A strict parser of RFC 8259: one value, valid UTF-8, no duplicate names, bounded depth.
public struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maximumDepth: Int
    private var index = 0

    /// Parses one value, with white space around it allowed.
    ///
    /// - Throws: ``JSONError`` with the offset of the first byte that is wrong.
    public static func parse(_ bytes: [UInt8], maximumDepth: Int = Limits.depth) throws(JSONError) -> JSON {
        let result: Result<JSON, JSONError> = bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer, maximumDepth: maximumDepth)
            do throws(JSONError) {
                return .success(try parser.document())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private mutating func document() throws(JSONError) -> JSON {
        let value = try self.value(depth: 0)
        skipWhitespace()
        guard index == bytes.count else { throw error("expected the end of the line after the value") }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        skipWhitespace()
        guard let byte = peek() else { throw error("expected a value, found the end") }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw error("expected a value")
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSON {
        try enter(depth)
        var members: [JSON.Member] = []
        var names: Set<String> = []
        skipWhitespace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipWhitespace()
            guard peek() == UInt8(ascii: "\"") else { throw error("expected a member's name in quotes") }
            let start = index
            let name = try string()
            guard names.insert(name).inserted else {
                index = start
                throw error("the name \"\(name)\" is there twice")
            }
            skipWhitespace()
            guard take(UInt8(ascii: ":")) else { throw error("expected ':' after a member's name") }
            members.append(JSON.Member(name, try value(depth: depth + 1)))
            skipWhitespace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw error("expected ',' or '}' after a member") }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSON {
        try enter(depth)
        var elements: [JSON] = []
        skipWhitespace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value(depth: depth + 1))
            skipWhitespace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw error("expected ',' or ']' after an element") }
        }
    }

    private mutating func enter(_ depth: Int) throws(JSONError) {
        guard depth < maximumDepth else { throw error("nested deeper than \(maximumDepth) levels") }
        index += 1
    }

    private mutating func literal(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        let start = index
        for offset in 0..<word.utf8CodeUnitCount {
            guard peek() == word.utf8Start[offset] else {
                index = start
                throw error("expected '\(word)'")
            }
            index += 1
        }
        return value
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = index
        var isInteger = true
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else {
            index = start
            throw error("the number is out of range")
        }
        return .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
        guard index > start else { throw error("expected a digit") }
    }

    private mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
        // Most strings hold no escape and are copied in one piece.
        if peek() == UInt8(ascii: "\"") {
            let text = try decode(Array(bytes[start..<index]), from: start)
            index += 1
            return text
        }
        var content = Array(bytes[start..<index])
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                let text = try decode(content, from: start)
                index += 1
                return text
            case UInt8(ascii: "\\"):
                try escape(into: &content)
            case 0..<0x20:
                throw error("a control character in a string must be escaped")
            default:
                content.append(byte)
                index += 1
            }
        }
        throw error("the string does not end")
    }

    private func decode(_ content: [UInt8], from start: Int) throws(JSONError) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw JSONError(offset: start, message: "the string is not valid UTF-8")
        }
        return text
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        index += 1
        guard let byte = peek() else { throw error("the string does not end") }
        let plain: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = byte
        case UInt8(ascii: "b"): plain = 0x08
        case UInt8(ascii: "f"): plain = 0x0C
        case UInt8(ascii: "n"): plain = 0x0A
        case UInt8(ascii: "r"): plain = 0x0D
        case UInt8(ascii: "t"): plain = 0x09
        case UInt8(ascii: "u"):
            index += 1
            content.append(contentsOf: Array(Character(try unicodeEscape()).utf8))
            return
        default: throw error("unknown escape in a string")
        }
        content.append(plain)
        index += 1
    }

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = index - 2
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
        if unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let low = try hexadecimal()
            let code = 0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(low) & 0x3FF
            if low >= 0xDC00, low <= 0xDFFF, let scalar = Unicode.Scalar(code) { return scalar }
        }
        index = start
        throw error("half of a surrogate pair")
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("expected four hexadecimal digits after '\\u'")
            }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    private mutating func skipWhitespace() {
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    private func peek() -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    private func error(_ message: String) -> JSONError {
        JSONError(offset: index, message: message)
    }
}
