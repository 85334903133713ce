// SPDX-License-Identifier: MIT

/// A part of the state that is published as one value.
public enum Topic: String, Sendable, CaseIterable {
    /// The configured tabs, in order.
    case tabs
    case actions
    /// The look in force.
    case look
    /// Light or dark.
    case appearance
    /// The user's preferences for the display.
    case preferences
    /// The tab in front.
    case selection
    /// The most recent drag of the selection between two pages.
    case drag
    /// The most recent selection of the tab that was in front already, with an empty path.
    case reselect
    case badges
    case paths
    /// The windows that are pages of tabs.
    case windows
    case sheet
    case menu
    /// The minimized or expanded bar.
    case bar
    /// The most recent invocation of an action.
    case action
    /// The status of the panel, of the pages' programs, and of the bridge.
    case programs
    /// The errors of the configuration files.
    case configuration
    /// The accessibility tree of the screen. Programs describe it only while someone subscribes to it.
    case accessibility

    /// The topics of a state, and of a subscription that names none.
    public static let byDefault = allCases.filter { $0 != .accessibility }

    /// The order in which the events of one command are published: the content of a page comes before its selection.
    package static let publicationOrder: [Topic] = [
        .tabs, .actions, .look, .appearance, .preferences, .configuration, .programs, .badges, .paths, .windows, .sheet,
        .menu, .bar, .drag, .selection, .reselect, .action, .accessibility,
    ]
}

/// A topic's part of the state.
struct TopicValue: Sendable {
    /// Returns true if two states have the same value. It copies neither.
    let isEqual: @Sendable (ShellState, ShellState) -> Bool
    /// Copies the value of the second state to the first.
    let copy: @Sendable (inout ShellState, ShellState) -> Void
    /// Returns true unless the state is a replica that has not received the value yet.
    let isKnown: @Sendable (ShellState) -> Bool

    init(
        _ isEqual: @escaping @Sendable (ShellState, ShellState) -> Bool,
        _ copy: @escaping @Sendable (inout ShellState, ShellState) -> Void,
        isKnown: @escaping @Sendable (ShellState) -> Bool = { _ in true }
    ) {
        self.isEqual = isEqual
        self.copy = copy
        self.isKnown = isKnown
    }
}

extension Topic {
    /// The table of the topics' parts of the state. It has functions rather than key paths, which take twenty times as long.
    var value: TopicValue {
        switch self {
        case .tabs: .init({ $0.tabs == $1.tabs }, { $0.tabs = $1.tabs })
        case .actions: .init({ $0.actions == $1.actions }, { $0.actions = $1.actions })
        case .look:
            .init(
                { $0.lookStorage == $1.lookStorage }, { $0.lookStorage = $1.lookStorage },
                isKnown: { $0.lookStorage != nil })
        case .appearance: .init({ $0.appearance == $1.appearance }, { $0.appearance = $1.appearance })
        case .preferences: .init({ $0.preferences == $1.preferences }, { $0.preferences = $1.preferences })
        case .selection:
            .init(
                { $0.selection == $1.selection }, { $0.selection = $1.selection }, isKnown: { $0.selection != nil })
        case .drag: .init({ $0.drag == $1.drag }, { $0.drag = $1.drag })
        case .reselect: .init({ $0.reselect == $1.reselect }, { $0.reselect = $1.reselect })
        case .badges: .init({ $0.badges == $1.badges }, { $0.badges = $1.badges })
        case .paths: .init({ $0.paths == $1.paths }, { $0.paths = $1.paths })
        case .windows: .init({ $0.windows == $1.windows }, { $0.windows = $1.windows })
        case .sheet: .init({ $0.sheet == $1.sheet }, { $0.sheet = $1.sheet })
        case .menu: .init({ $0.menu == $1.menu }, { $0.menu = $1.menu })
        case .bar: .init({ $0.bar == $1.bar }, { $0.bar = $1.bar })
        case .action: .init({ $0.action == $1.action }, { $0.action = $1.action })
        case .programs: .init({ $0.programs == $1.programs }, { $0.programs = $1.programs })
        case .configuration: .init({ $0.configuration == $1.configuration }, { $0.configuration = $1.configuration })
        case .accessibility:
            .init(
                { $0.accessibilityStorage == $1.accessibilityStorage },
                { $0.accessibilityStorage = $1.accessibilityStorage })
        }
    }
}

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
    /// Returns the state as one event for each of the topics. Applied to an empty replica they reproduce the state.
    public func replicate(_ topics: [Topic] = Topic.allCases) -> [StateEvent] {
        let shared = Shared(self)
        return topics.filter { $0.value.isKnown(self) }.map { StateEvent(revision: revision, $0, of: shared) }
    }

    /// Applies an event to a replica. An event of the replica's own revision is valid, since a snapshot has several.
    ///
    /// - Throws: ``ReplicationError/staleRevision(event:replica:)``, and leaves the replica unchanged.
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
    /// The event is older than the replica.
    case staleRevision(event: UInt64, replica: UInt64)
}
