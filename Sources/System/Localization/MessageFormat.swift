// SPDX-License-Identifier: MIT

/// A translation with the numbers of values in it.
enum MessageFormat {
    /// Puts values in the place of `%1$s`, and of `%s` in their order; `%%` is a percent sign. Anything else stays as it is, so a
    /// faulty translation can make a text odd, and nothing worse.
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
