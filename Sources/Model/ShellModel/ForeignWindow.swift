// SPDX-License-Identifier: MIT

/// A window that belongs to no tab.
public struct ForeignWindow: Equatable, Sendable {
    public var appID: String
    public var title: String
    public var hasFocus: Bool

    public init(appID: String, title: String, hasFocus: Bool) {
        self.appID = appID
        self.title = title
        self.hasFocus = hasFocus
    }
}
