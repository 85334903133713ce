/// The rules of a shell with a PIN: `[lock]`. They lack its hash, since each client gets them.
public struct LockRules: Equatable, Sendable {
    /// The tabs that need the PIN.
    public var tabs: [TabID]
    /// The actions that need it.
    public var actions: [ActionID]
    /// True if clients need it to change the tabs, the look and the display, and for pictures of the screen.
    public var guardsChanges: Bool
    /// The time for which the PIN unlocks, s.
    public var unlockFor: Double

    public init(
        tabs: [TabID] = [], actions: [ActionID] = [], guardsChanges: Bool = true, unlockFor: Double = defaultUnlockFor
    ) {
        self.tabs = tabs
        self.actions = actions
        self.guardsChanges = guardsChanges
        self.unlockFor = unlockFor
    }

    /// ``unlockFor`` in ns.
    var duration: UInt64 { UInt64(unlockFor * 1e9) }

    public static let defaultUnlockFor = 60.0
    /// The allowed times, s.
    public static let times = 5.0...86_400.0
}

public struct LockState: Equatable, Sendable {
    public var rules: LockRules
    public var isUnlocked: Bool
    /// The time at which the shell locks again after a PIN, CLOCK_MONOTONIC, ns; nil while locked.
    public var endsAt: UInt64?
    /// The request for which the PIN pad is shown; nil without a pad.
    public var prompt: LockPrompt?

    public init(rules: LockRules, isUnlocked: Bool = false, endsAt: UInt64? = nil, prompt: LockPrompt? = nil) {
        self.rules = rules
        self.isUnlocked = isUnlocked
        self.endsAt = endsAt
        self.prompt = prompt
    }
}

/// A request that needs the PIN.
public enum LockPrompt: Equatable, Sendable {
    case tab(TabID)
    case action(ActionID)

    /// The identifier of the tab or the action.
    public var id: String {
        switch self {
        case .tab(let id): id.rawValue
        case .action(let id): id.rawValue
        }
    }
}

extension ShellState {
    /// True if a lock is configured and the PIN was not entered.
    public var isLocked: Bool { lock.map { !$0.isUnlocked } ?? false }

    /// Returns true if a tab needs the PIN now.
    public func isGuarded(_ tab: TabID) -> Bool { isLocked && lock?.rules.tabs.contains(tab) == true }

    /// Returns the stops of a rotation whose tabs do not need the PIN now.
    func unguarded(_ stops: [RotationRules.Stop]) -> [RotationRules.Stop] {
        isLocked ? stops.filter { !isGuarded($0.tab) } : stops
    }

    /// Returns true if an action needs the PIN now.
    public func isGuarded(_ action: ActionID) -> Bool { isLocked && lock?.rules.actions.contains(action) == true }
}
