/// The choice of windows to maximize, so that a tab's window fills the area beside the bar.
///
/// A window is maximized when it opens and when its tab is selected. In between it stays as the user leaves it; what
/// the compositor undoes when another window gets the focus, it gets back with the focus.
struct WindowMaximizer {
    private enum State: Equatable {
        /// It was maximized before, or the user has undone it.
        case seen
        case requested
        /// The compositor has said so.
        case maximized
        /// It no longer is, but still has the focus: the user has undone it unless the focus leaves it, too.
        case undone(at: UInt64)
        case lost
    }

    private var states: [Int64: State] = [:]

    mutating func remove(_ window: Int64) { states[window] = nil }

    /// Returns true to maximize a window that is not a child of another one, false to undo it, nil to leave it.
    mutating func update(
        _ window: WindowFacts, fills: Bool, isSelected: Bool, isInFront: Bool, at now: UInt64
    ) -> Bool? {
        guard fills, !window.appID.isEmpty else {
            let before = states.removeValue(forKey: window.id)
            return before == nil || before == .seen ? nil : false
        }
        let state = states[window.id]
        switch (state, window.isMaximized) {
        case (nil, _): states[window.id] = .seen
        case (.maximized, false): states[window.id] = window.isActivated ? .undone(at: now) : .lost
        case (.undone(let time), false) where !window.isActivated:
            states[window.id] = now < time + WindowFront.persistence ? .lost : .seen
        case (.requested, true), (.undone, true), (.lost, true): states[window.id] = .maximized
        default: break
        }
        let returns = state == .lost && isInFront && window.isActivated
        guard state == nil || isSelected || returns, !window.isMaximized, !window.isFullscreen else { return nil }
        states[window.id] = .requested
        return true
    }
}
