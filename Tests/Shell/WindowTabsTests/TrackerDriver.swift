import ShellModel

@testable import WindowTabs

/// A state with two windows, a page and a selection.
func state(
    _ selected: TabID, title: WindowBinding.TitlePolicy = .none,
    badge: WindowBinding.BadgePolicy = .none, presses: Int = 0, appIDs: [TabID: [AppIDPattern]] = [:],
    fills: Bool = false
) throws -> ShellState {
    let tabs = (["home", "one", "two"] as [TabID]).map { id in
        Tab(
            id: id, title: id.rawValue, icon: "", accessibilityLabel: "", accessibilityHint: "",
            window: id == "home"
                ? nil : WindowBinding(appIDs: appIDs[id] ?? ["app.\(id)"], title: title, badge: badge, fills: fills)
        )
    }
    var state = ShellState(
        try ShellConfiguration(tabs: tabs, look: Look()), restoring: PersistentState(selected: selected), now: 1)
    for _ in 0..<presses { state = try state.reduce(.select(selected), at: 1).state }
    return state
}

/// The focus of a window: none, held, held and just got, or lost again.
enum Focus {
    case none, held, got, brief
}

/// A window of a program of no tab, by its app-id.
func named(_ id: Int64, _ appID: String, _ focus: Focus = .none, parent: Int64? = nil) -> WindowFacts {
    var facts = WindowFacts(id: id)
    (facts.appID, facts.parent) = (appID, parent)
    facts.isActivated = focus == .held || focus == .got
    facts.wasActivated = focus == .got || focus == .brief
    return facts
}

/// A window of a tab.
func window(_ id: Int64, _ tab: TabID, _ focus: Focus = .none, title: String = "") -> WindowFacts {
    var facts = named(id, "app.\(tab)", focus)
    facts.title = title
    return facts
}

/// A tracker with a clock, and with a compositor that handles each request at once.
struct TrackerDriver {
    typealias Step = WindowTabTracker.Step

    var tracker = WindowTabTracker()
    var now: UInt64 = 1_000_000_000

    mutating func update(_ state: ShellState) -> [Step] { answered(tracker.update(state, at: now)) }
    mutating func changed(_ window: WindowFacts) -> [Step] { answered(tracker.changed(window, at: now)) }
    /// Changes whose steps are not looked at.
    mutating func change(_ windows: WindowFacts...) { for window in windows { _ = changed(window) } }
    mutating func closed(_ id: Int64) -> [Step] { answered(tracker.closed(id, at: now)) }
    mutating func ready() -> [Step] { answered(tracker.ready(at: now)) }

    /// Advances the time until nothing is left to decide.
    mutating func settle() -> [Step] {
        var steps: [Step] = []
        while let deadline = tracker.deadline {
            now = max(now, deadline)
            steps += answered(tracker.check(at: now))
        }
        return steps
    }

    private mutating func answered(_ steps: [Step]) -> [Step] {
        for step in steps {
            if case .sync = step { tracker.syncFinished(at: now) }
            if case .front(.cover) = step { _ = tracker.handle(.coverHandled, at: now) }
        }
        return steps
    }
}

/// The tracker after the list of windows is complete.
func ready(_ state: ShellState, _ windows: WindowFacts...) -> TrackerDriver {
    var tabs = TrackerDriver()
    _ = tabs.update(state)
    for window in windows { _ = tabs.changed(window) }
    _ = tabs.ready()
    _ = tabs.settle()
    return tabs
}

/// A state whose only tab is a page.
func stateWithoutWindowTabs() throws -> ShellState {
    let tab = Tab(id: "home", title: "", icon: "", accessibilityLabel: "", accessibilityHint: "")
    return ShellState(try ShellConfiguration(tabs: [tab], look: Look()), now: 1)
}
