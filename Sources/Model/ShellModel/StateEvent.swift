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
    static let publicationOrder: [Topic] = [
        .tabs, .actions, .look, .appearance, .preferences, .configuration, .programs, .badges, .paths, .windows, .sheet,
        .menu, .bar, .drag, .selection, .reselect, .action, .accessibility,
    ]
}

/// The new value of a topic. It is complete and idempotent: the latest event of a topic supersedes the earlier ones.
public struct StateEvent: Equatable, Sendable {
    public enum Value: Equatable, Sendable {
        case tabs([Tab])
        case actions([Action])
        /// Indirect: it is many times as large as the others, and each copy of an event would be.
        indirect case look(Look)
        case appearance(AppearanceState)
        case preferences(Preferences)
        case selection(Selection)
        /// Nil before the first one.
        case drag(SelectionDrag?)
        case reselect(Reselection)
        /// A tab without a badge is absent.
        case badges([TabID: Badge])
        /// A tab at its root is absent.
        case paths([TabID: [String]])
        /// A tab without a window at the moment is absent.
        case windows([TabID: WindowState])
        case sheet(PresentedTab)
        case menu(PresentedTab)
        case bar(BarState)
        case action(ActionInvocation)
        case programs([ProgramStatus])
        case configuration(ConfigurationStatus)
        /// Nil until the programs have described what they show.
        case accessibility(AccessibilityNode?)
    }

    /// The revision of the state after the event.
    public var revision: UInt64
    public var value: Value

    public init(revision: UInt64, value: Value) {
        self.revision = revision
        self.value = value
    }

    public var topic: Topic {
        switch value {
        case .tabs: .tabs
        case .actions: .actions
        case .look: .look
        case .appearance: .appearance
        case .preferences: .preferences
        case .selection: .selection
        case .drag: .drag
        case .reselect: .reselect
        case .badges: .badges
        case .paths: .paths
        case .windows: .windows
        case .sheet: .sheet
        case .menu: .menu
        case .bar: .bar
        case .action: .action
        case .programs: .programs
        case .configuration: .configuration
        case .accessibility: .accessibility
        }
    }
}

extension ShellState {
    /// Returns the value of a topic; nil if a replica has not received it yet.
    func value(of topic: Topic) -> StateEvent.Value? {
        switch topic {
        case .tabs: .tabs(tabs)
        case .actions: .actions(actions)
        case .look: look.map { .look($0) }
        case .appearance: .appearance(appearance)
        case .preferences: .preferences(preferences)
        case .selection: selection.map { .selection($0) }
        case .drag: .drag(drag)
        case .reselect: .reselect(reselect)
        case .badges: .badges(badges)
        case .paths: .paths(paths)
        case .windows: .windows(windows)
        case .sheet: .sheet(sheet)
        case .menu: .menu(menu)
        case .bar: .bar(bar)
        case .action: .action(action)
        case .programs: .programs(programs)
        case .configuration: .configuration(configuration)
        case .accessibility: .accessibility(accessibility)
        }
    }

    /// Returns true if a topic has the same value in another state. It copies neither, as the values of a topic would be.
    func hasValue(of topic: Topic, in other: ShellState) -> Bool {
        switch topic {
        case .tabs: tabs == other.tabs
        case .actions: actions == other.actions
        case .look: lookStorage == other.lookStorage
        case .appearance: appearance == other.appearance
        case .preferences: preferences == other.preferences
        case .selection: selection == other.selection
        case .drag: drag == other.drag
        case .reselect: reselect == other.reselect
        case .badges: badges == other.badges
        case .paths: paths == other.paths
        case .windows: windows == other.windows
        case .sheet: sheet == other.sheet
        case .menu: menu == other.menu
        case .bar: bar == other.bar
        case .action: action == other.action
        case .programs: programs == other.programs
        case .configuration: configuration == other.configuration
        case .accessibility: accessibility == other.accessibility
        }
    }

    private mutating func set(_ value: StateEvent.Value) {
        switch value {
        case .tabs(let tabs): self.tabs = tabs
        case .actions(let actions): self.actions = actions
        case .look(let look): self.look = look
        case .appearance(let appearance): self.appearance = appearance
        case .preferences(let preferences): self.preferences = preferences
        case .selection(let selection): self.selection = selection
        case .drag(let drag): self.drag = drag
        case .reselect(let reselect): self.reselect = reselect
        case .badges(let badges): self.badges = badges
        case .paths(let paths): self.paths = paths
        case .windows(let windows): self.windows = windows
        case .sheet(let sheet): self.sheet = sheet
        case .menu(let menu): self.menu = menu
        case .bar(let bar): self.bar = bar
        case .action(let action): self.action = action
        case .programs(let programs): self.programs = programs
        case .configuration(let configuration): self.configuration = configuration
        case .accessibility(let tree): accessibility = tree
        }
    }
}

extension ShellState {
    /// Returns the state as one event for each of the topics. Applied to an empty replica they reproduce the state.
    public func replicate(_ topics: [Topic] = Topic.allCases) -> [StateEvent] {
        topics.compactMap { topic in
            value(of: topic).map { StateEvent(revision: revision, value: $0) }
        }
    }

    /// Applies an event to a replica. An event of the replica's own revision is valid, since a snapshot has several.
    ///
    /// - Throws: ``ReplicationError/staleRevision(event:replica:)``, and leaves the replica unchanged.
    public mutating func apply(_ event: StateEvent) throws(ReplicationError) {
        guard event.revision >= revision else {
            throw .staleRevision(event: event.revision, replica: revision)
        }
        revision = event.revision
        set(event.value)
    }
}

/// The reason why an event cannot be applied to a replica.
public enum ReplicationError: Error, Equatable, Sendable {
    /// The event is older than the replica.
    case staleRevision(event: UInt64, replica: UInt64)
}
