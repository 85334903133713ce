// SPDX-License-Identifier: MIT

/// The keyboard of the bar while it has the focus: which interactivity it asks for, and when the focus has gone.
struct BarKeyboard: Equatable {
    enum Request: Equatable {
        case none
        /// The keyboard is taken: only by this is the bar given it without a press.
        case exclusive
        /// The bar has the keyboard, and gives it to a window that the user presses.
        case shared
    }

    private var isWanted = false
    private var mayShare = false
    private var isHeld = false

    var request: Request { !isWanted ? .none : isHeld && mayShare ? .shared : .exclusive }

    /// Applies the state of the shell.
    ///
    /// - Parameters:
    ///   - isWanted: true if the focus is in the bar.
    ///   - mayShare: false while a page or a menu wants the keyboard exclusively, which would take it from the bar.
    mutating func update(isWanted: Bool, mayShare: Bool) {
        (self.isWanted, self.mayShare) = (isWanted, mayShare)
        // It is given back; the compositor may report that after the bar has asked for it again.
        if !isWanted { isHeld = false }
    }

    /// Applies a change of the keyboard focus.
    ///
    /// - Returns: true if another window has taken a shared keyboard, so that the focus leaves the bar.
    mutating func focusChanged(_ isHeld: Bool) -> Bool {
        defer { self.isHeld = isHeld }
        return !isHeld && request == .shared
    }
}
