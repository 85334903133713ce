/// The choice of windows to maximize, so that a tab's window fills the area beside the bar.
///
/// A window is maximized when it opens and when its tab is selected. In between it stays as the user leaves it.
struct WindowMaximizer {
    private enum State {
        /// It was maximized before, or the user has undone it.
        case seen
        case requested
        /// The compositor has said so.
        case maximized
    }

    private var states: [Int64: State] = [:]

    mutating func remove(_ window: Int64) { states[window] = nil }

    /// Returns true to maximize a window that is not a child of another one, false to undo it, nil to leave it.
    mutating func update(_ window: WindowFacts, fills: Bool, isSelected: Bool) -> Bool? {
        guard fills, !window.appID.isEmpty else {
            let before = states.removeValue(forKey: window.id)
            return before == nil || before == .seen ? nil : false
        }
        let state = states[window.id]
        switch (state, window.isMaximized) {
        case (.maximized, false), (nil, _): states[window.id] = .seen
        case (.requested, true): states[window.id] = .maximized
        default: break
        }
        guard state == nil || isSelected, !window.isMaximized, !window.isFullscreen else { return nil }
        states[window.id] = .requested
        return true
    }
}
