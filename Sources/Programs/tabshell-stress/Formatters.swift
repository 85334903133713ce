// SPDX-License-Identifier: MIT
import StressStore
import TabshellIPC

/// How things are said to a person.
enum Formatters {
    /// A number with at most one digit behind the point, and none where it would be a zero.
    static func number(_ value: Double) -> String {
        guard abs(value) < 1e15 else { return "\(value)" }
        let tenths = Int64((value * 10).rounded())
        let rest = abs(tenths % 10)
        let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths / 10))"
        return rest == 0 ? whole : "\(whole).\(rest)"
    }

    /// A count with a comma before every three digits.
    static func count(_ value: some BinaryInteger) -> String { groupedDigits(value) }

    /// A local date and time, to the minute.
    static func time(_ time: Timestamp) -> String {
        "\(LocalTimeZone.system.day(at: time)) \(LocalTimeZone.system.clock(time).prefix(5))"
    }

    /// A text cut to a width.
    static func fitted(_ text: String, to width: Int) -> String {
        text.count > width ? text.prefix(max(width - 1, 0)) + "…" : text
    }
}

/// Rows of text with columns that stand below one another.
struct TextTable {
    /// A column's heading and whether it holds numbers, which stand at its right.
    var columns: [(heading: String, isNumber: Bool)]
    var rows: [[String]] = []

    var lines: [String] {
        let all = [columns.map(\.heading)] + rows
        let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return columns[column].isNumber ? space + text : text + space
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
