/// A configured action, triggered by a press. Only the daemon knows the program behind it; the socket
/// carries identifiers of actions and never a program.
public struct Action: Equatable, Sendable {
    public var id: ActionID
    /// The label beside its disc in a menu.
    public var title: String
    /// The name of a built-in icon, or the path of a file.
    public var icon: String
    /// The drawing of the icon; nil as for ``Tab/iconRendering``.
    public var iconRendering: IconRendering?

    public init(id: ActionID, title: String, icon: String, iconRendering: IconRendering? = nil) {
        self.id = id
        self.title = title
        self.icon = icon
        self.iconRendering = iconRendering
    }
}

/// The latest invocation of an action. A client that has seen a count has handled that invocation.
public struct ActionInvocation: Equatable, Sendable {
    /// Nil before the first invocation.
    public var action: ActionID?
    /// The number of invocations since the daemon started.
    public var count: UInt64
    /// CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public static let none = ActionInvocation(action: nil, count: 0, acceptedAt: 0)

    public init(action: ActionID?, count: UInt64, acceptedAt: UInt64) {
        self.action = action
        self.count = count
        self.acceptedAt = acceptedAt
    }
}
