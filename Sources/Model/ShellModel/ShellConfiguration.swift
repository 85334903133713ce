// SPDX-License-Identifier: MIT

/// What the configuration gives to the state: the tabs, the actions and the look.
public struct ShellConfiguration: Equatable, Sendable {
    public let tabs: [Tab]
    public let actions: [Action]
    public let look: Look

    /// - Throws: ``Refusal`` for tabs that no bar can be made of.
    public init(tabs: [Tab], actions: [Action] = [], look: Look) throws(CommandError) {
        var seen: Set<TabID> = []
        for tab in tabs where !seen.insert(tab.id).inserted { throw .duplicateTab(tab.id) }
        guard tabs.contains(where: { $0.role == .page }) else { throw .noTabs }
        var names: Set<ActionID> = []
        for action in actions where !names.insert(action.id).inserted { throw .duplicateAction(action.id) }
        for name in tabs.flatMap({ [$0.action].compactMap(\.self) + $0.menu }) where !names.contains(name) {
            throw .unknownAction(name, known: actions.map(\.id))
        }
        let count = tabs.count { !$0.isProminent }
        if look.row.tabs > 0, count != look.row.tabs {
            throw .wrongTabCount(count, expected: look.row.tabs, look: look.name)
        }
        self.tabs = tabs
        self.actions = actions
        self.look = look
    }

    /// What was checked when tabshell was built, by a test.
    public init(known tabs: [Tab], look: Look) {
        self.tabs = tabs
        actions = []
        self.look = look
    }

    /// The tabs that can be in front.
    public var pages: [Tab] { tabs.filter { $0.role == .page } }

    /// The programs of the shell: the panel, and a page for each tab that has one.
    public var programs: [Program] {
        [.panel] + tabs.filter { $0.role != .action }.map { .page($0.id) }
    }
}
