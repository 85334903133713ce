/// A client's text at the top of the screen. A later one replaces it.
public struct ShownMessage: Equatable, Sendable {
    /// The maximum length of a text, in bytes.
    public static let maximumBytes = 512

    public var text: String
    /// The tab that the message's button selects; nil without a button.
    public var tab: TabID?
    /// CLOCK_MONOTONIC, ns.
    public var acceptedAt: UInt64
    /// The end of the message: CLOCK_MONOTONIC, ns; nil: stays until closed.
    public var endsAt: UInt64?

    public init(_ text: String, tab: TabID? = nil, acceptedAt: UInt64, endsAt: UInt64? = nil) {
        self.text = text
        self.tab = tab
        self.acceptedAt = acceptedAt
        self.endsAt = endsAt
    }
}

extension StateTransaction {
    mutating func show(message text: String?, tab: TabID?, duration: UInt64?) throws(CommandError) {
        if let tab { _ = try find(tab) }
        state.message = text.map {
            ShownMessage($0, tab: tab, acceptedAt: time, endsAt: duration.map { end(after: $0) })
        }
    }
}
