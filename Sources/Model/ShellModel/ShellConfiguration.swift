/// The configured part of the state: the tabs, the actions, the look and the programs.
public struct ShellConfiguration: Equatable, Sendable {
    public let tabs: [Tab]
    public private(set) var actions: [Action] = []
    public private(set) var look: Look
    /// True if the daemon runs the bridge to the screen readers of the desktop.
    public private(set) var hasBridge = false
    public private(set) var kiosk = KioskRules()
    /// Nil without a lock.
    public private(set) var lock: LockRules?

    /// Throws if identifiers repeat, an action is unknown, no tab has a page, or the number of tabs does not fit the look.
    public init(
        tabs: [Tab], actions: [Action] = [], look: Look, hasBridge: Bool = false, kiosk: KioskRules = KioskRules(),
        lock: LockRules? = nil
    ) throws(CommandError) {
        var tabIDs: Set<TabID> = []
        for tab in tabs where !tabIDs.insert(tab.id).inserted { throw .duplicateTab(tab.id) }
        guard tabs.contains(where: { $0.role == .page && !$0.isHidden }) else { throw .noTabs }
        var actionIDs: Set<ActionID> = []
        for action in actions where !actionIDs.insert(action.id).inserted { throw .duplicateAction(action.id) }
        for id in tabs.flatMap({ [$0.action].compactMap(\.self) + $0.menu }) where !actionIDs.contains(id) {
            throw .unknownAction(id, known: actions.map(\.id))
        }
        let count = tabs.count { !$0.isProminent && !$0.isHidden }
        if look.row.tabs > 0, count != look.row.tabs {
            throw .wrongTabCount(count, expected: look.row.tabs, look: look.name)
        }
        self.tabs = tabs
        self.actions = actions
        self.look = look
        self.hasBridge = hasBridge
        self.kiosk = kiosk
        self.lock = lock
    }

    /// Creates a configuration without the checks, for tabs known to be valid.
    public init(unchecked tabs: [Tab], look: Look) {
        self.tabs = tabs
        self.look = look
    }

    /// Returns the configuration with a direction in place of ``LayoutDirection/auto``.
    public func resolvingDirection(to direction: LayoutDirection) -> ShellConfiguration {
        var configuration = self
        if look.direction == .auto { configuration.look.direction = direction }
        return configuration
    }

    /// Returns the configuration with a lock that guards changes of the shell, in place of an unreadable one.
    public func lockingChanges() -> ShellConfiguration {
        var configuration = self
        configuration.lock = LockRules()
        return configuration
    }

    /// The tabs that can be in front.
    public var pages: [Tab] { tabs.filter { $0.role == .page } }

    /// The programs of the shell: the panel, a page for each tab that has one, and the bridge.
    public var programs: [Program] {
        [.panel] + tabs.filter { $0.role != .action }.map { .page($0.id) } + (hasBridge ? [.bridge] : [])
    }
}
