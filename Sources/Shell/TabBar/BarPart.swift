public import Geometry
public import ShellModel

/// A part of a bar, a menu or a message that is pressed. Presses, hover, the regions that take input and the
/// accessibility tree all come from the parts of a scene.
public struct BarPart: Equatable, Sendable {
    /// The element that a press acts on.
    public enum Target: Hashable, Sendable {
        case tab(TabID)
        /// The minimized bar, which a touch expands.
        case expandBar
        case action(ActionID)
        /// Everything outside of the open menu's actions, including the button that opened it.
        case closeMenu
        /// The button that starts the program of a page again.
        case retry
        /// The button that opens the file with the errors of the notice.
        case openConfiguration
        case closeNotice
        /// The button that leads to the tab of a client's message.
        case openMessage
        case closeMessage
        case pad(PinPad.Key)

        /// The identifier of the part in the accessibility tree.
        public var id: String {
            switch self {
            case .tab(let tab): "tab/\(tab)"
            case .expandBar: "expand"
            case .action(let action): "action/\(action)"
            case .closeMenu: "close"
            case .retry: "retry"
            case .openConfiguration: "open-configuration"
            case .closeNotice: "close-notice"
            case .openMessage: "open-message"
            case .closeMessage: "close-message"
            case .pad(.digit(let digit)): "pad/\(digit)"
            case .pad(.erase): "pad/delete"
            case .pad(.enter): "pad/ok"
            case .pad(.close): "pad/close"
            }
        }
    }

    public var target: Target
    /// The part in words; one without a name is not described.
    public var node: AccessibilityNode
    /// The bounds, in logical pixels of the surface.
    public var rect: Rect
    /// True if only the circle in `rect` is pressed. Round parts are above others.
    public var isRound: Bool

    public init(
        _ target: Target, in rect: Rect, isRound: Bool = false, _ role: AccessibilityRole = .button,
        _ label: String = "", value: String? = nil, description: String? = nil
    ) {
        (self.target, self.rect, self.isRound) = (target, rect, isRound)
        node = AccessibilityNode(
            role, label, id: target.id, value: value, description: description, actions: [.click])
    }

    public var tab: TabID? {
        if case .tab(let tab) = target { tab } else { nil }
    }

    var placedNode: AccessibilityNode {
        var node = node
        node.bounds = rect
        return node
    }

    /// True if a touch at a point is on the part, or at most `tolerance` logical pixels beside it.
    public func contains(_ point: Point, tolerance: Double = 0) -> Bool {
        guard isRound else { return rect.inset(by: -tolerance).contains(point) }
        let (x, y) = (point.x - rect.center.x, point.y - rect.center.y)
        let radius = rect.width / 2 + tolerance
        return x * x + y * y <= radius * radius
    }
}
