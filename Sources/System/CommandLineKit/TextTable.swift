import Text

/// Rows of text in columns, each as wide as its widest cell, two spaces apart. Terminal controls in cells are escaped.
public struct TextTable {
    public enum Alignment: Sendable {
        case left
        /// For numbers.
        case right
    }

    private var alignments: [Alignment]
    public var rows: [[String]]

    /// - Parameter columns: the headings for the first row, and each column's alignment.
    public init(columns: [(heading: String, alignment: Alignment)]) {
        alignments = columns.map(\.alignment)
        rows = [columns.map(\.heading)]
    }

    /// A table without headings, aligned to the left.
    public init(_ rows: [[String]] = []) {
        (alignments, self.rows) = ([], rows)
    }

    /// The lines, without spaces at their ends.
    public var lines: [String] {
        let rows = rows.map { row in row.map { $0.escapedForTerminal() } }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.columns)
                return column < alignments.count && alignments[column] == .right ? space + text : text + space
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The lines as one text.
    public var text: String { lines.joined(separator: "\n") }
}
