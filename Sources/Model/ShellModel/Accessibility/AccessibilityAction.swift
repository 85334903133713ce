/// An action on a node, by the name that AccessKit's `Action` has in JSON.
public struct AccessibilityAction: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The press of a pointer or a finger.
    public static let click = Self(rawValue: "click")
    /// A long press, or a press of the right button.
    public static let showContextMenu = Self(rawValue: "showContextMenu")
    public static let focus = Self(rawValue: "focus")
}
