// SPDX-License-Identifier: MIT

/// A text that is spoken.
public struct Announcement: Equatable, Sendable {
    /// The occasion.
    public enum Kind: Equatable, Sendable {
        /// The consequence of something that the user has done. It takes the place of all that is being spoken.
        case answer
        /// A problem, which is spoken in any case. It takes the place of one about the same subject that waits.
        case problem(String)
        /// News, which are spoken when nothing else is. They take the place of those about the same subject that wait; empty ones
        /// only remove these.
        case news(String)
    }

    public var kind: Kind
    public var text: String
    /// The identifier of the node whose hint follows after a pause; nil for none.
    public var hintedNode: String?

    public init(_ kind: Kind, _ text: String, hintedNode: String? = nil) {
        self.kind = kind
        self.text = text
        self.hintedNode = hintedNode
    }
}
