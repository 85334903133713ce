// SPDX-License-Identifier: MIT

extension StateTransaction {
    /// - Throws: ``CommandError/locked(_:)`` if the tab needs the number.
    func checkUnlocked(_ tab: TabID) throws(CommandError) {
        if !isAuthorized, state.isGuarded(tab) { throw .locked(.tab(tab)) }
    }

    /// - Throws: ``CommandError/locked(_:)`` if the action needs the number.
    func checkUnlocked(_ action: ActionID) throws(CommandError) {
        if !isAuthorized, state.isGuarded(action) { throw .locked(.action(action)) }
    }

    /// Shows the number pad, or closes it.
    mutating func prompt(_ prompt: LockPrompt?) {
        guard state.isLocked || prompt == nil else { return }
        if prompt != nil {
            setMenu(nil)
            if state.bar.focus?.isField == true { state.bar.focus = nil }
        }
        state.lock?.prompt = prompt
    }

    /// Unlocks, or locks again, which leaves nothing guarded in front.
    mutating func setUnlocked(_ isUnlocked: Bool) {
        state.lock?.isUnlocked = isUnlocked
        state.lock?.prompt = nil
        leaveGuarded()
    }

    /// Takes what is guarded from the front.
    mutating func leaveGuarded() {
        guard state.isLocked else { return }
        if let sheet = state.sheet.tab, state.isGuarded(sheet) { setSheet(nil) }
        if let menu = state.menu.tab, state.isGuarded(menu) { setMenu(nil) }
        guard let front = state.selection?.tab, state.isGuarded(front), let start, let motion = state.motion else {
            return
        }
        settleDrag(on: start)
        reveal(start, after: front, motion: motion)
    }
}
