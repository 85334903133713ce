/// The time since the last input. Times are CLOCK_MONOTONIC, ns.
struct IdleClock: Equatable, Sendable {
    /// A change restarts the steps of the idle time under way.
    var rules: IdleRules { didSet { if rules != oldValue { passed = 0 } } }
    /// True while there is input.
    private(set) var isActive = false
    private(set) var quietSince: UInt64
    /// The number of steps that have passed since.
    private var passed = 0

    init(_ rules: IdleRules = IdleRules(), at now: UInt64) {
        self.rules = rules
        quietSince = now
    }

    /// Records input that begins or ends. Returns ``IdleStep/active`` if it ends an idle time.
    mutating func input(isActive: Bool, at time: UInt64) -> [IdleStep] {
        self.isActive = isActive
        quietSince = time
        defer { passed = 0 }
        return passed > 0 ? [.active] : []
    }

    /// Returns the steps that are due, in order.
    mutating func advance(to now: UInt64) -> [IdleStep] {
        guard !isActive else { return [] }
        let due = rules.steps.dropFirst(passed).prefix { now >= quietSince + $0.after }.map(\.step)
        passed += due.count
        return due
    }

    /// The time of the next step; nil for never.
    var deadline: UInt64? {
        guard !isActive else { return nil }
        return rules.steps.dropFirst(passed).first.map { quietSince + $0.after }
    }
}
