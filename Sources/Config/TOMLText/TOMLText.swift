// SPDX-License-Identifier: MIT
private import TOMLKit

/// A value of a TOML document.
public enum TOMLNode: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    /// A date, a time, or both.
    case time
    case array([TOMLNode])
    case table([String: TOMLNode])
}

/// Why a text is not TOML.
public struct TOMLFault: Error, Equatable, Sendable {
    /// Counted from 1.
    public var line: Int?
    public var message: String

    public init(line: Int?, message: String) {
        self.line = line
        self.message = message
    }
}

/// Parses TOML. This room alone knows the library, privately, for the library brings Foundation with it: its methods on
/// strings would be taken for those of the standard library all over the program, and 40 MB of tables with them.
///
/// What has been parsed is never freed, so this belongs into a process that ends soon.
public enum TOMLText {
    /// - Throws: ``TOMLFault`` at the first place that is not TOML.
    public static func parse(_ text: String) throws(TOMLFault) -> [String: TOMLNode] {
        do {
            return nodes(of: try TOMLTable(string: text))
        } catch let error as TOMLParseError {
            throw TOMLFault(line: error.source.begin.line, message: error.description)
        } catch {
            throw TOMLFault(line: nil, message: "\(error)")
        }
    }

    private static func nodes(of table: TOMLTable) -> [String: TOMLNode] {
        var nodes: [String: TOMLNode] = [:]
        for key in table.keys {
            guard let value = table[key] else { continue }
            nodes[key] = node(of: value)
        }
        return nodes
    }

    private static func node(of value: any TOMLValueConvertible) -> TOMLNode {
        switch value.type {
        case .string: .string(value.string ?? "")
        case .int: .integer(value.int ?? 0)
        case .double: .number(value.double ?? .nan)
        case .bool: .flag(value.bool ?? false)
        case .date, .time, .dateTime: .time
        case .array: .array(value.array.map { $0.map(node) } ?? [])
        case .table: .table(value.table.map(nodes) ?? [:])
        }
    }
}
