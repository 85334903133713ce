// SPDX-License-Identifier: MIT

extension ShellState {
    /// The state after a command, and what has to be done about it. Pure: it reads no clock and does nothing.
    ///
    /// - Throws: ``Refusal`` when the command makes no sense in this state.
    public func reduce(_ command: Command) throws(CommandError) -> (state: ShellState, effects: [Effect]) {
        var change = StateTransaction(self)
        switch command {
        case .select(let tab, let time): try change.select(tab, at: time)
        case .selectNext(let time): try change.select(neighbour(1), at: time)
        case .selectPrevious(let time): try change.select(neighbour(-1), at: time)
        case .badge(let tab, let badge): try change.setBadge(badge, of: tab)
        case .push(let tab, let words): try change.push(words, onto: try page(tab))
        case .pop(let tab): try change.pop(try page(tab))
        case .popToRoot(let tab): change.setPath([], of: try page(tab))
        case .open(let tab, let route, let time): try change.open(tab, route, at: time)
        case .window(let tab, let window, let over, let time):
            try change.setWindow(window, of: tab, over: over, at: time)
        case .run(let action, let time): try change.run(action, at: time)
        case .showSheet(let tab, let time): try change.showSheet(tab, at: time)
        case .dismissSheet(let time): change.setSheet(nil, at: time)
        case .openMenu(let tab, let time): try change.openMenu(tab, at: time)
        case .closeMenu(let time): change.setMenu(nil, at: time)
        case .minimize(let isMinimized, let time): try change.minimize(isMinimized, at: time)
        case .scrolled(let tab, let direction, let time): try change.scrolled(tab, direction, at: time)
        case .setAppearance(let appearance, let time): change.setAppearance(appearance, at: time)
        case .configure(let setup, let time): change.configure(setup, at: time)
        case .enter(let scene, let time): try change.enter(scene, at: time)
        case .report(let status): try change.report(status)
        }
        let effects = change.conclude()
        return (change.state, effects)
    }

    private func neighbour(_ step: Int) throws(CommandError) -> TabID {
        let pages = tabs.filter { $0.role == .page }
        guard let selection, let index = pages.firstIndex(where: { $0.id == selection.tab }) else { throw .noTabs }
        return pages[(index + step + pages.count) % pages.count].id
    }

    /// The tab that is meant, which must have a page, and so a path.
    private func page(_ named: TabID?) throws(CommandError) -> TabID {
        guard let id = named ?? sheet.tab ?? selection?.tab else { throw .noTabs }
        guard let tab = tab(id) else { throw .unknownTab(id, known: tabs.map(\.id)) }
        guard tab.role != .action else { throw .noPath(id) }
        return id
    }
}
