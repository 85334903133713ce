// SPDX-License-Identifier: MIT
import TOMLKit

/// Why a text is not TOML.
struct TOMLFault: Error, Equatable {
    var line: Int?
    var message: String
}

/// Parses TOML. This is the only place that knows the library; what it has parsed is never freed, so this belongs into a
/// process that ends soon.
enum TOMLText {
    /// - Throws: ``TOMLFault`` at the first place that is not TOML.
    static func parse(_ text: String) throws(TOMLFault) -> [String: ConfigValue] {
        // C's strings end at a NUL, so what comes after one would be passed over in silence.
        if let line = line(of: "\0", in: text) { throw TOMLFault(line: line, message: "there is a NUL character") }
        for escape in ["\\u0000", "\\U00000000"] {
            if let line = line(of: escape, in: text) {
                throw TOMLFault(line: line, message: "NUL characters are not allowed")
            }
        }
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw TOMLFault(line: error.source.begin.line, message: "this is not TOML: \(error.description)")
        } catch {
            throw TOMLFault(message: "this is not TOML: \(error)")
        }
        return values(of: table)
    }

    private static func values(of table: TOMLTable) -> [String: ConfigValue] {
        var values: [String: ConfigValue] = [:]
        for key in table.keys {
            guard let value = table[key] else { continue }
            values[key] = Self.value(of: value)
        }
        return values
    }

    private static func value(of value: any TOMLValueConvertible) -> ConfigValue {
        switch value.type {
        case .string: .string(value.string ?? "")
        case .int: .integer(value.int ?? 0)
        case .double: .number(value.double ?? .nan)
        case .bool: .flag(value.bool ?? false)
        case .date, .time, .dateTime: .time
        case .array: .array(value.array.map { $0.map(Self.value) } ?? [])
        case .table: .table(value.table.map(values) ?? [:])
        }
    }

    /// The line in which something first stands, counted from 1.
    private static func line(of part: String, in text: String) -> Int? {
        let bytes = Array(text.utf8)
        let wanted = Array(part.utf8)
        guard bytes.count >= wanted.count else { return nil }
        var line = 1
        for index in 0...(bytes.count - wanted.count) {
            if bytes[index...].starts(with: wanted) { return line }
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        }
        return nil
    }
}
