import Localization
import TOML

extension TOMLValue {
    /// The value in the message of a type mismatch.
    var described: String {
        switch self {
        case .string(let text): localized("the text \(text.quoted)")
        case .integer(let number): localized("the number \(number)")
        case .float(let number): localized("the number \(number.formatted)")
        case .boolean(let flag): "\(flag)"
        case .dateTime: localized("a date or time")
        case .array: localized("a list")
        case .table: localized("a table")
        }
    }

    /// The number at the beginning of a text, such as `10` of "10s"; nil for anything else.
    var numeral: String? {
        guard case .string(let text) = self else { return nil }
        return Double(text.prefix { $0.isASCII && $0.isNumber || $0 == "." })?.formatted
    }
}

extension Double {
    /// The shortest notation, without a fraction for an integer.
    var formatted: String {
        Int(exactly: self).map { String($0) } ?? description
    }
}

extension String {
    /// The text in quotation marks, on one line, truncated to 60 Unicode scalars.
    var quoted: String {
        let short = unicodeScalars.count > 60 ? String(String.UnicodeScalarView(unicodeScalars.prefix(60))) + "…" : self
        return "\"\(short.oneLine)\""
    }

    /// The text with control characters replaced by spaces.
    var oneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}

extension [String] {
    /// The elements, separated by commas.
    var listed: String { joined(separator: ", ") }
}
