// SPDX-License-Identifier: MIT

/// A change that the look assigns a transition to.
public enum MotionToken: String, Sendable, CaseIterable {
    /// Icons and titles of a tab that is selected or deselected.
    case select
    /// The indicator.
    case indicator
    /// A tab that is pressed.
    case press
    /// A tab that is released.
    case release
    /// A badge that appears, disappears or changes.
    case badge
    /// The prominent button while its sheet or menu opens or closes.
    case button
    case menuEnter = "menu_enter"
    case menuLeave = "menu_leave"
    case sheet
    /// From light to dark and back.
    case appearance
    /// The bar while it is minimised or expanded.
    case minimize
    /// Pages while the selection changes.
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
