/// The rules for an unattended screen: `[idle]`. Times are in seconds without input; nil for never.
public struct IdleRules: Equatable, Sendable {
    /// The time after which the shell returns to its start.
    public var returnAfter: Double?
    /// The start tab; nil: the first page.
    public var returnTo: TabID?
    /// True if a return discards unsaved text.
    public var clearsText: Bool
    /// True if a return restores the configured look, appearance and preferences.
    public var resets: Bool
    /// The time after which the screen is darker.
    public var dimAfter: Double?
    /// The time after which the screen is black.
    public var blankAfter: Double?
    public var pointer: PointerHiding

    public init(
        returnAfter: Double? = nil, returnTo: TabID? = nil, clearsText: Bool = false, resets: Bool = false,
        dimAfter: Double? = nil, blankAfter: Double? = nil, pointer: PointerHiding = .never
    ) {
        self.returnAfter = returnAfter
        self.returnTo = returnTo
        self.clearsText = clearsText
        self.resets = resets
        self.dimAfter = dimAfter
        self.blankAfter = blankAfter
        self.pointer = pointer
    }

    /// The allowed times, s. The first second after an input belongs to it.
    public static let times = 2.0...604_800.0
    /// The allowed times after which the pointer is hidden, s.
    public static let pointerTimes = 0.5...3600.0

    var steps: [(after: UInt64, step: IdleStep)] {
        let steps: [(Double?, IdleStep)] = [
            (returnAfter, .returned), (dimAfter, .dimmed), (blankAfter, .blanked),
        ]
        return steps.compactMap { time, step in time.map { (UInt64($0 * 1e9), step) } }
            .enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map { (after: $0.element.0, step: $0.element.1) }
    }
}

public enum IdleStep: Equatable, Sendable, CaseIterable {
    /// The screen is in use.
    case active
    /// The shell returns to its start.
    case returned
    case dimmed
    case blanked
}

/// The rule for hiding the pointer.
public enum PointerHiding: Hashable, Sendable {
    case never
    case always
    /// While it does not move for a time, s.
    case after(Double)
    /// From a touch until the pointer moves.
    case touch

    /// The words for the rules without a time, in the configuration and in the protocol.
    package static let words: [(word: String, rule: PointerHiding)] = [
        ("never", .never), ("always", .always), ("touch", .touch),
    ]

    /// The time without movement after which the pointer is hidden, s; nil for never.
    public var delay: Double? {
        switch self {
        case .never, .touch: nil
        case .always: 0
        case .after(let seconds): seconds
        }
    }
}
