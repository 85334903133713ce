import Geometry
import ShellModel

/// A row of targets along the bar: their widths, and the gap between them. Lengths are logical pixels.
struct TabRow {
    private let widths: [Double]
    let spacing: Double

    /// - Parameter own: for each tab the width of its own, not shared with the others.
    init(_ row: RowStyle, _ own: [Double?], in width: Double) {
        (widths, spacing) = row.layout == .fixed ? Self.fixed(row, own, width) : (Self.equal(row, own, width), 0)
    }

    var length: Double { widths.reduce(0, +) + Double(max(widths.count - 1, 0)) * spacing }

    /// The centres of the targets in a row that begins at 0.
    var centers: [Double] { extents(from: 0).map { $0.start + $0.length / 2 } }

    /// The extents of the targets along the edge.
    func extents(from start: Double) -> [(start: Double, length: Double)] {
        var x = start
        return widths.map { width in
            defer { x += width + spacing }
            return (x, width)
        }
    }

    /// Centred on a wide bar. On a narrow one gaps and margins shrink, then targets to their minimum; then the row is scrolled.
    private static func fixed(_ row: RowStyle, _ own: [Double?], _ width: Double) -> ([Double], spacing: Double) {
        let widths = own.map { $0 ?? row.target }
        let gaps = 2 * row.margin + Double(widths.count - 1) * row.spacing
        let targets = widths.reduce(0, +)
        let available = width - targets
        let spacing = gaps > 0 ? row.spacing * (available / gaps).clamped : 0
        return (available >= 0 ? widths : widths.map { max($0 * width / targets, row.minimum) }, spacing)
    }

    /// Tabs share the free width. Margins shrink before a tab falls below its minimum; then the row scrolls to the selected tab.
    private static func equal(_ row: RowStyle, _ own: [Double?], _ width: Double) -> [Double] {
        let tabs = own.count { $0 == nil }
        guard tabs > 0 else { return own.compactMap(\.self) }
        let taken = own.reduce(0) { $0 + ($1 ?? 0) }
        let minimum = Double(tabs) * row.minimum
        let available = max(width - 2 * row.margin - taken, min(minimum, width - taken))
        let share = max(available / Double(tabs), row.minimum)
        return own.map { $0 ?? share }
    }
}
