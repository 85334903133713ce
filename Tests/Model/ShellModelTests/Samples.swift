// SPDX-License-Identifier: MIT

import ShellModel

enum Sample {
    static let ring = Action(id: "ring", title: "Ring", icon: "bell")
    static let sing = Action(id: "sing", title: "Sing", icon: "note")

    /// Three pages, and a tab of each other role.
    static let tabs: [Tab] = [
        tab("a"), tab("b", routes: ["day", "day/*/edit", "night"]), tab("c"), tab("find", role: .search),
        tab("new", role: .compose, isProminent: true), tab("bell", role: .action, action: "ring"),
        tab("fan", role: .action, menu: ["ring", "sing"]), tab("idle", role: .action),
    ]

    /// The default look with a bar that folds.
    static let folding: Look = {
        var look = Look()
        look.name = "folding"
        look.minimized.policy = .onScrollDown
        return look
    }()

    static func tab(
        _ id: TabID, role: TabRole = .page, isProminent: Bool = false, routes: [String] = [],
        action: ActionID? = nil, menu: [ActionID] = []
    ) -> Tab {
        Tab(
            id: id, title: id.rawValue, icon: "icon", spokenLabel: "", spokenHint: "", role: role,
            isProminent: isProminent, routes: routes, action: action, menu: menu)
    }

    /// The state of pages only.
    static func state(_ ids: [TabID] = ["a", "b", "c"], memory: PersistentState = PersistentState()) throws
        -> ShellState
    {
        ShellState(try ShellConfiguration(tabs: ids.map { tab($0) }, look: Look()), memory: memory, now: 5)
    }

    static func setup(_ tabs: [Tab] = tabs, look: Look = folding) throws -> ShellConfiguration {
        try ShellConfiguration(tabs: tabs, actions: [ring, sing], look: look)
    }

    /// The state of all roles, in the folding look.
    static func full(memory: PersistentState = PersistentState()) throws -> ShellState {
        ShellState(try setup(), memory: memory, now: 5)
    }
}

extension ShellState {
    /// The state after several commands.
    func after(_ commands: Command...) throws -> ShellState {
        var state = self
        for command in commands { state = try state.reduce(command).state }
        return state
    }

    /// The topics that a command tells of, in order.
    func topics(of command: Command) throws -> [Topic] {
        try reduce(command).effects.compactMap { if case .publish(let event) = $0 { event.topic } else { nil } }
    }

    /// Expects a command to change nothing and to be no error.
    func ignores(_ command: Command) throws -> Bool {
        let (state, effects) = try reduce(command)
        return state == self && effects.isEmpty
    }
}
