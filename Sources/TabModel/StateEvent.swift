// SPDX-License-Identifier: MIT

/// The new whole value of a topic. It is idempotent, and the newest one of a topic makes the older ones needless.
public struct StateEvent: Equatable, Sendable {
    public enum Value: Equatable, Sendable {
        case tabs([Tab])
        case look(Look)
        case selection(Selection)
        case reselect(Reselection)
        case programs([ProgramStatus])
    }

    /// The state's revision once the event is applied.
    public var revision: UInt64
    public var value: Value

    public init(revision: UInt64, value: Value) {
        self.revision = revision
        self.value = value
    }

    public var topic: Topic {
        switch value {
        case .tabs: .tabs
        case .look: .look
        case .selection: .selection
        case .reselect: .reselect
        case .programs: .programs
        }
    }
}
