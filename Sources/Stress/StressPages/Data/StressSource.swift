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

    func add(_ session: Session) throws(StressFailure)

    func add(_ note: Note) throws(StressFailure)

    /// Deletes items, which can be undone.
    ///
    /// - Returns: the id of the deletion; nil when there was nothing to delete.
    func delete(_ request: DeleteRequest) throws(StressFailure) -> Int64?

    func undo(_ deletion: Int64) throws(StressFailure)

    /// Frees cached memory.
    func releaseMemory()
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
