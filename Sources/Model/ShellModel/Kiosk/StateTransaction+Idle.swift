// SPDX-License-Identifier: MIT

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
        guard let motion = state.motion, let start = start else { return }
        settleDrag(on: start)
        setSheet(nil)
        setMenu(nil)
        state.bar.focus = nil
        state.paths = [:]
        setMinimized(false)
        state.kiosk.returns += 1
        if start != state.selection?.tab { reveal(start, after: state.selection?.tab, motion: motion) }
        raisePage()
        showSelectedWindow()
    }

    /// The tab of the start.
    private var start: TabID? {
        let pages = state.tabs.filter { $0.role == .page }
        let named = pages.first { $0.id == state.kiosk.rules.idle.returnTo }
        return (named ?? pages.first { !$0.isHidden })?.id
    }
}
