// SPDX-License-Identifier: MIT

/// A change that the look assigns a transition to.
public enum MotionToken: String, Sendable, CaseIterable {
    case select
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

    /// The meaning in one sentence.
    var summary: String {
        switch self {
        case .select: "Icons and titles of a tab that is selected or deselected."
        case .indicator: "The indicator."
        case .press: "A tab that is pressed."
        case .release: "A tab that is released."
        case .badge: "A badge that appears, disappears or changes."
        case .button: "The prominent button while its sheet or menu opens or closes."
        case .menuEnter: "An action of a menu that opens."
        case .menuLeave: "An action of a menu that closes."
        case .sheet: "A sheet."
        case .appearance: "The colours while the appearance changes."
        case .minimize: "The bar while it is minimized or expanded."
        case .page: "The pages while the selection changes."
        }
    }
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
