// SPDX-License-Identifier: MIT

internal import Markdown

/// The rows of a table, which become lines of text with aligned columns.
struct MarkdownTable {
    private struct Cell {
        var spans: [Span]
        var alignment: MarkdownElement.Alignment
        /// Its length in characters.
        var length: Int
    }

    /// The widest column that others are aligned to, in characters.
    private static let maximumWidth = 40

    private var rows: [[Cell]] = []
    private var row: [Cell] = []

    mutating func addCell(_ spans: [Span], isHeader: Bool, _ alignment: MarkdownElement.Alignment) {
        let spans = isHeader ? spans.map { Span($0.text, $0.style.union(.strong), link: $0.link) } : spans
        row.append(Cell(spans: spans, alignment: alignment, length: spans.reduce(0) { $0 + $1.text.count }))
    }

    mutating func endRow() {
        rows.append(row)
        row = []
    }

    /// The text, a line for each row.
    var spans: [Span] {
        var widths = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], min(cell.length, Self.maximumWidth))
            }
        }
        var spans: [Span] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                let padding = max(widths[column] - cell.length, 0)
                let before =
                    switch cell.alignment {
                    case .leading: 0
                    case .center: padding / 2
                    case .trailing: padding
                    }
                spans.join(Span(String(repeating: " ", count: before + (column > 0 ? 2 : 0))))
                for span in cell.spans { spans.join(span) }
                // Nothing follows the last column.
                if column + 1 < row.count { spans.join(Span(String(repeating: " ", count: padding - before))) }
            }
            spans.join(Span("\n"))
        }
        return spans
    }
}
