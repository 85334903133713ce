// SPDX-License-Identifier: MIT

/// Why an event could not be applied to a replica.
public enum ReplicationError: Error, Equatable, Sendable {
    /// The event is older than the replica.
    case staleRevision(event: UInt64, replica: UInt64)
}

extension ShellState {
    /// The state as events, one for each topic asked for. Applied to an empty replica they give this state.
    public func replicate(_ topics: [Topic] = Topic.allCases) -> [StateEvent] {
        topics.compactMap { topic in
            value(of: topic).map { StateEvent(revision: revision, value: $0) }
        }
    }

    /// Brings a replica up to an event. An event of the replica's own revision is legal: a snapshot has several.
    ///
    /// - Throws: ``ReplicationError/staleRevision(event:replica:)``; the replica is as it was.
    public mutating func apply(_ event: StateEvent) throws(ReplicationError) {
        guard event.revision >= revision else {
            throw .staleRevision(event: event.revision, replica: revision)
        }
        revision = event.revision
        switch event.value {
        case .tabs(let tabs): self.tabs = tabs
        case .actions(let actions): self.actions = actions
        case .look(let look): self.look = look
        case .appearance(let appearance): self.appearance = appearance
        case .selection(let selection): self.selection = selection
        case .reselect(let reselect): self.reselect = reselect
        case .badges(let badges): self.badges = badges
        case .paths(let paths): self.paths = paths
        case .windows(let windows): self.windows = windows
        case .sheet(let sheet): self.sheet = sheet
        case .menu(let menu): self.menu = menu
        case .bar(let bar): self.bar = bar
        case .action(let action): self.action = action
        case .programs(let programs): self.programs = programs
        }
    }

    /// Nil for what a replica has not heard yet.
    func value(of topic: Topic) -> StateEvent.Value? {
        switch topic {
        case .tabs: .tabs(tabs)
        case .actions: .actions(actions)
        case .look: look.map { .look($0) }
        case .appearance: .appearance(appearance)
        case .selection: selection.map { .selection($0) }
        case .reselect: .reselect(reselect)
        case .badges: .badges(badges)
        case .paths: .paths(paths)
        case .windows: .windows(windows)
        case .sheet: .sheet(sheet)
        case .menu: .menu(menu)
        case .bar: .bar(bar)
        case .action: .action(action)
        case .programs: .programs(programs)
        }
    }
}
