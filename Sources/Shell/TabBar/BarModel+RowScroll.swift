// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

/// The scrolling of a row of tabs that does not fit, until the next selection.
extension BarModel {
    /// Stops a moving row under a finger.
    ///
    /// - Returns: true if the row moved.
    public mutating func holdRow(at time: UInt64) -> Bool {
        guard motion.rowScroll?.isMoving(at: time) == true else { return false }
        motion.rowScroll?.hold(at: time)
        return true
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
        guard let look = leadingLook(on: screen), hasTabs,
            let row = layout(look, width: width, height: height).scrolledRow
        else { return false }
        var scroll = motion.rowScroll
        if scroll?.row != row {
            scroll = RowScroll(row, at: motion.rowPosition(at: time), isElastic: !isMotionReduced, time: time)
        }
        scroll?.drag(by: length, at: time)
        motion.rowScroll = scroll
        return true
    }

    /// Lets the row go on with the finger's velocity.
    ///
    /// - Returns: false if no finger has scrolled the row.
    public mutating func releaseRow(at time: UInt64) -> Bool {
        motion.rowScroll?.release(at: time)
        return motion.rowScroll != nil
    }

    /// Scrolls a row that does not fit to a tab, as to one that has the keyboard's focus.
    public mutating func scrollRow(to tab: TabID, at time: UInt64) {
        guard let position = position(of: tab) else { return }
        motion.scrollRow(to: position, from: time, with: timing(look?.motion[.indicator] ?? .immediate))
    }
}
