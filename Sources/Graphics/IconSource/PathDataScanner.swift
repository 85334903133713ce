// SPDX-License-Identifier: MIT

/// A scanner of the letters, numbers and flags of SVG path data.
struct PathDataScanner {
    /// The maximum magnitude of a number, so that everything computed from numbers stays finite.
    private static let limit = 1e9

    private var rest: Substring.UTF8View

    init(_ data: String) {
        rest = data[...].utf8
    }

    /// The next letter; nil when something else follows, or nothing.
    mutating func letter() -> UInt8? {
        skipSpace()
        guard let byte = rest.first, Self.isLetter(byte) else { return nil }
        rest.removeFirst()
        return byte
    }

    /// True if only white space is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return rest.isEmpty
    }

    /// True if more arguments follow, so that the command is repeated. A comma can only precede a number.
    mutating func hasArguments() -> Bool {
        skipSpace()
        guard let byte = rest.first else { return false }
        return !Self.isLetter(byte)
    }

    /// A number, after white space and, unless it is a command's first, a comma. Nil when there is none.
    mutating func number(afterComma: Bool) -> Double? {
        skipSeparator(comma: afterComma)
        let start = rest
        _ = skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        var digits = skipDigits()
        if skip({ $0 == UInt8(ascii: ".") }) { digits += skipDigits() }
        guard digits > 0 else { return nil }
        if skip({ $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
            _ = skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
            guard skipDigits() > 0 else { return nil }
        }
        guard let value = Double(Substring(start[..<rest.startIndex])), abs(value) <= Self.limit else { return nil }
        return value
    }

    /// A flag: one digit, which needs no separator after it.
    mutating func flag() -> Double? {
        skipSeparator(comma: true)
        switch rest.popFirst() {
        case UInt8(ascii: "0"): return 0
        case UInt8(ascii: "1"): return 1
        default: return nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private mutating func skipSeparator(comma: Bool) {
        skipSpace()
        if comma, skip({ $0 == UInt8(ascii: ",") }) { skipSpace() }
    }

    private mutating func skipSpace() {
        while skip({ $0 == 0x20 || (0x09...0x0D).contains($0) && $0 != 0x0B }) {}
    }

    private mutating func skipDigits() -> Int {
        var count = 0
        while skip({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { count += 1 }
        return count
    }

    private mutating func skip(_ matches: (UInt8) -> Bool) -> Bool {
        guard let byte = rest.first, matches(byte) else { return false }
        rest.removeFirst()
        return true
    }
}
