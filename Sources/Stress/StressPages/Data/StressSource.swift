// SPDX-License-Identifier: MIT

import Localization
public import StressModel

/// The source of the pages' measurements and of their time. Pages depend neither on a database nor on a clock.
///
/// Calls return quickly: every query is bounded.
public protocol StressSource: AnyObject {
    /// The zone that defines the days.
    var timeZone: LocalTimeZone { get }

    /// The wall-clock time at a time of CLOCK_MONOTONIC in ns.
    func wallClock(at time: UInt64) -> Timestamp

    /// True if its clock runs; that of synthetic measurements stands still.
    var isLive: Bool { get }

    /// The measurements before a position in the history, newest first.
    func measurements(before cursor: Measurement.Cursor?, limit: Int) throws(StressFailure) -> [Measurement]

    func sessions(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Session>]

    /// The measurements before and after a session.
    func readings(around session: Session) throws(StressFailure) -> SessionReadings

    func notes(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Note>]

    /// The statistics of all heart rates of a range; nil without values.
    func heartRates(in range: Range<Timestamp>) throws(StressFailure) -> Statistics?

    /// Summaries of the days of a range with heart rates, newest first.
    func heartRateDays(in range: Range<Timestamp>, limit: Int) throws(StressFailure) -> [HeartRateDay]

    /// Stores a session or a note, which is kept and tried again until it is stored.
    ///
    /// - Parameters:
    ///   - now: CLOCK_MONOTONIC in ns.
    ///   - outcome: called with the time then while it waits, with each new reason, and once when it is stored; perhaps before this
    ///     function returns.
    func add(_ addition: Addition, now: UInt64, outcome: @escaping (AdditionOutcome, UInt64) -> Void)

    /// Deletes items, which can be undone.
    ///
    /// - Returns: the id of the deletion; nil when there was nothing to delete.
    func delete(_ request: DeleteRequest) throws(StressFailure) -> Int64?

    func undo(_ deletion: Int64) throws(StressFailure)

    /// Frees cached memory.
    func releaseMemory()
}

/// Something that a person has recorded.
public enum Addition: Equatable, Sendable {
    case session(Session)
    case note(Note)
}

public enum AdditionOutcome: Equatable, Sendable {
    /// It is on the disk.
    case stored
    /// It is not stored yet; the reason is a sentence for a person.
    case waiting(reason: String)
}

/// The reason why measurements cannot be shown or changed.
public struct StressFailure: Error, Equatable, Sendable {
    /// A sentence for a person.
    public var reason: String

    public init(reason: String) {
        self.reason = reason
    }
}

/// A request to delete items.
public enum DeleteRequest: Equatable, Sendable {
    case item(HistoryItem)
    case everything(in: Range<Timestamp>)
}

/// An item of the history.
public enum HistoryItem: Equatable, Sendable {
    case measurement(Measurement)
    /// A day with only heart rates, of which there may be thousands. It has no level.
    case heartRates(HeartRateDay)
    case session(Identified<Session>)
    case note(Identified<Note>)

    public var time: Timestamp {
        switch self {
        case .measurement(let measurement): measurement.time
        case .heartRates(let day): day.last
        case .session(let session): session.value.start
        case .note(let note): note.value.time
        }
    }

    public var measurement: Measurement? {
        if case .measurement(let measurement) = self { measurement } else { nil }
    }

    /// The name of its kind that is shown.
    var word: String {
        switch self {
        case .measurement: localized("Reading")
        case .heartRates: localized("Heart rates")
        case .session(let session):
            session.value.kind == FlashMenu.actionKind ? localized("Action") : localized("Exercise")
        case .note: localized("Note")
        }
    }
}
