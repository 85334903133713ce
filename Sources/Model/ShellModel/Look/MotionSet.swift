/// A change that the look assigns a transition to.
public enum MotionToken: String, Sendable, CaseIterable {
    case select
    case bounce
    case indicator
    case press
    case release
    case badge
    case button
    case menuEnter = "menu_enter"
    case menuLeave = "menu_leave"
    case sheet
    case appearance
    case minimize
    case page
}

/// The transitions of a look.
public struct MotionSet: Equatable, Sendable {
    private var transitions: [MotionToken: Transition]

    /// - Parameter transitions: a missing token has an immediate transition.
    public init(_ transitions: [MotionToken: Transition]) {
        self.transitions = transitions.filter { $0.value != .immediate }
    }

    public subscript(token: MotionToken) -> Transition {
        get { transitions[token] ?? .immediate }
        // An immediate transition is removed, so that equal sets compare equal.
        set { transitions[token] = newValue == .immediate ? nil : newValue }
    }
}
