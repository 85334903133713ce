// SPDX-License-Identifier: MIT
import TOMLText

typealias ConfigValue = TOMLNode

extension ConfigValue {
    /// What it is, for somebody who expected something else.
    var spoken: String {
        switch self {
        case .string(let text): "the text \(text.quoted)"
        case .integer(let number): "the number \(number)"
        case .number(let number): "the number \(number.spoken)"
        case .flag(let flag): "\(flag)"
        case .time: "a date or time"
        case .array: "a list"
        case .table: "a table"
        }
    }
}

extension Double {
    /// As a person writes it: without a fraction where there is none.
    var spoken: String {
        Int(exactly: self).map { String($0) } ?? description
    }
}

extension String {
    /// In quotation marks on one line, and cut where it is long.
    var quoted: String {
        let short = unicodeScalars.count > 60 ? String(String.UnicodeScalarView(unicodeScalars.prefix(60))) + "…" : self
        return "\"\(short.oneLine)\""
    }

    /// With a space for each control character.
    var oneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}

extension [String] {
    /// Between commas.
    var listed: String { joined(separator: ", ") }
}
