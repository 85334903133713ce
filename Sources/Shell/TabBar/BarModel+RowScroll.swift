// SPDX-License-Identifier: MIT
import BarGeometry
import Geometry
import ShellModel

/// The scrolling of a row of tabs that does not fit, until the next selection.
extension BarModel {
    /// True if the row is scrolled, and still moves after a time.
    public func isRowMoving(at time: UInt64) -> Bool { motion.rowScroll?.scroller.isMoving(at: time) == true }

    /// Stops a moving row under a finger.
    public mutating func holdRow(at time: UInt64) {
        if isRowMoving(at: time) { motion.rowScroll?.scroller.touchDown(now: time) }
    }

    /// True if the row does not fit. The parameters are those of ``scrollRow(by:width:height:screen:at:)``.
    public func canScrollRow(width: Double, height: Double = 0, screen: Size? = nil) -> Bool {
        scrolledRow(width, height, screen) != nil
    }

    private func scrolledRow(_ width: Double, _ height: Double, _ screen: Size?) -> ScrolledRow? {
        guard let look = leadingLook(on: screen), hasTabs else { return nil }
        return layout(look, width: width, height: height).scrolledRow
    }

    /// Scrolls the row by a finger.
    ///
    /// - Parameters:
    ///   - length: logical pixels; positive towards the trailing tabs, in a rail towards the lower ones.
    ///   - width: the surface's.
    ///   - height: the surface's, for a rail.
    ///   - screen: the size of the screen; nil if it is unknown.
    /// - Returns: false if the row fits.
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

    /// Lets the row go on with the finger's velocity.
    public mutating func releaseRow(at time: UInt64) { motion.rowScroll?.scroller.touchUp(now: time) }

    /// Scrolls a row that does not fit to a tab, as to one that has the keyboard's focus.
    public mutating func scrollRow(to tab: TabID, at time: UInt64) {
        guard let position = position(of: tab) else { return }
        motion.scrollRow(to: position, from: time, with: timing(look?.motion[.indicator] ?? .immediate))
    }
}
