/// A selection for a limited time. It ends early, and its tab stays, when somebody uses the shell.
public struct Visit: Equatable, Sendable {
    /// The tab that returns to the front at the end.
    public var from: TabID
    /// CLOCK_MONOTONIC, ns.
    public var endsAt: UInt64

    public init(from: TabID, endsAt: UInt64) {
        self.from = from
        self.endsAt = endsAt
    }
}

extension Command {
    /// True if it comes from a user, or from a program on behalf of one.
    var isUse: Bool {
        switch self {
        case .select, .selectNext, .selectPrevious, .drag, .endDrag, .open, .push, .pop, .popToRoot, .follow, .run,
            .setSheet, .setMenu, .minimize, .focus, .scrolled, .touched:
            true
        default: false
        }
    }
}

extension ShellState {
    /// The maximum duration of a limited part of the state, ns: a week.
    public static let maximumDuration: UInt64 = 7 * 24 * 3600 * 1_000_000_000

    /// The next time when a part of the state ends: CLOCK_MONOTONIC, ns; nil for never.
    public var nextEnd: UInt64? {
        [message?.endsAt, selection?.visit?.endsAt, lock?.endsAt].compactMap(\.self).min()
    }
}

extension StateTransaction {
    /// Selects a page for a duration. A visit during another one leads back to the first one's origin.
    mutating func visit(_ id: TabID, for duration: UInt64, on output: String?) throws(CommandError) {
        guard try find(id).role == .page else { throw .noPage(id) }
        let from = origin.selection.map { $0.visit?.from ?? $0.tab }
        if origin.selection?.tab != id || output != nil { try select(id, on: output) }
        guard let from, from != id else { return }
        let visit = Visit(from: from, endsAt: end(after: duration))
        state.selection?.visit = visit
    }

    func end(after duration: UInt64) -> UInt64 { time + min(duration, ShellState.maximumDuration) }

    mutating func endExpired() {
        if let end = state.lock?.endsAt, end <= time { setUnlocked(false) }
        if let end = state.message?.endsAt, end <= time { state.message = nil }
        guard let visit = state.selection?.visit, visit.endsAt <= time, let motion = state.motion else { return }
        state.selection?.visit = nil
        let end = state.isGuarded(visit.from) ? start : visit.from
        guard let end, end != state.selection?.tab, state.tab(end)?.role == .page else { return }
        reveal(end, after: state.selection?.tab, motion: motion)
        showSelectedWindow()
    }
}
