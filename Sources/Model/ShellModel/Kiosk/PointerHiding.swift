// SPDX-License-Identifier: MIT

/// The rule by which the pointer is hidden.
public enum PointerHiding: Hashable, Sendable {
    case never
    case always
    /// While it does not move for a time, s.
    case after(Double)
    /// From a touch until the pointer moves.
    case touch

    /// The time without movement after which the pointer is hidden, s; nil for never.
    public var delay: Double? {
        switch self {
        case .never, .touch: nil
        case .always: 0
        case .after(let seconds): seconds
        }
    }
}
