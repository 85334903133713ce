/// The new value of a topic. It is complete and idempotent: the latest event of a topic supersedes the earlier ones.
public struct StateEvent: Equatable, Sendable {
    /// The revision of the state after the event.
    public var revision: UInt64
    public let topic: Topic
    /// A state in which the topic has its new value. Its other topics do not count.
    public var state: ShellState { shared.value }
    private let shared: Shared<ShellState>

    package init(revision: UInt64, _ topic: Topic, of state: ShellState) {
        self.init(revision: revision, topic, of: Shared(state))
    }

    /// - Parameter state: the state, which the events of a change share.
    init(revision: UInt64, _ topic: Topic, of state: Shared<ShellState>) {
        self.revision = revision
        self.topic = topic
        shared = state
    }

    public static func == (one: StateEvent, other: StateEvent) -> Bool {
        one.revision == other.revision && one.topic == other.topic
            && one.topic.value.isEqual(one.shared.value, other.shared.value)
    }
}

extension ShellState {
    /// Returns the state as an event for each topic. Applied to an empty replica they reproduce the state.
    public func replicate(_ topics: [Topic] = Topic.allCases) -> [StateEvent] {
        let shared = Shared(self)
        return topics.filter { $0.isKnown(in: self) }.map { StateEvent(revision: revision, $0, of: shared) }
    }

    /// Applies an event to a replica. An event of the replica's own revision is valid, since a snapshot has several. An
    /// error leaves the replica unchanged.
    public mutating func apply(_ event: StateEvent) throws(ReplicationError) {
        guard event.revision >= revision else {
            throw .staleRevision(event: event.revision, replica: revision)
        }
        revision = event.revision
        event.topic.value.copy(&self, event.state)
    }
}

/// The reason why an event cannot be applied to a replica.
public enum ReplicationError: Error, Equatable, Sendable {
    case staleRevision(event: UInt64, replica: UInt64)
}
