// SPDX-License-Identifier: MIT
import Localization

/// The source of the pages' measurements and of their time. No call waits for a disk.
protocol StressSource: AnyObject {
    /// The zone that defines the days.
    var timeZone: LocalTimeZone { get }

    /// The wall-clock time at a time of CLOCK_MONOTONIC in ns.
    func wallClock(at time: UInt64) -> Timestamp

    /// True while the page is in front. Behind another one, nothing is tried again.
    var isShown: Bool { get set }

    /// True if its clock runs; that of synthetic measurements stands still.
    var isLive: Bool { get }

    /// Reads measurements. Reads and changes are made in the order of their calls, unless a change has to wait.
    ///
    /// - Parameters:
    ///   - query: called beside the page's loop. Each of its queries is bounded.
    ///   - completion: called once with the result, perhaps before this function returns.
    func read<Value: Sendable>(
        _ query: @escaping @Sendable (StressStore) throws -> Value,
        completion: @escaping (Result<Value, StressFailure>) -> Void)

    /// Makes a change. One that cannot be made at the moment is kept and tried again. An addition is kept until it is stored.
    ///
    /// - Parameters:
    ///   - now: CLOCK_MONOTONIC in ns.
    ///   - outcome: called with the time then while it waits, with each new reason, and once at its end; perhaps before this
    ///     function returns.
    func change(_ change: StressChange, now: UInt64, outcome: @escaping (StressChange.Outcome, UInt64) -> Void)

    /// Frees cached memory.
    func releaseMemory()
}

/// The reason why measurements cannot be shown.
struct StressFailure: Error, Equatable, Sendable {
    /// A sentence for a person.
    var reason: String
    /// True if the source reports a change once it is worth trying again.
    var isTemporary = false
}

/// An item of the history.
enum HistoryItem: Equatable, Sendable {
    case measurement(Measurement)
    /// A day with only heart rates, of which there may be thousands. It is without a level.
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

    /// The records that its deletion removes.
    var selection: StressStore.Selection {
        switch self {
        case .measurement(let measurement): .record(.sample, id: measurement.id)
        case .heartRates(let day): .heartRates(in: day.extent)
        case .session(let session): .record(.session, id: session.id)
        case .note(let note): .record(.note, id: note.id)
        }
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
