/// A window that belongs to no tab.
public struct ForeignWindow: Equatable, Sendable {
    public var appID: String
    public var title: String
    public var hasFocus: Bool
    /// Its process; nil if the compositor does not report it.
    public var pid: Int32?
    /// The time at which it appeared, CLOCK_MONOTONIC in ns; nil if it existed before the panel.
    public var openedAt: UInt64?

    public init(appID: String, title: String, hasFocus: Bool, pid: Int32? = nil, openedAt: UInt64? = nil) {
        self.appID = appID
        self.title = title
        self.hasFocus = hasFocus
        self.pid = pid
        self.openedAt = openedAt
    }
}
