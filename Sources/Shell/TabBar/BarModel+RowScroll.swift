import BarGeometry
import Geometry
import Motion
import ShellModel

/// The scrolling of a row of tabs that does not fit, until the next selection.
extension BarModel {
    /// True if the row is scrolled, and still moves after a time.
    public func isRowMoving(at time: UInt64) -> Bool { motion.rowScroll?.scroller.isMoving(at: time) == true }

    /// Stops a moving row under a finger.
    public mutating func holdRow(at time: UInt64) {
        if isRowMoving(at: time) { motion.rowScroll?.scroller.touchDown(now: time) }
    }

    /// True if the row does not fit.
    public func canScrollRow(width: Double, height: Double = 0, screen: Size? = nil) -> Bool {
        scrolledRow(width, height, screen) != nil
    }

    private func scrolledRow(_ width: Double, _ height: Double, _ screen: Size?) -> ScrolledRow? {
        guard let look = leadingLook(on: screen), hasTabs else { return nil }
        return layout(look, width: width, height: height).scrolledRow
    }

    /// Scrolls the row by logical pixels towards the trailing or the lower tabs; false if it fits.
    public mutating func scrollRow(
        by length: Double, width: Double, height: Double = 0, screen: Size? = nil, at time: UInt64
    ) -> Bool {
        guard let row = scrolledRow(width, height, screen) else { return false }
        var scroll = motion.rowScroll
        if scroll?.row != row {
            scroll = RowScroll(row, at: motion.rowPosition(at: time), isElastic: !isMotionReduced, time: time)
        }
        scroll?.scroller.drag(by: length, now: time)
        motion.rowScroll = scroll
        return true
    }

    /// Continues the row with the finger's velocity.
    public mutating func releaseRow(at time: UInt64) { motion.rowScroll?.scroller.touchUp(now: time) }

    /// Scrolls a row that does not fit to a tab, such as the one with the keyboard focus.
    public mutating func scrollRow(to tab: TabID, at time: UInt64) {
        guard let position = position(of: tab) else { return }
        motion.scrollRow(to: position, from: time, with: timing(.indicator))
    }
}

/// The scrolling of a row by a finger: it follows, continues with the velocity, and stretches at the ends. CLOCK_MONOTONIC, ns.
struct RowScroll: Equatable, Sendable {
    var scroller = Scroller()
    let row: ScrolledRow

    init(_ row: ScrolledRow, at position: Double, isElastic: Bool, time: UInt64) {
        self.row = row
        scroller.isElastic = isElastic
        scroller.resize(content: row.length, window: row.width, now: time)
        scroller.scroll(by: row.offset(at: position), now: time, animated: false)
    }

    /// The index of the row in the middle of the bar.
    func position(at time: UInt64) -> Double { row.position(at: scroller.position(at: time)) }

    /// The length by which the row is pulled beyond its leading (negative) or trailing end, logical px.
    func overscroll(at time: UInt64) -> Double { scroller.offset(at: time) - scroller.position(at: time) }
}
