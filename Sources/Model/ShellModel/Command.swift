/// A change of the state. Where a tab may be nil, the tab whose page has the input is meant: the open sheet's page,
/// else the selected tab's.
public enum Command: Equatable, Sendable {
    /// Brings a page to the front; a tab of another role presents its sheet, opens its menu or runs its action. A
    /// program that has to be started gets the token. With an output, the pages move to it, and a page already in front
    /// only moves. With a duration, ns, the former page comes back after it, unless somebody uses the shell.
    case select(TabID, activation: ActivationToken? = nil, output: String? = nil, duration: UInt64? = nil)
    /// Selects the page after the selected one, and after the last page the first.
    case selectNext
    /// Selects the page before the selected one, and before the first page the last.
    case selectPrevious
    /// Drags the selection to a fraction of the way from one page to another.
    case drag(from: TabID, to: TabID, progress: Double)
    /// Ends the drag with the velocity of its progress, per second; nil to cancel it.
    case endDrag(velocity: Double?)
    /// Selects a tab and sets its path.
    case open(TabID, [String])

    /// Sets the badge of a tab; nil and a count of 0 remove it.
    case badge(TabID, Badge?)

    /// Appends to a tab's path.
    case push(TabID?, [String])
    /// Removes components from the end of a tab's path, at least one, until the rest is one of the tab's routes.
    case pop(TabID?)
    /// Empties a tab's path.
    case popToRoot(TabID?)

    /// Shows a document in a tab; nil removes it.
    case show(TabID, ShownDocument?)
    /// Follows a link, by name, of a tab's shown document.
    case follow(TabID, String)
    /// Shows a message at the top of the screen for a duration, ns, or until it is closed; nil closes it.
    case message(String?, tab: TabID? = nil, duration: UInt64? = nil)
    /// Records a use of the shell that changes nothing else.
    case touched
    /// Ends the expired parts of the state.
    case endExpired

    case run(ActionID)
    /// Presents the sheet of a tab; nil dismisses the open one.
    case setSheet(TabID?)
    /// Opens the menu of a tab; nil closes the open one.
    case setMenu(TabID?)
    case minimize(Bool)
    /// Moves the bar's focus; the text is for ``FocusMove/find``.
    case focus(FocusMove, text: String? = nil)
    case scrolled(TabID, ScrollDirection)
    case setAppearance(Appearance)
    /// Replaces the preferences; the look is the configured one, without preferences.
    indirect case setPreferences(Preferences, of: Look)

    /// The panel sees the window of a tab, or its absence. A window that came to the front unasked selects its
    /// tab, provided that the tab `over` which it appeared is still selected.
    case setWindow(TabID, WindowState?, over: TabID?)
    /// The panel sees that a window of no tab came in front of the selected tab's page, that the page is in
    /// front of such windows, or that none exist (nil). It applies only while that tab is still selected.
    case setCovered(Bool?, over: TabID)
    /// Names the output of the pages; nil for the first one.
    case setOutput(String?)
    /// The panel has found out how the compositor stacks the pages; nil if it could not.
    case setPageStacking(PageStacking?)
    /// Records whether each tab has its own workspace.
    case setWorkspaces(Bool)
    indirect case setProgramStatus(ProgramStatus)
    /// A program reports a problem; nil once it is solved.
    case setProgramProblem(Program, String?)
    // Indirect for values many times as large as the others: every command would be copied at that size.
    indirect case configure(ShellConfiguration)
    case setConfigurationStatus(ConfigurationStatus)
    case idle(IdleStep)
    case rotate(RotationMove)
    /// Shows the PIN pad; nil closes it.
    case prompt(LockPrompt?)
    /// The PIN was right: unlocks until ``endExpired`` is due. False locks again.
    case setUnlocked(Bool)
    case setRotation(RotationPhase)
    indirect case setScheduled(ScheduledValues)
    /// Brings the start tab to the front.
    case goToStart
    /// The panel reports its source of input events; nil once the panel has gone.
    case setInputWatch(InputWatch?)
    /// The daemon has assembled the programs' descriptions; nil without subscribers.
    case setAccessibility(AccessibilityNode?)
}

/// A consequence of a command, for the daemon to carry out.
public enum Effect: Equatable, Sendable {
    /// Send the event to the subscribers of its topic.
    case publish(StateEvent)
    /// Save the persistent part of the state.
    case persist
    /// Start the program that the configuration names for an action.
    case run(ActionID)
    /// Make a change that the user has chosen in the menu of a tab.
    case edit(TabID, TabMenuAction)
    /// Start the program whose window is a tab's page, unless that window exists.
    case showWindow(TabID, activation: ActivationToken?)
}

extension ShellState {
    /// Returns the state after a command that was accepted at a time (CLOCK_MONOTONIC, ns), and the effects of the
    /// change. The function is pure.
    ///
    /// - Parameter isAuthorized: true for a client that has given the PIN, for the program of the tab
    ///   that is the command's ``Command/changedPage``, and for the daemon itself where it removes a document.
    public func reduce(
        _ command: Command, at time: UInt64, isAuthorized: Bool = false
    ) throws(CommandError) -> (state: ShellState, effects: [Effect]) {
        var transaction = StateTransaction(self, at: time, isAuthorized: isAuthorized)
        try transaction.apply(command)
        let effects = try transaction.commit(command)
        return (transaction.state, effects)
    }
}

extension StateTransaction {
    mutating func apply(_ command: Command) throws(CommandError) {
        if command.isUse { state.selection?.visit = nil }
        switch command {
        case .select(let tab, let activation, let output, let duration):
            if let duration { try visit(tab, for: duration, on: output) } else { try select(tab, on: output) }
            showSelectedWindow(activation)
        case .selectNext:
            try select(try neighbor(1))
            showSelectedWindow()
        case .selectPrevious:
            try select(try neighbor(-1))
            showSelectedWindow()
        case .drag(let from, let to, let progress):
            try drag(from: from, to: to, progress: progress)
        case .endDrag(let velocity): try endDrag(velocity: velocity)
        case .open(let tab, let route):
            try open(tab, route)
            showSelectedWindow()
        case .badge(let tab, let badge):
            _ = try find(tab)
            state.badges[tab] = badge == .count(0) ? nil : badge
        case .push(let tab, let components):
            let id = try pageTab(tab)
            try setRoute(state.path(of: id) + components, of: try find(id))
        case .pop(let tab): try pop(try pageTab(tab))
        case .popToRoot(let tab): setPath([], of: try pageTab(tab))
        case .show(let tab, let document): try show(document, in: tab)
        case .follow(let tab, let name): try follow(name, in: tab)
        case .message(let text, let tab, let duration): try show(message: text, tab: tab, duration: duration)
        case .touched: break
        case .endExpired: endExpired()
        case .run(let action): try run(action)
        case .setSheet(nil): setSheet(nil)
        case .setSheet(let tab?):
            guard try find(tab).role.isSheet else { throw .noSheet(tab) }
            present(tab)
        case .setMenu(nil): setMenu(nil)
        case .setMenu(let tab?):
            guard try !state.menu(of: find(tab).id).isEmpty else { throw .noMenu(tab) }
            setMenu(tab)
        case .minimize(let isMinimized): try minimize(isMinimized)
        case .focus(let move, let text): try moveFocus(move, to: text)
        case .scrolled(let tab, let direction):
            _ = try find(tab)
            // A page that was just left may still be decelerating.
            guard state.selection?.tab == tab, state.look?.minimized.policy == .onScrollDown else { return }
            setMinimized(direction == .down)
        case .setAppearance(let appearance): setAppearance(appearance)
        case .setPreferences(let preferences, let look):
            state.preferences = preferences
            state.look = look.applying(preferences)
        case .setWindow(let tab, let window, let over):
            guard try find(tab).window != nil else { throw .noWindow(tab) }
            state.windows[tab] = window
            guard let over, over != tab, over == state.selection?.tab, window != nil else { return }
            if isAuthorized || !state.isGuarded(tab) { try select(tab) }
        case .setCovered(let isCovered, let tab):
            guard tab == state.selection?.tab else { return }
            state.selection?.isCovered = isCovered
            // The window in front must be visible.
            if isCovered == true, state.bar.focus?.isField == true { state.bar.focus = nil }
        case .setOutput(let name): state.bar.output = name
        case .setPageStacking(let stacking): state.bar.pageStacking = stacking
        case .setWorkspaces(let areThere): state.bar.hasWorkspaces = areThere
        case .setProgramStatus(let status): try setStatus(status)
        case .setProgramProblem(let program, let problem):
            guard let index = state.programs.firstIndex(where: { $0.program == program }) else {
                throw .unknownProgram(program)
            }
            state.programs[index].problem = problem
        case .configure(let configuration): configure(configuration)
        case .setConfigurationStatus(let status): state.configuration = status
        case .idle(let step): idle(step)
        case .prompt(let prompt): self.prompt(prompt)
        case .setUnlocked(let isUnlocked): setUnlocked(isUnlocked)
        case .rotate(let move): try rotate(move)
        case .setRotation(let phase): state.kiosk.rotation = phase
        case .setScheduled(let values): state.kiosk.scheduled = values
        case .goToStart: try goToStart()
        case .setInputWatch(let watch): state.kiosk.watch = watch
        case .setAccessibility(let tree): state.accessibility = tree
        }
    }

    mutating func select(_ id: TabID, on output: String? = nil) throws(CommandError) {
        guard let motion = state.motion, let current = state.selection else { throw .noTabs }
        let tab = try find(id)
        if state.bar.focus?.isPage != true || tab.role != .page { state.bar.focus = nil }
        // An action alone shows nothing, so nothing comes to the front.
        if tab.role == .action, tab.menu.isEmpty {
            guard isAuthorized || !state.isGuarded(id) else { throw .locked(.tab(id)) }
            if let action = tab.action { try run(action) }
            return
        }
        let moves = output.map { $0 != state.bar.output } ?? false
        if moves { state.bar.output = output }
        switch tab.role {
        case .search, .compose: return present(id)
        case .action: return setMenu(id)
        case .page: break
        }
        settleDrag(on: id)
        let isCovered = moves || state.sheet.tab != nil || state.menu.tab != nil || state.selection?.isCovered == true
        setSheet(nil)
        setMenu(nil)
        if id != current.tab {
            setMinimized(false)
            reveal(id, after: current.tab, motion: motion)
        } else if isCovered {
            // A press on the tab of the covered page only raises the page.
            raisePage()
        } else if !state.path(of: id).isEmpty {
            setPath([], of: id)
        } else {
            state.reselect = Reselection(tab: id, count: state.reselect.count + 1, acceptedAt: time)
        }
    }

    private mutating func open(_ id: TabID, _ route: [String]) throws(CommandError) {
        let tab = try find(id)
        guard tab.role != .action else { throw .noPath(id) }
        try setRoute(route, of: tab)
        if tab.role.isSheet {
            present(id)
        } else if state.selection?.tab != id {
            try select(id)
        } else {
            setSheet(nil)
            setMenu(nil)
            raisePage()
            state.bar.focus = nil
        }
    }

    /// Removes components until the path is a route of the tab: a prefix of a route need not be one itself.
    private mutating func pop(_ id: TabID) throws(CommandError) {
        let tab = try find(id)
        var path = Array(state.path(of: id).dropLast())
        while !tab.accepts(route: path) { path.removeLast() }
        setPath(path, of: id)
    }

    private mutating func run(_ id: ActionID) throws(CommandError) {
        if let edit = TabMenuAction(id), let menu = state.menu.tab, state.menu(of: menu).contains(id) {
            followUps.append(.edit(menu, edit))
            setMenu(nil)
            state.bar.focus = nil
            return
        }
        guard state.actions.contains(where: { $0.id == id }) else {
            throw .unknownAction(id, known: state.actions.map(\.id))
        }
        guard isAuthorized || !state.isGuarded(id) else { throw .locked(.action(id)) }
        setMenu(nil)
        state.bar.focus = nil
        state.action = ActionInvocation(action: id, count: state.action.count + 1, acceptedAt: time)
        followUps.append(.run(id))
    }

    mutating func showSelectedWindow(_ activation: ActivationToken? = nil) {
        guard let id = state.selection?.tab, state.tab(id)?.window != nil else { return }
        followUps.append(.showWindow(id, activation: activation))
    }

    private mutating func minimize(_ isMinimized: Bool) throws(CommandError) {
        guard let look = state.look else { throw .noTabs }
        guard look.minimized.policy != .never || !isMinimized else { throw .notMinimizable(look: look.name) }
        setMinimized(isMinimized)
    }

    /// Applies a new configuration and keeps all still valid state.
    private mutating func configure(_ configuration: ShellConfiguration) {
        let previous = state
        state.tabs = configuration.tabs
        state.actions = configuration.actions
        state.look = configuration.look.applying(state.preferences)
        state.kiosk.rules = configuration.kiosk
        if configuration.lock != state.lock?.rules {
            state.lock = configuration.lock.map {
                LockState(rules: $0, isUnlocked: state.lock?.isUnlocked ?? false, endsAt: state.lock?.endsAt)
            }
        }
        defer { leaveGuarded() }
        state.programs = configuration.programs.map { previous.status(of: $0) ?? ProgramStatus(program: $0) }
        state.windows = state.windows.filter {
            state.tab($0.key)?.window?.appIDs == previous.tab($0.key)?.window?.appIDs
        }
        state.pruneInvalidState()
        state.programs += previous.programs.filter { status in
            if case .viewer(let tab) = status.program { state.shown[tab] != nil } else { false }
        }
        if let sheet = state.sheet.tab, state.tab(sheet)?.role.isSheet != true { setSheet(nil) }
        if let menu = state.menu.tab, state.menu(of: menu).isEmpty { setMenu(nil) }
        if configuration.look.minimized.policy == .never { setMinimized(false) }
        pruneFocus()
        if let drag = state.drag, [drag.from, drag.to].contains(where: { state.tab($0)?.role != .page }) {
            state.drag = nil
        }
        let selected = state.selection.flatMap { state.tab($0.tab) }
        guard selected?.role != .page else { return }
        let pages = configuration.pages.filter { !$0.isHidden }
        // The tabs of another look do not have the order of the earlier ones.
        let isOtherLook = previous.look?.name != configuration.look.name
        if let next = isOtherLook ? pages.first?.id : neighbor(in: pages, of: previous) {
            reveal(next, after: nil, motion: configuration.look.motion)
        }
    }

    /// The page to select when the selected one has gone: the next, else the previous, else the first.
    private func neighbor(in pages: [Tab], of previous: ShellState) -> TabID? {
        let index = previous.tabs.firstIndex { $0.id == previous.selection?.tab } ?? previous.tabs.startIndex
        let others = previous.tabs[index...] + previous.tabs[..<index].reversed()
        return (others.first { tab in pages.contains { $0.id == tab.id } } ?? pages.first)?.id
    }

    private func neighbor(_ step: Int) throws(CommandError) -> TabID {
        // A hidden tab has neighbors, but is not a neighbor itself.
        let pages = state.tabs.filter {
            $0.role == .page && (!$0.isHidden || $0.id == state.selection?.tab)
                && (isAuthorized || !state.isGuarded($0.id))
        }
        guard let selection = state.selection, let index = pages.firstIndex(where: { $0.id == selection.tab }) else {
            throw .noTabs
        }
        return pages[(index + step + pages.count) % pages.count].id
    }

    /// Resolves an optional tab; it must have a page, and so a path.
    private func pageTab(_ named: TabID?) throws(CommandError) -> TabID {
        guard let id = named ?? state.sheet.tab ?? state.selection?.tab else { throw .noTabs }
        guard try find(id).role != .action else { throw .noPath(id) }
        return id
    }
}
