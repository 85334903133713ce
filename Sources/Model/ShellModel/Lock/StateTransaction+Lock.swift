extension StateTransaction {
    /// Refuses a change that brings a guarded tab to the front, in any way, or changes its page. One that a client with
    /// the PIN brings to the front stays for the time of the rules.
    mutating func checkGuarded(by command: Command) throws(CommandError) {
        guard let lock = state.lock, !lock.isUnlocked else { return }
        let front = state.tabsInFront.filter { lock.rules.tabs.contains($0) }
        if front.isEmpty { state.lock?.endsAt = nil }
        guard !command.isOfShell else { return }
        let new = front.first { !origin.tabsInFront.contains($0) }
        if isAuthorized {
            let endsAt = end(after: lock.rules.duration)
            if new != nil { state.lock?.endsAt = endsAt }
        } else if let tab = new ?? lock.rules.tabs.first(where: hasOtherPage) {
            throw .locked(.tab(tab))
        }
    }

    /// Returns true if the command has changed the path or the document of a tab, or followed a link or returned to the top in it.
    private func hasOtherPage(_ tab: TabID) -> Bool {
        state.paths[tab] != origin.paths[tab] || state.shown[tab] != origin.shown[tab]
            || state.followed != origin.followed && state.followed.tab == tab
            || state.reselect != origin.reselect && state.reselect.tab == tab
    }

    /// Shows the PIN pad, or closes it.
    mutating func prompt(_ prompt: LockPrompt?) {
        guard state.isLocked || prompt == nil else { return }
        if prompt != nil {
            setMenu(nil)
            if state.bar.focus?.isField == true { state.bar.focus = nil }
        }
        state.lock?.prompt = prompt
    }

    /// Unlocks for the time of the rules, or locks again and removes guarded tabs from the front.
    mutating func setUnlocked(_ isUnlocked: Bool) {
        state.lock?.isUnlocked = isUnlocked
        let endsAt = state.lock.map { end(after: $0.rules.duration) }
        state.lock?.endsAt = isUnlocked ? endsAt : nil
        state.lock?.prompt = nil
        leaveGuarded()
    }

    /// Removes guarded tabs from the front, and settles a drag of them.
    mutating func leaveGuarded() {
        guard state.isLocked else { return }
        if let sheet = state.sheet.tab, state.isGuarded(sheet) { setSheet(nil) }
        if let menu = state.menu.tab, state.isGuarded(menu) || state.menu(of: menu).isEmpty { setMenu(nil) }
        guard let selected = state.selection?.tab, let motion = state.motion else { return }
        let front = state.isGuarded(selected) ? start ?? selected : selected
        let touchesGuarded = state.drag.map { state.isGuarded($0.from) || state.isGuarded($0.to) } ?? false
        if touchesGuarded || front != selected { settleDrag(on: front) }
        guard front != selected else { return }
        reveal(front, after: selected, motion: motion)
        showSelectedWindow()
    }
}

extension Command {
    /// The named tab, if any, whose page it changes without selecting it. The program of the tab may do so without the PIN.
    public var changedPage: TabID? {
        switch self {
        case .push(let tab, _), .pop(let tab), .popToRoot(let tab): tab
        case .show(let tab, _), .follow(let tab, _): tab
        default: nil
        }
    }

    /// True if the configuration, the time or the lock causes it: no lock refuses it; a guarded tab is taken from the front.
    fileprivate var isOfShell: Bool {
        switch self {
        case .configure, .setUnlocked, .endExpired, .idle: true
        default: false
        }
    }
}

extension ShellState {
    /// The tabs whose pages, sheets or menus are visible or have the keyboard focus. May have duplicates.
    fileprivate var tabsInFront: [TabID] {
        let drag = drag.flatMap { $0.release == nil ? $0 : nil }
        let focus = bar.focus.flatMap { $0.isPage || $0.action != nil ? $0.tab : nil }
        return [selection?.tab, sheet.tab, menu.tab, drag?.from, drag?.to, focus].compactMap(\.self)
    }
}
