// SPDX-License-Identifier: MIT
import Motion

/// The scrolling of a row of tabs by a finger: the row follows it, goes on with its velocity, and stretches at the ends.
/// Times are CLOCK_MONOTONIC, ns.
struct RowScroll: Equatable, Sendable {
    private var scroller = Scroller()
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

    /// True if the row moves on after a time without a finger.
    func isMoving(at time: UInt64) -> Bool { scroller.isMoving(at: time) }

    /// Stops the row under a finger.
    mutating func hold(at time: UInt64) { scroller.touchDown(now: time) }

    /// Follows a finger by a length in logical pixels, positive towards the trailing tabs.
    mutating func drag(by length: Double, at time: UInt64) { scroller.drag(by: length, now: time) }

    /// Lets the row go on with the finger's velocity.
    mutating func release(at time: UInt64) { scroller.touchUp(now: time) }
}
