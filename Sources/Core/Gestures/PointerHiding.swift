// SPDX-License-Identifier: MIT

/// The rule by which the pointer is hidden.
public enum PointerHiding: Hashable, Sendable {
    case never
    case always
    /// While it does not move for a time, s.
    case after(Double)
    /// From a touch until the pointer moves.
    case touch
}

/// The visibility of a pointer. Times are CLOCK_MONOTONIC, ns.
public struct PointerVisibility: Equatable, Sendable {
    public var rule: PointerHiding
    private var movedAt: UInt64 = 0
    private var isTouched = false

    public init(_ rule: PointerHiding = .never) {
        self.rule = rule
    }

    public mutating func moved(at time: UInt64) {
        (movedAt, isTouched) = (time, false)
    }

    public mutating func touched() {
        isTouched = true
    }

    /// Returns true if the pointer is hidden at a time.
    public func isHidden(at time: UInt64) -> Bool {
        switch rule {
        case .never: false
        case .always: true
        case .after: deadline.map { time >= $0 } ?? false
        case .touch: isTouched
        }
    }

    /// The time from which a pointer that does not move is hidden; nil without one.
    public var deadline: UInt64? {
        guard case .after(let seconds) = rule else { return nil }
        return movedAt + UInt64(seconds * 1e9)
    }
}
