// SPDX-License-Identifier: MIT

/// A part of the line of a node, see ``AccessibilityNode/lines(_:)``.
public enum AccessibilityWord: Equatable, Sendable {
    case role(AccessibilityRole)
    case value(String)
    case level(Int)
    case selected
    case expanded
    case collapsed
    case disabled
    case modal
    case place(Int, of: Int)
    case action(AccessibilityAction)
    /// Position and size, logical pixels.
    case bounds(String, String)

    /// The part in English, with the protocol's names of roles and actions.
    public var english: String {
        switch self {
        case .role(let role): role.rawValue
        case .value(let value): "value \"\(value)\""
        case .level(let level): "level \(level)"
        case .selected: "selected"
        case .expanded: "expanded"
        case .collapsed: "collapsed"
        case .disabled: "disabled"
        case .modal: "modal"
        case .place(let place, let count): "\(place) of \(count)"
        case .action(let action): action.rawValue
        case .bounds(let position, let size): "at \(position) \(size)"
        }
    }
}
