// SPDX-License-Identifier: MIT

/// A value without quotation marks and brackets, as TOML allows it: true or false, a number, a date or a time.
struct BareValue {
    private var rest: ArraySlice<UInt8>

    /// Whether this is one, by its form; whether there is such a day is another question.
    static func isWellFormed(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8) { return true }
        let forms: [(inout BareValue) -> Bool] = [
            { $0.number() }, { $0.date() && $0.rest.isEmpty }, { $0.time() }, { $0.moment() },
        ]
        return forms.contains { form in
            var value = BareValue(rest: bytes)
            return form(&value) && value.rest.isEmpty
        }
    }

    private mutating func number() -> Bool {
        for (prefix, digits) in [("0x", Self.hexadecimal), ("0o", Self.octal), ("0b", Self.binary)]
        where rest.starts(with: prefix.utf8) {
            rest = rest.dropFirst(2)
            return self.digits(digits)
        }
        _ = take("+-")
        for word in ["inf", "nan"] where rest.elementsEqual(word.utf8) {
            rest = []
            return true
        }
        if !take("0") { guard rest.first != UInt8(ascii: "0"), digits(Self.decimal) else { return false } }
        if take(".") { guard digits(Self.decimal) else { return false } }
        guard take("eE") else { return true }
        _ = take("+-")
        return digits(Self.decimal)
    }

    private mutating func date() -> Bool {
        exactly(4) && take("-") && exactly(2) && take("-") && exactly(2)
    }

    private mutating func time() -> Bool {
        guard exactly(2), take(":"), exactly(2), take(":"), exactly(2) else { return false }
        guard take(".") else { return true }
        let fraction = rest.prefix(while: Self.decimal.contains)
        rest = rest.dropFirst(fraction.count)
        return !fraction.isEmpty
    }

    private mutating func moment() -> Bool {
        guard date(), take("Tt "), time() else { return false }
        if rest.isEmpty || take("Zz") { return true }
        return take("+-") && exactly(2) && take(":") && exactly(2)
    }

    /// One digit or more, with single underscores between them.
    private mutating func digits(_ digits: Set<UInt8>) -> Bool {
        var wasDigit = false
        while let byte = rest.first, digits.contains(byte) || (wasDigit && byte == UInt8(ascii: "_")) {
            wasDigit = byte != UInt8(ascii: "_")
            rest = rest.dropFirst()
        }
        return wasDigit
    }

    private mutating func exactly(_ count: Int) -> Bool {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.decimal.contains) else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    /// Takes one character that is one of some.
    private mutating func take(_ characters: String) -> Bool {
        guard let byte = rest.first, characters.utf8.contains(byte) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static let decimal = Set("0123456789".utf8)
    private static let hexadecimal = Set("0123456789abcdefABCDEF".utf8)
    private static let octal = Set("01234567".utf8)
    private static let binary = Set("01".utf8)
}
