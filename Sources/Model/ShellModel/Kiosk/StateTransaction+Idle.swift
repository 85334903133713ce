extension StateTransaction {
    mutating func idle(_ step: IdleStep) {
        state.kiosk.isIdle = step != .active
        switch step {
        case .active: state.kiosk.screen = .on
        case .returned: returnToStart()
        case .dimmed: if state.kiosk.screen == .on { state.kiosk.screen = .dimmed }
        case .blanked: state.kiosk.screen = .blank
        }
    }

    /// Brings the start to the front: its page at its root, with nothing over it.
    private mutating func returnToStart() {
        guard let motion = state.motion, let start else { return }
        settleDrag(on: start)
        setSheet(nil)
        setMenu(nil)
        state.bar.focus = nil
        state.lock?.prompt = nil
        state.paths = [:]
        setMinimized(false)
        state.kiosk.returns += 1
        if start != state.selection?.tab { reveal(start, after: state.selection?.tab, motion: motion) }
        raisePage()
        showSelectedWindow()
    }

    /// Only brings the start tab to the front.
    mutating func goToStart() throws(CommandError) {
        guard let start, start != state.selection?.tab else { return }
        try apply(.select(start))
    }

    mutating func rotate(_ move: RotationMove) throws(CommandError) {
        var rules = state.kiosk.rules.rotation
        rules.stops = state.unguarded(rules.stops)
        guard let next = rules.stop(after: state.selection?.tab) else { throw .noRotation }
        switch move {
        case .pause: state.kiosk.rotation = .paused
        case .resume: if state.kiosk.rotation == .paused { state.kiosk.rotation = .waiting }
        case .next: if next.tab != state.selection?.tab { try apply(.select(next.tab)) }
        }
    }

    var start: TabID? {
        let pages = state.tabs.filter { $0.role == .page && !state.isGuarded($0.id) }
        let id = state.kiosk.scheduled.tab ?? state.kiosk.rules.idle.returnTo
        let named = pages.first { $0.id == id }
        return (named ?? pages.first { !$0.isHidden } ?? pages.first)?.id
    }
}
