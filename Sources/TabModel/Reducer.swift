// SPDX-License-Identifier: MIT

extension ShellState {
    /// The state after a command, and what has to be done about it. Pure: it reads no clock and does nothing.
    ///
    /// - Throws: ``Refusal`` when the command makes no sense in this state.
    public func reduce(_ command: Command) throws(Refusal) -> (state: ShellState, effects: [Effect]) {
        var next = self
        switch command {
        case .select(let tab, let time):
            return try next.select(tab, at: time)
        case .selectNext(let time):
            return try next.select(neighbour(1), at: time)
        case .selectPrevious(let time):
            return try next.select(neighbour(-1), at: time)
        case .report(let status):
            guard let index = programs.firstIndex(where: { $0.program == status.program }) else {
                throw .unknownProgram(status.program)
            }
            guard programs[index] != status else { return (self, []) }
            next.programs[index] = status
            let event = next.publish(.programs(next.programs))
            return (next, [event])
        }
    }

    private mutating func select(_ tab: TabID, at time: UInt64) throws(Refusal) -> (ShellState, [Effect]) {
        guard let look, let current = selection else { throw .noTabs }
        guard self.tab(tab) != nil else { throw .unknownTab(tab, known: tabs.map(\.id)) }
        if tab == current.tab {
            reselect = Reselection(tab: tab, count: reselect.count + 1, acceptedAt: time)
            let event = publish(.reselect(reselect))
            return (self, [event])
        }
        let selection = Selection(tab: tab, previous: current.tab, acceptedAt: time, transition: look.selection)
        self.selection = selection
        let event = publish(.selection(selection))
        return (self, [.persist, event])
    }

    private func neighbour(_ step: Int) throws(Refusal) -> TabID {
        guard let selection, let index = tabs.firstIndex(where: { $0.id == selection.tab }) else { throw .noTabs }
        return tabs[(index + step + tabs.count) % tabs.count].id
    }

    private mutating func publish(_ value: StateEvent.Value) -> Effect {
        revision += 1
        return .publish(StateEvent(revision: revision, value: value))
    }
}
