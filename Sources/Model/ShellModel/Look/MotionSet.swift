// SPDX-License-Identifier: MIT

/// What moves, and is given a motion by the look.
public enum MotionToken: String, Sendable, CaseIterable {
    /// Icons and titles as their tab is selected or left.
    case select
    /// The indicator.
    case indicator
    /// A tab under a finger, and the tab when the finger is lifted.
    case press
    case release
    /// A badge that comes, goes or changes.
    case badge
    /// The prominent button as its sheet or menu opens or closes.
    case button
    case menuEnter = "menu_enter"
    case menuLeave = "menu_leave"
    case sheet
    /// From light to dark and back.
    case appearance
    /// The bar as it folds and unfolds.
    case minimize
    /// Pages as they take turns.
    case page
}

/// How each thing of a look moves.
public struct MotionSet: Equatable, Sendable {
    private var transitions: [MotionToken: Transition]

    /// - Parameter transitions: a token that is missing changes at once.
    public init(_ transitions: [MotionToken: Transition]) {
        self.transitions = transitions.filter { $0.value != .immediate }
    }

    public subscript(token: MotionToken) -> Transition {
        get { transitions[token] ?? .immediate }
        // One that is immediate is left out, so that equal motions are equal however they were made.
        set { transitions[token] = newValue == .immediate ? nil : newValue }
    }
}
