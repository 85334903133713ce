// SPDX-License-Identifier: MIT

/// The time since the last input, as a pure value: input and the time go in, steps and the next deadline come out. Times are
/// CLOCK_MONOTONIC, ns.
public struct IdleClock: Equatable, Sendable {
    /// The steps of the idle time under way restart with its beginning when they change.
    public var rules: IdleRules { didSet { if rules != oldValue { passed = 0 } } }
    /// True while there is input.
    public private(set) var isActive = false
    /// The end of the last input.
    public private(set) var quietSince: UInt64
    /// The number of steps that have passed since.
    private var passed = 0

    public init(_ rules: IdleRules = IdleRules(), at now: UInt64) {
        self.rules = rules
        quietSince = now
    }

    /// Takes notice of input that begins, or of its end.
    ///
    /// - Returns: ``IdleStep/active`` if it ends an idle time.
    public mutating func input(isActive: Bool, at time: UInt64) -> [IdleStep] {
        self.isActive = isActive
        quietSince = time
        defer { passed = 0 }
        return passed > 0 ? [.active] : []
    }

    /// Returns the steps that are due, in order.
    public mutating func advance(to now: UInt64) -> [IdleStep] {
        guard !isActive else { return [] }
        let due = rules.steps.dropFirst(passed).prefix { now >= quietSince + $0.after }.map(\.step)
        passed += due.count
        return due
    }

    /// The time of the next step; nil for never.
    public var deadline: UInt64? {
        guard !isActive else { return nil }
        return rules.steps.dropFirst(passed).first.map { quietSince + $0.after }
    }
}
