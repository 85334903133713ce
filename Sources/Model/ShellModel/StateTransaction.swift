// SPDX-License-Identifier: MIT

/// A state on its way to the next one. What has to be done about it is found at the end, as the difference of the two:
/// however many steps a command takes, nothing is told or written down that is as it was before.
struct StateTransaction {
    private let origin: ShellState
    private(set) var state: ShellState
    private var actions: [ActionID] = []

    init(_ state: ShellState) {
        origin = state
        self.state = state
    }

    /// Ends the change: the state gets its revision, and each topic that is another than before its event.
    mutating func conclude() -> [Effect] {
        markWindows()
        // Written down before it is told: whoever is told may rely on it.
        var effects: [Effect] = state.memory == origin.memory ? [] : [.persist]
        for topic in Self.order {
            guard let value = state.value(of: topic), value != origin.value(of: topic) else { continue }
            state.revision += 1
            effects.append(.publish(StateEvent(revision: state.revision, value: value)))
        }
        return effects + actions.map { .run($0) }
    }

    /// What stands on a page is told before the page comes to the front.
    private static let order: [Topic] = [
        .tabs, .actions, .look, .appearance, .programs, .badges, .paths, .windows, .sheet, .menu, .bar, .selection,
        .reselect,
        .action,
    ]

    mutating func select(_ id: TabID, at time: UInt64) throws(CommandError) {
        guard let look = state.look, let current = state.selection else { throw .noTabs }
        let tab = try find(id)
        switch tab.role {
        case .search, .compose: return present(id, at: time)
        case .action:
            if !tab.menu.isEmpty { return setMenu(id, at: time) }
            if let action = tab.action { try run(action, at: time) }
            return
        case .page: break
        }
        let isCovered = state.sheet.tab != nil || state.menu.tab != nil
        setSheet(nil, at: time)
        setMenu(nil, at: time)
        if id != current.tab {
            setMinimized(false, at: time)
            bringForward(id, after: current.tab, look: look, at: time)
        } else if isCovered {
            // A press on the tab of the page below only takes away what lies over it.
            return
        } else if !state.path(of: id).isEmpty {
            setPath([], of: id)
        } else {
            state.reselect = Reselection(tab: id, count: state.reselect.count + 1, acceptedAt: time)
        }
    }

    mutating func setBadge(_ badge: Badge?, of id: TabID) throws(CommandError) {
        _ = try find(id)
        state.badges[id] = badge == .count(0) ? nil : badge
    }

    mutating func setWindow(_ window: WindowState?, of id: TabID, over: TabID?, at time: UInt64) throws(CommandError) {
        guard try find(id).window != nil else { throw .noWindow(id) }
        state.windows[id] = window
        if let over, over != id, over == state.selection?.tab, window != nil { try select(id, at: time) }
    }

    mutating func push(_ words: [String], onto id: TabID) throws(CommandError) {
        try setRoute(state.path(of: id) + words, of: try find(id))
    }

    /// Goes back to the nearest place before this one: where a route has several words, its beginning may be none.
    mutating func pop(_ id: TabID) throws(CommandError) {
        let tab = try find(id)
        var path = Array(state.path(of: id).dropLast())
        while !tab.knows(path) { path.removeLast() }
        setPath(path, of: id)
    }

    mutating func open(_ id: TabID, _ route: [String], at time: UInt64) throws(CommandError) {
        let tab = try find(id)
        guard tab.role != .action else { throw .noPath(id) }
        try setRoute(route, of: tab)
        if tab.role.isSheet {
            present(id, at: time)
        } else if state.selection?.tab != id {
            try select(id, at: time)
        } else {
            setSheet(nil, at: time)
            setMenu(nil, at: time)
        }
    }

    mutating func setPath(_ path: [String], of id: TabID) {
        state.paths[id] = path.isEmpty ? nil : path
    }

    mutating func run(_ id: ActionID, at time: UInt64) throws(CommandError) {
        guard state.actions.contains(where: { $0.id == id }) else {
            throw .unknownAction(id, known: state.actions.map(\.id))
        }
        setMenu(nil, at: time)
        state.action = ActionInvocation(action: id, count: state.action.count + 1, acceptedAt: time)
        actions.append(id)
    }

    mutating func showSheet(_ id: TabID, at time: UInt64) throws(CommandError) {
        guard try find(id).role.isSheet else { throw .noSheet(id) }
        present(id, at: time)
    }

    mutating func setSheet(_ id: TabID?, at time: UInt64) {
        guard state.sheet.tab != id else { return }
        state.sheet = PresentedTab(tab: id, acceptedAt: time)
    }

    mutating func openMenu(_ id: TabID, at time: UInt64) throws(CommandError) {
        guard try !find(id).menu.isEmpty else { throw .noMenu(id) }
        setMenu(id, at: time)
    }

    mutating func setMenu(_ id: TabID?, at time: UInt64) {
        guard state.menu.tab != id else { return }
        state.menu = PresentedTab(tab: id, acceptedAt: time)
    }

    mutating func minimize(_ isMinimized: Bool, at time: UInt64) throws(CommandError) {
        guard let look = state.look else { throw .noTabs }
        guard look.minimized.policy != .never || !isMinimized else { throw .notMinimizable(look: look.name) }
        setMinimized(isMinimized, at: time)
    }

    mutating func scrolled(_ id: TabID, _ direction: ScrollDirection, at time: UInt64) throws(CommandError) {
        _ = try find(id)
        // A page that is left may still be rolling out.
        guard state.selection?.tab == id, state.look?.minimized.policy == .onScrollDown else { return }
        setMinimized(direction == .down, at: time)
    }

    mutating func setAppearance(_ appearance: Appearance, at time: UInt64) {
        guard state.appearance.value != appearance else { return }
        state.appearance = AppearanceState(value: appearance, acceptedAt: time)
    }

    /// Puts the shell into a named state. It starts no program: a tab that would run an action is passed over.
    mutating func enter(_ scene: ScenePreset, at time: UInt64) throws(CommandError) {
        guard let look = state.look, let first = state.tabs.first(where: { $0.role == .page }) else { throw .noTabs }
        for id in scene.badges.keys.sorted(by: { $0.rawValue < $1.rawValue }) { _ = try find(id) }
        let tab = try find(scene.tab ?? first.id)
        let sheet = scene.sheet ?? (tab.role.isSheet ? tab.id : nil)
        if let sheet, try !find(sheet).role.isSheet { throw .noSheet(sheet) }
        let menu = scene.menu ?? (tab.role == .action && !tab.menu.isEmpty ? tab.id : nil)
        if let menu, try find(menu).menu.isEmpty { throw .noMenu(menu) }

        if let appearance = scene.appearance { setAppearance(appearance, at: time) }
        state.badges = scene.badges.filter { $0.value != .count(0) }
        state.paths = [:]
        for (id, path) in scene.paths.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try setRoute(path, of: try find(id))
        }
        setSheet(sheet, at: time)
        setMenu(menu, at: time)
        if scene.isMinimized { try minimize(true, at: time) } else { setMinimized(false, at: time) }
        let front = tab.role == .page ? tab.id : first.id
        if front != state.selection?.tab { bringForward(front, after: state.selection?.tab, look: look, at: time) }
    }

    mutating func report(_ status: ProgramStatus) throws(CommandError) {
        guard let index = state.programs.firstIndex(where: { $0.program == status.program }) else {
            throw .unknownProgram(status.program)
        }
        state.programs[index] = status
    }

    /// Takes up a new configuration. What still fits stays as it is.
    mutating func configure(_ setup: ShellConfiguration, at time: UInt64) {
        state.tabs = setup.tabs
        state.actions = setup.actions
        state.look = setup.look
        state.programs = setup.programs.map { origin.status(of: $0) ?? ProgramStatus(program: $0) }
        state.windows = state.windows.filter { state.tab($0.key)?.window?.appID == origin.tab($0.key)?.window?.appID }
        state.forgetWhatDoesNotFit()
        if let sheet = state.sheet.tab, state.tab(sheet)?.role.isSheet != true { setSheet(nil, at: time) }
        if let menu = state.menu.tab, state.tab(menu)?.menu.isEmpty != false { setMenu(nil, at: time) }
        if setup.look.minimized.policy == .never { setMinimized(false, at: time) }
        let selected = state.selection.flatMap { state.tab($0.tab) }
        if selected?.role != .page, let first = setup.pages.first {
            bringForward(first.id, after: nil, look: setup.look, at: time)
        }
    }

    /// A window's mark comes and goes with what is known of the window; one that somebody else has set stays.
    private mutating func markWindows() {
        guard !origin.windows.isEmpty || !state.windows.isEmpty else { return }
        for tab in state.tabs {
            let (before, after) = (origin.windowBadge(of: tab.id), state.windowBadge(of: tab.id))
            if before != after, state.badges[tab.id] == before { state.badges[tab.id] = after }
        }
    }

    private func find(_ id: TabID) throws(CommandError) -> Tab {
        guard let tab = state.tab(id) else { throw .unknownTab(id, known: state.tabs.map(\.id)) }
        return tab
    }

    private mutating func bringForward(_ id: TabID, after previous: TabID?, look: Look, at time: UInt64) {
        state.selection = Selection(
            tab: id, previous: previous, acceptedAt: time, transition: look.motion[.select],
            pageTransition: look.motion[.page])
    }

    private mutating func setRoute(_ path: [String], of tab: Tab) throws(CommandError) {
        guard tab.role != .action else { throw .noPath(tab.id) }
        guard ShellState.holds(path) else { throw .pathTooLong(tab.id) }
        guard tab.knows(path) else { throw .unknownRoute(tab.id, path, known: tab.routes) }
        setPath(path, of: tab.id)
    }

    /// Opens a sheet. A menu lies over everything, so it goes.
    private mutating func present(_ id: TabID, at time: UInt64) {
        setMenu(nil, at: time)
        setSheet(id, at: time)
    }

    private mutating func setMinimized(_ isMinimized: Bool, at time: UInt64) {
        guard state.bar.isMinimized != isMinimized else { return }
        state.bar = BarState(isMinimized: isMinimized, acceptedAt: time)
    }
}
