// SPDX-License-Identifier: MIT

/// The new whole value of a topic. It is idempotent, and the newest one of a topic makes the older ones needless.
public struct StateEvent: Equatable, Sendable {
    public enum Value: Equatable, Sendable {
        case tabs([Tab])
        case actions([Action])
        case look(Look)
        case appearance(AppearanceState)
        case selection(Selection)
        case reselect(Reselection)
        /// Tabs without a badge are not in it.
        case badges([TabID: Badge])
        /// Tabs at their root are not in it.
        case paths([TabID: [String]])
        /// Tabs whose window is not there are not in it.
        case windows([TabID: WindowState])
        case sheet(PresentedTab)
        case menu(PresentedTab)
        case bar(BarState)
        case action(ActionInvocation)
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
        case .actions: .actions
        case .look: .look
        case .appearance: .appearance
        case .selection: .selection
        case .reselect: .reselect
        case .badges: .badges
        case .paths: .paths
        case .windows: .windows
        case .sheet: .sheet
        case .menu: .menu
        case .bar: .bar
        case .action: .action
        case .programs: .programs
        }
    }
}
