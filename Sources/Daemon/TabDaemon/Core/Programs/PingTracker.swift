/// The pings to one program, and its answers. A value without a clock or I/O.
struct PingTracker: Equatable {
    /// The times after which a program that does not answer is reported and restarted.
    struct Timeouts: Equatable {
        /// After an unanswered ping, ns.
        var report: UInt64 = 5_000_000_000
        /// After an unanswered ping, ns; nil never restarts.
        var restart: UInt64? = 30_000_000_000

        /// Times in seconds; nil for never.
        init(restart: Double?) {
            self.restart = restart.map { UInt64($0 * 1_000_000_000) }
            report = min(report, (self.restart ?? .max) / 2)
        }
    }

    enum Verdict: Equatable {
        case none
        /// The time to report it has passed.
        case unresponsive
        /// The time to restart it has passed.
        case overdue
    }

    /// The delay of a wake-up that shows that the daemon itself, and perhaps the program, was suspended or starved; ns.
    private static let tolerance: UInt64 = 1_000_000_000

    private(set) var serial: UInt64 = 0
    /// The time of the unanswered ping, ns; nil without one.
    private(set) var sentAt: UInt64?
    private(set) var isUnresponsive = false
    /// True once the restart is due; it is due once.
    private var isOverdue = false

    /// Begins a ping, and returns its number; nil while an earlier one is unanswered.
    mutating func send(at now: UInt64) -> UInt64? {
        guard sentAt == nil else { return nil }
        serial += 1
        sentAt = now
        return serial
    }

    /// Ends a ping; false for the answer to another one.
    mutating func answered(_ serial: UInt64) -> Bool {
        guard serial == self.serial, sentAt != nil else { return false }
        sentAt = nil
        (isUnresponsive, isOverdue) = (false, false)
        return true
    }

    /// The time of the next ``check(at:_:)``; nil for never. Until its first answer, a program is reported only for a restart.
    func deadline(_ timeouts: Timeouts) -> UInt64? {
        guard let sentAt, !isOverdue else { return nil }
        if isUnresponsive { return timeouts.restart.map { sentAt + $0 } }
        return sentAt + (serial == 1 ? timeouts.restart ?? timeouts.report : timeouts.report)
    }

    /// Judges a program whose deadline has come.
    mutating func check(at now: UInt64, _ timeouts: Timeouts) -> Verdict {
        guard let deadline = deadline(timeouts), now >= deadline else { return .none }
        if now - deadline > Self.tolerance {
            excuse(at: now)
            return .none
        }
        if isUnresponsive { isOverdue = true }
        isUnresponsive = true
        return isOverdue ? .overdue : .unresponsive
    }

    /// Gives the program the full time again, because it could not have answered.
    mutating func excuse(at now: UInt64) {
        if sentAt != nil { sentAt = now }
        (isUnresponsive, isOverdue) = (false, false)
    }
}
