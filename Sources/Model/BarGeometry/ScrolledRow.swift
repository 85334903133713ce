/// The geometry of a row of tabs that is wider than its bar, along the row. A position is an index of the row, or
/// between two; an offset is the length in logical pixels that lies before the bar's leading or upper edge.
package struct ScrolledRow: Equatable, Sendable {
    /// The centres of the tabs, from the row's leading end; at least one.
    package let centers: [Double]
    /// The length of the row, and of its visible part.
    package let length: Double
    package let width: Double

    /// The offset at which the row's trailing end is visible.
    var maximum: Double { max(length - width, 0) }

    /// The offset that has a position in the middle, unless the row ends before.
    package func offset(at position: Double) -> Double {
        min(max(center(at: position) - width / 2, 0), maximum)
    }

    /// The position in the middle at an offset; the inverse of ``offset(at:)``.
    package func position(at offset: Double) -> Double {
        let middle = offset + width / 2
        guard let next = centers.firstIndex(where: { $0 > middle }) else { return Double(centers.count - 1) }
        guard next > 0 else { return 0 }
        return Double(next - 1) + (middle - centers[next - 1]) / (centers[next] - centers[next - 1])
    }

    /// The place of a position, from the row's leading end; a position between two tabs is between their centres.
    private func center(at position: Double) -> Double {
        let limited = min(max(position, 0), Double(centers.count - 1))
        let index = Int(limited)
        guard index + 1 < centers.count else { return centers[index] }
        return centers[index] + (centers[index + 1] - centers[index]) * (limited - Double(index))
    }
}
