import Localization

/// The source of the pages' measurements and of their time. No call waits for a disk.
protocol StressSource: AnyObject {
    var timeZone: LocalTimeZone { get }

    /// The wall-clock time at a time of CLOCK_MONOTONIC in ns.
    func wallClock(at time: UInt64) -> Timestamp

    /// True while the page is in front. Behind another one, it retries nothing.
    var isShown: Bool { get set }

    /// True if its clock runs; synthetic measurements have one that stands still.
    var isLive: Bool { get }

    /// Reads measurements. Reads and changes happen in the order of their calls, unless a change has to wait.
    ///
    /// - Parameters:
    ///   - query: called beside the page's loop. Each of its queries is bounded.
    ///   - completion: called once with the result, perhaps before this function returns.
    func read<Value: Sendable>(
        _ query: @escaping @Sendable (StressStore) throws -> Value,
        completion: @escaping (Result<Value, StressFailure>) -> Void)

    /// Makes a change. A failed one is kept and retried. An addition is kept until it is stored.
    ///
    /// - Parameters:
    ///   - now: CLOCK_MONOTONIC in ns.
    ///   - outcome: called with the time then while it waits, with each new reason, and once at its end; perhaps before this
    ///     function returns.
    func change(_ change: StressChange, now: UInt64, outcome: @escaping (StressChange.Outcome, UInt64) -> Void)

    func releaseMemory()
}

/// The reason for missing measurements.
struct StressFailure: Error, Equatable, Sendable {
    var reason: String
    /// True if the source reports a change once a retry makes sense.
    var isTemporary = false
}

enum HistoryItem: Equatable, Sendable {
    case measurement(Measurement)
    /// A day with only heart rates, perhaps thousands. It lacks a level.
    case heartRates(HeartRateDay)
    case session(Identified<Session>)
    case note(Identified<Note>)

    var time: Timestamp {
        switch self {
        case .measurement(let measurement): measurement.time
        case .heartRates(let day): day.last
        case .session(let session): session.value.start
        case .note(let note): note.value.time
        }
    }

    var measurement: Measurement? {
        if case .measurement(let measurement) = self { measurement } else { nil }
    }

    /// The records to delete with it.
    var selection: StressStore.Selection {
        switch self {
        case .measurement(let measurement): .record(.sample, id: measurement.id)
        case .heartRates(let day): .heartRates(in: day.extent)
        case .session(let session): .record(.session, id: session.id)
        case .note(let note): .record(.note, id: note.id)
        }
    }

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
