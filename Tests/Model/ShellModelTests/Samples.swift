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

    /// The default look with a bar that can be minimized.
    static let folding: Look = {
        var look = Look()
        look.name = "folding"
        look.minimized.policy = .onScrollDown
        return look
    }()

    static func tab(
        _ id: TabID, role: TabRole = .page, isProminent: Bool = false, isHidden: Bool = false,
        routes: [String] = [],
        action: ActionID? = nil, menu: [ActionID] = []
    ) -> Tab {
        Tab(
            id: id, title: id.rawValue, icon: "icon", accessibilityLabel: "", accessibilityHint: "", role: role,
            isProminent: isProminent, isHidden: isHidden, routes: routes, action: action, menu: menu)
    }

    /// The state of pages only.
    static func state(_ ids: [TabID] = ["a", "b", "c"], restoring memory: PersistentState = PersistentState()) throws
        -> ShellState
    {
        ShellState(try ShellConfiguration(tabs: ids.map { tab($0) }, look: Look()), restoring: memory, now: 5)
    }

    static func setup(_ tabs: [Tab] = tabs, look: Look = folding) throws -> ShellConfiguration {
        try ShellConfiguration(tabs: tabs, actions: [ring, sing], look: look)
    }

    /// The state with tabs of all roles, in the look that can be minimized.
    static func full(restoring memory: PersistentState = PersistentState()) throws -> ShellState {
        ShellState(try setup(), restoring: memory, now: 5)
    }
}

extension ShellState {
    /// Returns the state and the effects of a command whose time does not matter.
    func reduce(_ command: Command) throws(CommandError) -> (state: ShellState, effects: [Effect]) {
        try reduce(command, at: 1)
    }

    /// Returns the state after several commands that are accepted at the same time.
    func after(_ commands: Command..., at time: UInt64 = 1) throws -> ShellState {
        var state = self
        for command in commands { state = try state.reduce(command, at: time).state }
        return state
    }

    /// Returns true if a command succeeds without any effect.
    func ignores(_ command: Command, at time: UInt64 = 1) throws -> Bool {
        let (state, effects) = try reduce(command, at: time)
        return state == self && effects.isEmpty
    }
}
