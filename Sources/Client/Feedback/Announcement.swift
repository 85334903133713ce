// SPDX-License-Identifier: MIT

/// A text that is spoken.
public struct Announcement: Equatable, Sendable {
    /// The occasion, and its subject.
    public struct Kind: Equatable, Sendable {
        let priority: SpeechPriority
        let subject: String

        /// The consequence of something that the user has done. It takes the place of all that is being spoken.
        public static let answer = Kind(priority: .text, subject: "")

        /// A problem, which is spoken in any case. It takes the place of one about the same subject that waits.
        public static func problem(_ subject: String) -> Kind { Kind(priority: .message, subject: subject) }

        /// News, which are spoken when nothing else is. They take the place of those about the same subject that wait; empty ones
        /// only remove these.
        public static func news(_ subject: String) -> Kind { Kind(priority: .notification, subject: subject) }
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
