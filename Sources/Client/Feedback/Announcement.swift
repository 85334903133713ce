public struct Announcement: Equatable, Sendable {
    /// The occasion, and its subject.
    public struct Kind: Equatable, Sendable {
        let priority: SpeechPriority
        let subject: String

        /// The result of a user's action. It replaces everything that is being spoken.
        public static let answer = Kind(priority: .text, subject: "")

        /// A problem, which is spoken in any case. It replaces a waiting one about the same subject.
        public static func problem(_ subject: String) -> Kind { Kind(priority: .message, subject: subject) }

        /// News, spoken when nothing else is. They replace waiting ones about the same subject; empty news only remove those.
        public static func news(_ subject: String) -> Kind { Kind(priority: .notification, subject: subject) }
    }

    public var kind: Kind
    public var text: String
    /// The identifier of the node whose hint follows after a pause, if any.
    public var hintedNode: String?

    public init(_ kind: Kind, _ text: String, hintedNode: String? = nil) {
        self.kind = kind
        self.text = text
        self.hintedNode = hintedNode
    }
}
