// SPDX-License-Identifier: MIT
import Motion

/// The scrolling of a row of tabs by a finger: the row follows it, goes on with its velocity, and stretches at the ends.
/// Times are CLOCK_MONOTONIC, ns.
struct RowScroll: Equatable, Sendable {
    var scroller = Scroller()
    let row: ScrolledRow

    /// - Parameters:
    ///   - position: the index of the row in the middle of the bar.
    ///   - isElastic: false for a user who prefers reduced motion.
    init(_ row: ScrolledRow, at position: Double, isElastic: Bool, time: UInt64) {
        self.row = row
        scroller.isElastic = isElastic
        scroller.resize(content: row.length, window: row.width, now: time)
        scroller.scroll(by: row.offset(at: position), now: time, animated: false)
    }

    /// The index of the row in the middle of the bar at a time.
    func position(at time: UInt64) -> Double { row.position(at: scroller.position(at: time)) }

    /// The length by which the row is pulled beyond its leading (negative) or trailing end at a time, logical px.
    func overscroll(at time: UInt64) -> Double { scroller.offset(at: time) - scroller.position(at: time) }
}

/// The geometry of a row of tabs that is wider than its bar, along the row. A position is an index of the row, or between
/// two; an offset is the length in logical pixels that lies before the bar's leading or upper edge.
struct ScrolledRow: Equatable, Sendable {
    /// The centres of the tabs, from the row's leading end; at least one.
    let centers: [Double]
    /// The length of the row, and that of the part which is visible.
    let length: Double
    let width: Double

    /// The offset at which the row's trailing end is visible.
    var maximum: Double { max(length - width, 0) }

    /// The offset that has a position in the middle, unless the row ends before.
    func offset(at position: Double) -> Double {
        min(max(center(at: position) - width / 2, 0), maximum)
    }

    /// The position in the middle at an offset; the inverse of ``offset(at:)``.
    func position(at offset: Double) -> Double {
        let middle = offset + width / 2
        guard let next = centers.firstIndex(where: { $0 > middle }) else { return Double(centers.count - 1) }
        guard next > 0 else { return 0 }
        return Double(next - 1) + (middle - centers[next - 1]) / (centers[next] - centers[next - 1])
    }

    /// The place of a position, from the row's leading end; that between two tabs is between their centres.
    private func center(at position: Double) -> Double {
        let limited = min(max(position, 0), Double(centers.count - 1))
        let index = Int(limited)
        guard index + 1 < centers.count else { return centers[index] }
        return centers[index] + (centers[index + 1] - centers[index]) * (limited - Double(index))
    }
}
