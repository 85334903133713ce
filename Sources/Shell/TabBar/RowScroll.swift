// SPDX-License-Identifier: MIT
import BarGeometry
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
