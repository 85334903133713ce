// SPDX-License-Identifier: MIT

/// A state on its way to the next one, and what has to be done about each step.
struct Change {
    private(set) var state: ShellState
    private(set) var effects: [Effect] = []

    init(_ state: ShellState) {
        self.state = state
    }

    mutating func select(_ id: TabID, at time: UInt64) throws(Refusal) {
        guard let look = state.look, let current = state.selection else { throw .noTabs }
        let tab = try find(id)
        switch tab.role {
        case .search, .compose: return setSheet(id, at: time)
        case .action:
            if !tab.menu.isEmpty { return setMenu(id, at: time) }
            if let action = tab.action { try run(action, at: time) }
            return
        case .page: break
        }
        let covered = state.sheet.tab != nil
        setSheet(nil, at: time)
        setMenu(nil, at: time)
        if id != current.tab {
            setMinimized(false, at: time)
            bringForward(id, after: current.tab, look: look, at: time)
        } else if !state.path(of: id).isEmpty, !covered {
            setPath([], of: id)
        } else if !covered {
            // A press on the tab below a sheet only takes the sheet away.
            state.reselect = Reselection(tab: id, count: state.reselect.count + 1, acceptedAt: time)
            publish(.reselect(state.reselect))
        }
    }

    mutating func setBadge(_ badge: Badge?, of id: TabID) throws(Refusal) {
        _ = try find(id)
        let badge = badge == .count(0) ? nil : badge
        guard state.badges[id] != badge else { return }
        state.badges[id] = badge
        persist()
        publish(.badges(state.badges))
    }

    mutating func push(_ words: [String], onto id: TabID) throws(Refusal) {
        try setRoute(state.path(of: id) + words, of: try find(id))
    }

    mutating func open(_ id: TabID, _ route: [String], at time: UInt64) throws(Refusal) {
        let tab = try find(id)
        guard tab.role != .action else { throw .noPath(id) }
        try setRoute(route, of: tab)
        if tab.role.isSheet {
            setSheet(id, at: time)
        } else if state.selection?.tab != id {
            try select(id, at: time)
        } else {
            setSheet(nil, at: time)
            setMenu(nil, at: time)
        }
    }

    mutating func setPath(_ path: [String], of id: TabID) {
        guard state.path(of: id) != path else { return }
        state.paths[id] = path.isEmpty ? nil : path
        persist()
        publish(.paths(state.paths))
    }

    mutating func run(_ id: ActionID, at time: UInt64) throws(Refusal) {
        guard state.actions.contains(where: { $0.id == id }) else {
            throw .unknownAction(id, known: state.actions.map(\.id))
        }
        setMenu(nil, at: time)
        state.action = ActionCall(action: id, count: state.action.count + 1, acceptedAt: time)
        publish(.action(state.action))
        effects.append(.run(id))
    }

    mutating func showSheet(_ id: TabID, at time: UInt64) throws(Refusal) {
        guard try find(id).role.isSheet else { throw .noSheet(id) }
        setSheet(id, at: time)
    }

    mutating func setSheet(_ id: TabID?, at time: UInt64) {
        guard state.sheet.tab != id else { return }
        if id != nil { setMenu(nil, at: time) }
        state.sheet = Presentation(tab: id, acceptedAt: time)
        publish(.sheet(state.sheet))
    }

    mutating func openMenu(_ id: TabID, at time: UInt64) throws(Refusal) {
        guard try !find(id).menu.isEmpty else { throw .noMenu(id) }
        setMenu(id, at: time)
    }

    mutating func setMenu(_ id: TabID?, at time: UInt64) {
        guard state.menu.tab != id else { return }
        state.menu = Presentation(tab: id, acceptedAt: time)
        publish(.menu(state.menu))
    }

    mutating func minimize(_ isMinimized: Bool, at time: UInt64) throws(Refusal) {
        guard let look = state.look else { throw .noTabs }
        guard look.minimized.policy != .never || !isMinimized else { throw .notMinimizable(look: look.name) }
        setMinimized(isMinimized, at: time)
    }

    mutating func scrolled(_ id: TabID, _ direction: ScrollDirection, at time: UInt64) throws(Refusal) {
        _ = try find(id)
        // A page that is left may still be rolling out.
        guard state.selection?.tab == id, state.look?.minimized.policy == .onScrollDown else { return }
        setMinimized(direction == .down, at: time)
    }

    mutating func setAppearance(_ appearance: Appearance, at time: UInt64) {
        guard state.appearance.value != appearance else { return }
        state.appearance = AppearanceState(value: appearance, acceptedAt: time)
        persist()
        publish(.appearance(state.appearance))
    }

    mutating func enter(_ scene: SceneSetup, at time: UInt64) throws(Refusal) {
        for id in [scene.tab, scene.sheet, scene.menu].compactMap(\.self) + scene.badges.keys + scene.paths.keys {
            _ = try find(id)
        }
        if let appearance = scene.appearance { setAppearance(appearance, at: time) }
        setSheet(nil, at: time)
        setMenu(nil, at: time)
        setPaths([:])
        for (id, path) in scene.paths.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try setRoute(path, of: try find(id))
        }
        let first = state.tabs.first { $0.role == .page }?.id
        if let id = scene.tab ?? first, id != state.selection?.tab { try select(id, at: time) }
        setBadges(scene.badges.filter { $0.value != .count(0) })
        setMinimized(false, at: time)
        if scene.isMinimized { try minimize(true, at: time) }
        if let id = scene.sheet { try showSheet(id, at: time) }
        if let id = scene.menu { try openMenu(id, at: time) }
    }

    mutating func report(_ status: ProgramStatus) throws(Refusal) {
        guard let index = state.programs.firstIndex(where: { $0.program == status.program }) else {
            throw .unknownProgram(status.program)
        }
        guard state.programs[index] != status else { return }
        state.programs[index] = status
        publish(.programs(state.programs))
    }

    /// Takes up a new configuration. What still fits stays as it is.
    mutating func configure(_ setup: Setup, at time: UInt64) {
        let previous = state
        state.tabs = setup.tabs
        state.actions = setup.actions
        state.look = setup.look
        if state.tabs != previous.tabs { publish(.tabs(state.tabs)) }
        if state.actions != previous.actions { publish(.actions(state.actions)) }
        if state.look != previous.look { publish(.look(setup.look)) }
        let programs = setup.programs.map { previous.status(of: $0) ?? ProgramStatus(program: $0) }
        if programs != state.programs {
            state.programs = programs
            publish(.programs(programs))
        }
        setBadges(state.badges.filter { state.tab($0.key) != nil })
        setPaths(
            state.paths.filter { id, path in state.tab(id).map { $0.role != .action && $0.knows(path) } ?? false })
        if let sheet = state.sheet.tab, state.tab(sheet)?.role.isSheet != true { setSheet(nil, at: time) }
        if let menu = state.menu.tab, state.tab(menu)?.menu.isEmpty != false { setMenu(nil, at: time) }
        if setup.look.minimized.policy == .never { setMinimized(false, at: time) }
        if let current = state.selection?.tab, state.tab(current)?.role != .page, let first = setup.pages.first {
            bringForward(first.id, after: nil, look: setup.look, at: time)
        }
    }

    private func find(_ id: TabID) throws(Refusal) -> Tab {
        guard let tab = state.tab(id) else { throw .unknownTab(id, known: state.tabs.map(\.id)) }
        return tab
    }

    private mutating func bringForward(_ id: TabID, after previous: TabID?, look: Look, at time: UInt64) {
        let selection = Selection(
            tab: id, previous: previous, acceptedAt: time, transition: look.motion[.select],
            pageTransition: look.motion[.page])
        state.selection = selection
        persist()
        publish(.selection(selection))
    }

    private mutating func setRoute(_ path: [String], of tab: Tab) throws(Refusal) {
        guard tab.role != .action else { throw .noPath(tab.id) }
        guard path.count <= ShellState.longestPath, path.allSatisfy({ $0.utf8.count <= ShellState.longestWord })
        else { throw .pathTooLong(tab.id) }
        guard tab.knows(path) else { throw .unknownRoute(tab.id, path, known: tab.routes) }
        setPath(path, of: tab.id)
    }

    private mutating func setBadges(_ badges: [TabID: Badge]) {
        guard badges != state.badges else { return }
        state.badges = badges
        persist()
        publish(.badges(badges))
    }

    private mutating func setPaths(_ paths: [TabID: [String]]) {
        guard paths != state.paths else { return }
        state.paths = paths
        persist()
        publish(.paths(paths))
    }

    private mutating func setMinimized(_ isMinimized: Bool, at time: UInt64) {
        guard state.bar.isMinimized != isMinimized else { return }
        state.bar = BarState(isMinimized: isMinimized, acceptedAt: time)
        publish(.bar(state.bar))
    }

    /// Written down before it is told: whoever is told may rely on it.
    private mutating func persist() {
        guard !effects.contains(.persist) else { return }
        effects.insert(.persist, at: 0)
    }

    private mutating func publish(_ value: StateEvent.Value) {
        state.revision += 1
        effects.append(.publish(StateEvent(revision: state.revision, value: value)))
    }
}
