/// A message in English with its values, written as a string with interpolations: `"tab \(index) of \(count)"`. Its key in a
/// catalogue has the values' numbers in place of the values, as printf(3) has them: `tab %1$s of %2$s`.
public struct LocalizedMessage: ExpressibleByStringInterpolation, Sendable {
    /// The message in English.
    let text: String
    /// The key; the text itself without values.
    let key: String
    /// The values, if they were collected.
    let arguments: [String]

    public init(stringLiteral text: String) {
        (self.text, key, arguments) = (text, text, [])
    }

    public init(stringInterpolation: StringInterpolation) {
        (text, key, arguments) = (stringInterpolation.text, stringInterpolation.key, stringInterpolation.arguments)
    }

    /// The collector of the parts. While nothing is translated, it equals a plain string's.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""
        fileprivate var key = ""
        fileprivate var arguments: [String] = []
        private let collects: Bool
        private let hasValues: Bool

        public init(literalCapacity: Int, interpolationCount: Int) {
            self.init(
                literalCapacity: literalCapacity, interpolationCount: interpolationCount,
                collects: Localization.isActive)
        }

        init(literalCapacity: Int, interpolationCount: Int, collects: Bool) {
            self.collects = collects
            hasValues = interpolationCount > 0
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        public mutating func appendLiteral(_ literal: String) {
            text += literal
            guard collects else { return }
            // Without values the key is not a format.
            key +=
                hasValues && literal.utf8.contains(UInt8(ascii: "%"))
                ? literal.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%") : literal
        }

        public mutating func appendInterpolation<Value>(_ value: Value) {
            let value = "\(value)"
            text += value
            guard collects else { return }
            arguments.append(value)
            key += "%\(arguments.count)$s"
        }
    }
}

/// A translation with the numbers of values in it.
enum MessageFormat {
    /// Replaces `%1$s`, and `%s` in order, by values; `%%` is a percent sign. Anything else stays, so a
    /// faulty translation can at worst make a text odd.
    static func filled(_ format: String, _ arguments: [String]) -> String {
        var result = ""
        var (rest, next) = (format[...], 0)
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...].dropFirst()
            let digits = rest.prefix { ("0"..."9").contains($0) }
            let tail = rest.dropFirst(digits.count)
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
            } else if let number = Int(digits), arguments.indices.contains(number - 1), tail.hasPrefix("$s") {
                result += arguments[number - 1]
                rest = tail.dropFirst(2)
            } else if rest.first == "s", next < arguments.count {
                result += arguments[next]
                next += 1
                rest = rest.dropFirst()
            } else {
                result += "%"
            }
        }
        return result + rest
    }
}
