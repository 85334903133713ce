// SPDX-License-Identifier: MIT

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

/// A measurement of heart rate variability in one or both measures.
public struct Measurement: Equatable, Sendable {
    public var id: Int64
    public var time: Timestamp
    /// RMSSD, ms.
    public var rmssd: Double?
    /// SDNN, ms.
    public var sdnn: Double?
    /// The heart rate measured with it or near it in time, beats a minute.
    public var heartRate: Double?

    public init(id: Int64, time: Timestamp, rmssd: Double? = nil, sdnn: Double? = nil, heartRate: Double? = nil) {
        self.id = id
        self.time = time
        self.rmssd = rmssd
        self.sdnn = sdnn
        self.heartRate = heartRate
    }

    /// A position in the history: just before a measurement.
    public struct Cursor: Equatable, Sendable {
        public var time: Timestamp
        public var id: Int64

        public init(time: Timestamp, id: Int64) {
            self.time = time
            self.id = id
        }
    }

    var cursor: Cursor { Cursor(time: time, id: id) }

    /// Its reading of one measure; nil without that measure.
    func reading(_ measure: Variability) -> Reading? {
        (measure == .rmssd ? rmssd : sdnn).map { Reading(time: time, variability: $0, heartRate: heartRate) }
    }

    /// The variability that is displayed, ms.
    var variability: Double { rmssd ?? sdnn ?? 0 }
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

    /// The name of its kind that is shown.
    var word: String {
        switch self {
        case .measurement: "Reading"
        case .heartRates: "Heart rates"
        case .session(let session): session.value.kind == QuickAction.kind ? "Action" : "Exercise"
        case .note: "Note"
        }
    }
}
