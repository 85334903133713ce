internal import Markdown

/// The columns of a table. The spans of its block are the cells, with separators between them: a tab before a further
/// cell of a row, a newline before a row, and an empty one before the first.
public struct Table: Hashable, Sendable {
    public enum Alignment: Sendable {
        case leading, center, trailing
    }

    public struct Column: Hashable, Sendable {
        /// The name in the header; empty without one.
        public var label: String
        public var alignment: Alignment
        /// The width of the widest cell on a terminal, columns.
        public var width = 0
    }

    public var columns: [Column] = []
    /// True if the first row has the names of the columns.
    public var hasHeader = false

    /// True for a separator, as the only spans that are white space.
    public static func isSeparator(_ span: Span) -> Bool { ["", "\t", "\n"].contains(span.text) }
}

/// The rows of a table while they are read.
struct MarkdownTable {
    private var table = Table()
    private var rows: [[[Span]]] = []
    private var row: [[Span]] = []

    mutating func addCell(_ spans: [Span], isHeader: Bool, _ alignment: MarkdownElement.Alignment) {
        let cell = spans.trimmed(of: " \n").map { span in
            var span = span
            span.text = String(span.text.map { "\t\n".contains($0) ? " " : $0 })
            if isHeader { span.style.insert(.strong) }
            return span
        }
        let text = cell.map(\.text).joined()
        if table.columns.count == row.count {
            table.columns.append(Table.Column(label: "", alignment: Table.Alignment(alignment)))
        }
        if isHeader, rows.isEmpty {
            table.hasHeader = true
            table.columns[row.count].label = text
        }
        table.columns[row.count].width = max(table.columns[row.count].width, text.columns)
        row.append(cell)
    }

    mutating func endRow() {
        while row.last?.isEmpty == true { row.removeLast() }
        rows.append(row)
        row = []
    }

    /// The blocks, each hardly longer than a limit in bytes of UTF-8.
    mutating func blocks(of limit: Int) -> [(table: Table, spans: [Span])] {
        if !row.isEmpty { endRow() }
        var blocks: [(table: Table, spans: [Span])] = []
        var length = Int.max
        for row in rows {
            if length > limit {
                blocks.append((table, []))
                table.hasHeader = false
                length = 0
            }
            var spans = [Span(blocks[blocks.count - 1].spans.isEmpty ? "" : "\n")]
            for (column, cell) in row.enumerated() { spans += (column > 0 ? [Span("\t")] : []) + cell }
            blocks[blocks.count - 1].spans += spans
            length += spans.reduce(0) { $0 + $1.text.utf8.count }
        }
        return blocks
    }
}

extension Table.Alignment {
    fileprivate init(_ alignment: MarkdownElement.Alignment) {
        self =
            switch alignment {
            case .leading: .leading
            case .center: .center
            case .trailing: .trailing
            }
    }
}
