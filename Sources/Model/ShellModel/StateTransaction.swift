/// A state under change by one command. The effects are the difference of first and last state: an unchanged topic has none.
struct StateTransaction {
    let origin: ShellState
    /// When the command was accepted: CLOCK_MONOTONIC, ns.
    let time: UInt64
    /// True for a client that has given the PIN itself.
    let isAuthorized: Bool
    var state: ShellState
    /// The effects that are not part of the state, in order. They follow the publication of the change.
    var followUps: [Effect] = []

    init(_ state: ShellState, at time: UInt64, isAuthorized: Bool = false) {
        self.isAuthorized = isAuthorized
        origin = state
        self.state = state
        self.time = time
    }

    /// Ends the transaction of a command: each changed topic gets an event, and a revision if it is part of
    /// a state.
    ///
    /// - Throws: ``CommandError/locked(_:)`` if the change needs the PIN.
    mutating func commit(_ command: Command) throws(CommandError) -> [Effect] {
        try checkGuarded(by: command)
        updateWindowBadges()
        // The daemon publishes the change, then saves it, and then replies.
        var effects: [Effect] = state.persistentState == origin.persistentState ? [] : [.persist]
        let changed = Topic.publicationOrder.filter { !$0.value.isEqual(state, origin) && $0.isKnown(in: state) }
        guard !changed.isEmpty else { return effects + followUps }
        let shared = Shared(state)
        for topic in changed {
            // A client with the topics of a state must see no gap, even if another reads the screen.
            if topic != .accessibility { state.revision += 1 }
            effects.append(.publish(StateEvent(revision: state.revision, topic, of: shared)))
        }
        return effects + followUps
    }

    /// Updates the badges that windows give their tabs. A client's badge stays.
    private mutating func updateWindowBadges() {
        guard !origin.windows.isEmpty || !state.windows.isEmpty else { return }
        for tab in state.tabs {
            let (before, after) = (origin.windowBadge(of: tab.id), state.windowBadge(of: tab.id))
            if before != after, state.badges[tab.id] == before { state.badges[tab.id] = after }
        }
    }

    func find(_ id: TabID) throws(CommandError) -> Tab {
        guard let tab = state.tab(id) else { throw .unknownTab(id, known: state.tabs.map(\.id)) }
        return tab
    }

    mutating func reveal(_ id: TabID, after previous: TabID?, motion: MotionSet) {
        // The focus of the keys moves on to the next page, unless a field has it.
        if let focus = state.bar.focus, focus.isPage {
            state.bar.focus = state.tab(id)?.window == nil && !focus.isField ? BarFocus(id, isPage: true) : nil
        }
        let settling = state.drag.flatMap { $0.acceptedAt == time ? $0.release?.transition : nil }
        state.selection = Selection(
            tab: id, previous: previous, acceptedAt: time, transition: settling ?? motion[.select],
            pageTransition: settling ?? motion[.page], isCovered: state.selection?.isCovered)
        raisePage()
    }

    /// Brings the page in front of the windows that belong to no tab.
    mutating func raisePage() {
        if state.selection?.isCovered == true { state.selection?.isCovered = false }
    }

    mutating func setPath(_ path: [String], of id: TabID) {
        state.paths[id] = path.isEmpty ? nil : path
    }

    /// Sets a path after checking it against the limits and the tab's routes.
    mutating func setRoute(_ path: [String], of tab: Tab) throws(CommandError) {
        guard tab.role != .action else { throw .noPath(tab.id) }
        guard ShellState.isValid(path: path) else { throw .pathTooLong(tab.id) }
        guard tab.accepts(route: path) else { throw .unknownRoute(tab.id, path, known: tab.routes) }
        let others = state.paths.reduce(0) { $1.key == tab.id ? $0 : $0 + ShellState.length(of: $1.value) }
        guard others + ShellState.length(of: path) <= ShellState.maximumBytesOfAllPaths else {
            throw .pathsTooLong(tab.id)
        }
        setPath(path, of: tab.id)
    }

    /// Presents a sheet. It closes the menu, which would lie above it.
    mutating func present(_ id: TabID) {
        setMenu(nil)
        setSheet(id)
        state.bar.focus = nil
    }

    mutating func setSheet(_ id: TabID?) {
        guard state.sheet.tab != id else { return }
        state.sheet = PresentedTab(tab: id, acceptedAt: time)
    }

    mutating func setMenu(_ id: TabID?) {
        guard state.menu.tab != id else { return }
        state.menu = PresentedTab(tab: id, acceptedAt: time)
        state.bar.focus = nil
    }

    mutating func setMinimized(_ isMinimized: Bool) {
        guard state.bar.isMinimized != isMinimized else { return }
        (state.bar.isMinimized, state.bar.acceptedAt) = (isMinimized, time)
        if isMinimized, state.isBarFocused { state.bar.focus = nil }
    }

    mutating func setAppearance(_ appearance: Appearance) {
        guard state.appearance.value != appearance else { return }
        state.appearance = AppearanceState(value: appearance, acceptedAt: time)
    }
}
