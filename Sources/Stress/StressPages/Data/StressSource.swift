// SPDX-License-Identifier: MIT

public import StressModel

/// Where the pages have their measurements from. A page knows no database, and reads no clock.
///
/// Calls return at once, or nearly: what is asked for is always bounded.
public protocol StressSource: AnyObject {
    /// Where days begin and end.
    var place: LocalTimeZone { get }

    /// What the clock on the wall shows at a time, CLOCK_MONOTONIC in ns.
    func wallClock(at time: UInt64) -> Timestamp

    /// Whether its clock runs; a made-up one stands still.
    var isLive: Bool { get }

    /// The measurements before a place in the history, newest first.
    func measurements(before cursor: Measurement.Cursor?, limit: Int) throws(StressFailure) -> [Measurement]

    func sessions(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Session>]

    /// What the heart did before and after a session.
    func readings(around session: Session) throws(StressFailure) -> SessionReadings

    func notes(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Note>]

    /// What is said of all heart rates of a time; nil where there are none.
    func heartRates(in range: Range<Timestamp>) throws(StressFailure) -> Statistics?

    /// What is said of the heart rates of each day of a time that has some, newest first.
    func heartRateDays(in range: Range<Timestamp>, limit: Int) throws(StressFailure) -> [HeartRateDay]

    func add(_ session: Session) throws(StressFailure)

    func add(_ note: Note) throws(StressFailure)

    /// Deletes, so that it can be undone.
    ///
    /// - Returns: the deletion; nil when there was nothing to delete.
    func delete(_ removal: DeleteRequest) throws(StressFailure) -> Int64?

    func undo(_ deletion: Int64) throws(StressFailure)

    /// Lets go of what can be had again.
    func releaseMemory()
}

/// Why there are no measurements to show.
public struct StressFailure: Error, Equatable, Sendable {
    /// A sentence for a person.
    public var reason: String

    public init(reason: String) {
        self.reason = reason
    }
}

/// One measurement of the heart rate variability, in one or both of its measures.
public struct Measurement: Equatable, Sendable {
    public var id: Int64
    public var time: Timestamp
    /// ms.
    public var rmssd: Double?
    /// ms.
    public var sdnn: Double?
    /// Beats a minute: measured with it, or near to it in time.
    public var heartRate: Double?

    public init(id: Int64, time: Timestamp, rmssd: Double? = nil, sdnn: Double? = nil, heartRate: Double? = nil) {
        self.id = id
        self.time = time
        self.rmssd = rmssd
        self.sdnn = sdnn
        self.heartRate = heartRate
    }

    /// A place in the history: just before a measurement.
    public struct Cursor: Equatable, Sendable {
        public var time: Timestamp
        public var id: Int64

        public init(time: Timestamp, id: Int64) {
            self.time = time
            self.id = id
        }
    }

    var cursor: Cursor { Cursor(time: time, id: id) }

    /// It as a reading of one measure.
    func reading(_ measure: Variability) -> Reading? {
        (measure == .rmssd ? rmssd : sdnn).map { Reading(time: time, variability: $0, heartRate: heartRate) }
    }

    /// The variability that is shown for it, ms.
    var variability: Double { rmssd ?? sdnn ?? 0 }
}

/// What is to be deleted.
public enum DeleteRequest: Equatable, Sendable {
    case item(HistoryItem)
    case everything(in: Range<Timestamp>)
}

/// Something in the history.
public enum HistoryItem: Equatable, Sendable {
    case measurement(Measurement)
    /// A day on which nothing but heart rates was measured, of which there may be thousands. No level can be told of it.
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

    /// What a person calls one.
    var word: String {
        switch self {
        case .measurement: "Reading"
        case .heartRates: "Heart rates"
        case .session(let session): session.value.kind == QuickAction.kind ? "Action" : "Exercise"
        case .note: "Note"
        }
    }
}
