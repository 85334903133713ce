// SPDX-License-Identifier: MIT

/// The whole truth about the shell. The daemon holds one, and each subscriber holds a replica that it keeps in step by
/// applying events; the daemon's own copy changes only through ``reduce(_:)``.
public struct ShellState: Equatable, Sendable {
    /// The most words that a path may have, and the most bytes that a word may have.
    public static let longestPath = 64
    public static let longestWord = 1024

    /// Rises by one with each change of a topic, and never falls.
    public internal(set) var revision: UInt64 = 0
    public internal(set) var tabs: [Tab] = []
    public internal(set) var actions: [Action] = []
    /// Nil only in a replica that has heard nothing yet.
    public internal(set) var look: Look?
    public internal(set) var appearance = AppearanceState(value: .light, acceptedAt: 0)
    /// Nil only in a replica that has heard nothing yet.
    public internal(set) var selection: Selection?
    public internal(set) var reselect = Reselection.never
    public internal(set) var badges: [TabID: Badge] = [:]
    /// Where in its page each tab is; one that is missing is at its root.
    public internal(set) var paths: [TabID: [String]] = [:]
    /// The windows that are tabs' pages, where they are there.
    public internal(set) var windows: [TabID: WindowState] = [:]
    public internal(set) var sheet = PresentedTab.none
    public internal(set) var menu = PresentedTab.none
    public internal(set) var bar = BarState.restored
    public internal(set) var action = ActionInvocation.never
    public internal(set) var programs: [ProgramStatus] = []

    /// A replica that has heard nothing yet.
    public init() {}

    /// The daemon's state at its start.
    ///
    /// - Parameters:
    ///   - memory: what the daemon knew when it last ran; what no longer fits is left out.
    ///   - now: CLOCK_MONOTONIC, ns.
    public init(_ setup: ShellConfiguration, memory: PersistentState = PersistentState(), now: UInt64) {
        revision = 1
        tabs = setup.tabs
        actions = setup.actions
        look = setup.look
        appearance = AppearanceState(value: memory.appearance ?? .light, acceptedAt: now)
        programs = setup.programs.map { ProgramStatus(program: $0) }
        let selected = memory.selected.flatMap { tab($0) }.flatMap { $0.role == .page ? $0.id : nil }
        if let tab = selected ?? setup.pages.first?.id {
            selection = Selection(
                tab: tab, previous: nil, acceptedAt: now,
                transition: Transition(duration: 0, timing: setup.look.motion[.select].timing),
                pageTransition: Transition(duration: 0, timing: setup.look.motion[.page].timing))
        }
        badges = memory.badges.filter { $0.value != .count(0) }
        paths = memory.paths
        forgetWhatDoesNotFit()
    }

    public func tab(_ id: TabID) -> Tab? {
        tabs.first { $0.id == id }
    }

    public func status(of program: Program) -> ProgramStatus? {
        programs.first { $0.program == program }
    }

    /// Where a tab is in its page; empty at its root.
    public func path(of tab: TabID) -> [String] { paths[tab] ?? [] }

    /// Whether some tab's page is a window. Pages then stand above all windows, since whatever is in front must be seen.
    public var hasWindowTabs: Bool { tabs.contains { $0.window != nil } }

    /// The badge that a tab's window gives to it.
    func windowBadge(of id: TabID) -> Badge? {
        guard let window = windows[id] else { return nil }
        return tab(id)?.window?.badge(for: window)
    }

    /// Whether a path is of a length that can be held.
    public static func holds(_ path: [String]) -> Bool {
        path.count <= longestPath && path.allSatisfy { $0.utf8.count <= longestWord }
    }

    /// Drops badges, windows and paths that belong to no tab, or to one that knows no such path.
    mutating func forgetWhatDoesNotFit() {
        badges = badges.filter { tab($0.key) != nil }
        windows = windows.filter { tab($0.key)?.window != nil }
        paths = paths.filter { id, path in
            guard let tab = tab(id), tab.role != .action, !path.isEmpty else { return false }
            return Self.holds(path) && tab.knows(path)
        }
    }

    /// What of the state survives the daemon.
    public var memory: PersistentState {
        // What a window says is said anew when it is seen.
        let lasting = windows.isEmpty ? badges : badges.filter { $0.value != windowBadge(of: $0.key) }
        return PersistentState(selected: selection?.tab, appearance: appearance.value, badges: lasting, paths: paths)
    }
}
