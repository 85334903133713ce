import Glibc

/// A Markdown table.
struct Table {
    let title: String
    let columns: [String]
    private(set) var rows: [[String]] = []
    /// A note on the measurement, printed below the title.
    var note: String?

    init(_ title: String, _ columns: String..., note: String? = nil) {
        (self.title, self.columns, self.note) = (title, columns, note)
    }

    mutating func add(_ cells: String...) { rows.append(cells) }

    func show() {
        print("\n### \(title)\n")
        if let note { print("\(note)\n") }
        print("| \(columns.joined(separator: " | ")) |")
        print("|\(String(repeating: "---|", count: columns.count))")
        for row in rows { print("| \(row.joined(separator: " | ")) |") }
        // A pipe would buffer the table until the end.
        fflush(nil)
    }
}
