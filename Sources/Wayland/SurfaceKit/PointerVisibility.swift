public struct PointerHidingRule: Equatable, Sendable {
    /// The time without movement after which the pointer is hidden, s; nil for never.
    public var delay: Double?
    /// True to hide the pointer from a touch until it moves.
    public var hidesOnTouch: Bool

    public init(delay: Double? = nil, hidesOnTouch: Bool = false) {
        self.delay = delay
        self.hidesOnTouch = hidesOnTouch
    }
}

/// The visibility of a pointer. Times are CLOCK_MONOTONIC, ns.
struct PointerVisibility: Equatable {
    var rule = PointerHidingRule()
    private var movedAt: UInt64 = 0
    private var isTouched = false

    init(_ rule: PointerHidingRule) {
        self.rule = rule
    }

    mutating func moved(at time: UInt64) {
        (movedAt, isTouched) = (time, false)
    }

    mutating func touched() {
        isTouched = true
    }

    func isHidden(at time: UInt64) -> Bool {
        rule.hidesOnTouch && isTouched || deadline.map { time >= $0 } ?? false
    }

    /// The time at which a resting pointer is hidden; nil for never.
    var deadline: UInt64? { rule.delay.map { movedAt + UInt64($0 * 1e9) } }
}
