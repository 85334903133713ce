/// The keyboard interactivity that a bar requests while it has the focus, and the loss of that focus.
struct BarKeyboard: Equatable {
    enum Request: Equatable {
        case none
        /// The only mode that gives the bar the keyboard without a press.
        case exclusive
        /// The bar has the keyboard, and yields it to a window that the user presses.
        case shared
    }

    private var isWanted = false
    private var mayShare = false
    private var isHeld = false
    /// True if the shared keyboard has left the bar: a window has taken it, or the compositor, or our own page.
    private(set) var isLost = false

    var request: Request { !isWanted ? .none : isHeld && mayShare ? .shared : .exclusive }

    /// - Parameters:
    ///   - isWanted: true if the focus is in the bar.
    ///   - mayShare: false while a page or a menu wants the keyboard exclusively, which would take it from the bar.
    mutating func update(isWanted: Bool, mayShare: Bool) {
        (self.isWanted, self.mayShare) = (isWanted, mayShare)
        // It was returned; the compositor may report that after the bar has requested it again.
        if !isWanted { (isHeld, isLost) = (false, false) }
    }

    /// - Returns: true if the bar has lost a shared keyboard, which it does not request again by itself.
    mutating func focusChanged(_ isHeld: Bool) -> Bool {
        isLost = !isHeld && request == .shared
        if !isLost { self.isHeld = isHeld }
        return isLost
    }
}
