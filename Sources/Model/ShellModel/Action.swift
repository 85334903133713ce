// SPDX-License-Identifier: MIT

/// Something that can be done at a press, as the configuration describes it. Which program does it is the daemon's
/// secret: the socket names actions, never programs.
public struct Action: Equatable, Sendable {
    public var id: ActionID
    /// What stands beside its disc in a menu.
    public var title: String
    /// A built-in icon's name or a file's path.
    public var icon: String

    public init(id: ActionID, title: String, icon: String) {
        self.id = id
        self.title = title
        self.icon = icon
    }
}

/// The name of an action.
public struct ActionID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        rawValue = value
    }

    public var description: String { rawValue }
}

/// The last action that was asked for. The count makes the event idempotent: one who has seen the count has acted on it.
public struct ActionInvocation: Equatable, Sendable {
    public var action: ActionID?
    public var count: UInt64
    /// CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    public static let never = ActionInvocation(action: nil, count: 0, acceptedAt: 0)

    public init(action: ActionID?, count: UInt64, acceptedAt: UInt64) {
        self.action = action
        self.count = count
        self.acceptedAt = acceptedAt
    }
}
