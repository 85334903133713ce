/// A text that a client shows in a tab.
public struct ShownDocument: Equatable, Sendable {
    public enum Format: String, Sendable, CaseIterable {
        case markdown
        case text
    }

    /// The maximum length of a text, in bytes.
    public static let maximumBytes = 32 * 1024
    /// The maximum length of the texts of all tabs together, in bytes.
    public static let maximumBytesOfAll = 128 * 1024

    public var text: String
    public var format: Format

    public init(_ text: String, _ format: Format = .markdown) {
        self.text = text
        self.format = format
    }
}

/// The latest link followed in a shown document, with a count as in ``ActionInvocation``.
public struct FollowedLink: Equatable, Sendable {
    /// The tab of the document; nil before the first link.
    public var tab: TabID?
    /// The part of the link after `event:`.
    public var name: String?
    /// The number of links that were followed since the daemon started.
    public var count: UInt64
    /// CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64

    /// No link yet.
    public static let none = FollowedLink(tab: nil, name: nil, count: 0, acceptedAt: 0)

    public init(tab: TabID?, name: String?, count: UInt64, acceptedAt: UInt64) {
        self.tab = tab
        self.name = name
        self.count = count
        self.acceptedAt = acceptedAt
    }
}
