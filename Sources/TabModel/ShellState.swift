// SPDX-License-Identifier: MIT

/// The whole truth about the shell. The daemon holds one, and each subscriber holds a replica that it keeps in step by
/// applying events; the daemon's own copy changes only through ``reduce(_:)``.
public struct ShellState: Equatable, Sendable {
    /// Rises by one with each change of a topic, and never falls.
    public internal(set) var revision: UInt64
    public internal(set) var tabs: [Tab]
    public internal(set) var look: Look?
    /// Nil only in a replica that has heard nothing yet.
    public internal(set) var selection: Selection?
    public internal(set) var reselect: Reselection
    public internal(set) var programs: [ProgramStatus]

    /// A replica that has heard nothing yet.
    public init() {
        revision = 0
        tabs = []
        look = nil
        selection = nil
        reselect = .never
        programs = []
    }

    /// The daemon's state at its start.
    ///
    /// - Parameters:
    ///   - tabs: at least one.
    ///   - selected: the tab that was in front when the daemon last ran; one that no longer exists gives the first.
    ///   - now: CLOCK_MONOTONIC, ns.
    /// - Throws: ``Refusal/noTabs`` for an empty list, ``Refusal/duplicateTab(_:)`` when two tabs share an id.
    public init(tabs: [Tab], look: Look, selected: TabID?, now: UInt64) throws(Refusal) {
        guard let first = tabs.first else { throw .noTabs }
        var seen: Set<TabID> = []
        for tab in tabs where !seen.insert(tab.id).inserted {
            throw .duplicateTab(tab.id)
        }
        self.init()
        revision = 1
        self.tabs = tabs
        self.look = look
        selection = Selection(
            tab: selected.flatMap { seen.contains($0) ? $0 : nil } ?? first.id,
            previous: nil, acceptedAt: now,
            transition: Transition(duration: 0, curve: look.selection.curve))
        programs = [ProgramStatus(program: .panel)] + tabs.map { ProgramStatus(program: .page($0.id)) }
    }

    public func tab(_ id: TabID) -> Tab? {
        tabs.first { $0.id == id }
    }

    public func status(of program: Program) -> ProgramStatus? {
        programs.first { $0.program == program }
    }
}
