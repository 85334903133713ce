import EventLoop
import Localization

/// The measurements of a database, which the first query opens, beside the loop.
final class StoreSource: StressSource {
    /// The size of SQLite's page cache, KiB.
    private static let cache = 512
    /// The busy timeout, s, and the time after which an unfinished call is reported, ns.
    private static let timeout = 1.0
    private static let reportTimeout: UInt64 = 1_500_000_000
    /// The intervals of retries of a failed query or change, ns: they double.
    private static let retryIntervals: ClosedRange<UInt64> = 100_000_000...60_000_000_000

    /// Called after a change of the measurements, or of a change's outcome.
    var onChange: () -> Void = {}
    var onRead: () -> Void = {}

    let timeZone: LocalTimeZone
    /// The time of a stopped clock; nil: the system's clock.
    private let stoppedClock: Timestamp?
    private let worker: StoreWorker
    /// The changes that are not stored yet, oldest first, with the reason that was reported.
    private var pending: [(change: StressChange, reason: String?, outcome: (StressChange.Outcome, UInt64) -> Void)] = []
    /// True while the first one is in progress.
    private var isChanging = false
    private var onFlushed: (() -> Void)?
    private(set) var retryTimer: EventLoop.Timer?
    /// True if a query or change has failed since the last attempt.
    private var hasFailed = false
    private var retryInterval = StoreSource.retryIntervals.lowerBound
    private var zoneWatcher: FileWatcher?

    /// - Parameters:
    ///   - path: the database's file; nil for the default one.
    ///   - loop: watches for changes, and gets the answers; nil for a program that blocks on each.
    init(path: String?, loop: EventLoop?, environment: (String) -> String?) {
        (timeZone, stoppedClock) = (.system, nil)
        let path = Result { () throws(StoreError) in
            if let path { path } else { try StressStore.defaultPath(environment: environment) }
        }
        worker = StoreWorker(on: loop, timeout: Self.reportTimeout) {
            try StressStore(path: path.get(), timeout: Self.timeout, cache: Self.cache)
        }
        worker.onChange = { [weak self] in self?.retry() }
        worker.onLate = { [weak self] in self?.reportLateness() }
        retryTimer = loop?.timer { [weak self] in self?.retry() }
        // The days of all readings depend on the zone. A page draws the new ones at once.
        zoneWatcher = loop.flatMap { FileWatcher.localZone(on: $0) { [weak self] in self?.onChange() } }
    }

    /// A source of sample data, in memory and never mixed with the user's.
    init(showing batch: @escaping @Sendable () -> StressStore.Batch, now: Timestamp) {
        (timeZone, stoppedClock) = (.utc, now)
        worker = StoreWorker(on: nil, timeout: .max) {
            let store = try StressStore.inMemory()
            try store.add(batch())
            return store
        }
    }

    var isShown = false {
        didSet {
            guard isShown != oldValue else { return }
            retryTimer?.disarm()
            guard isShown, hasFailed else { return }
            retryInterval = Self.retryIntervals.lowerBound
            // The page has forgotten them.
            for index in pending.indices { pending[index].reason = nil }
            retry()
        }
    }

    var isLive: Bool { stoppedClock == nil }

    func wallClock(at time: UInt64) -> Timestamp {
        if let stoppedClock { return stoppedClock }
        let difference = Int64(clamping: time) - Int64(clamping: MonotonicClock.now)
        return Timestamp.now.advanced(by: difference / 1_000_000)
    }

    func read<Value: Sendable>(
        _ query: @escaping @Sendable (StressStore) throws -> Value,
        completion: @escaping (Result<Value, StressFailure>) -> Void
    ) {
        worker.perform(query) { [weak self] result in
            self?.answered(result)
            completion(
                result.mapError { StressFailure(reason: StoreError.reason($0), isTemporary: Self.isTemporary($0)) })
            self?.onRead()
        }
    }

    func change(
        _ change: StressChange, now: UInt64, outcome: @escaping (StressChange.Outcome, UInt64) -> Void
    ) {
        pending.append((change, nil, outcome))
        if worker.isLate { reportLateness() }
        makeNext()
    }

    /// Calls back when nothing is left to store.
    func flush(_ completion: @escaping () -> Void) {
        guard !pending.isEmpty else { return completion() }
        onFlushed = completion
        makeNext()
    }

    func releaseMemory() {
        worker.releaseMemory()
    }

    private func makeNext() {
        guard !isChanging, let change = pending.first?.change else { return }
        isChanging = true
        worker.perform { store in
            try store.make(change)
        } completion: { [weak self] result in
            self?.isChanging = false
            self?.made(change, result)
        }
    }

    private func made(_ change: StressChange, _ result: Result<StressChange?, any Error>) {
        let outcome: StressChange.Outcome
        switch result {
        case .success(let undo): outcome = .stored(undo: undo)
        case .failure(let error) where change.isAddition || Self.isTemporary(error):
            retryLater(after: error)
            return report(StoreError.reason(error))
        case .failure(let error): outcome = .failed(reason: StoreError.reason(error))
        }
        pending.removeFirst().outcome(outcome, MonotonicClock.now)
        onChange()
        if pending.isEmpty { onFlushed.take()?() } else { makeNext() }
    }

    private func reportLateness() {
        if !pending.isEmpty { report(localized("the disk has not answered yet")) }
    }

    /// Reports the reason to the waiting changes without it.
    private func report(_ reason: String) {
        for index in pending.indices where pending[index].reason != reason {
            pending[index].reason = reason
            pending[index].outcome(.waiting(reason: reason), MonotonicClock.now)
        }
        onChange()
    }

    /// Repeats a query later if it may succeed then; meanwhile the page shows the reason.
    private func answered(_ result: Result<some Any, any Error>) {
        switch result {
        case .success: if pending.isEmpty { retryInterval = Self.retryIntervals.lowerBound }
        case .failure(let error): if Self.isTemporary(error) { retryLater(after: error) }
        }
    }

    private static func isTemporary(_ error: any Error) -> Bool {
        // The system currently lacks a thread or a descriptor.
        (error as? StoreError)?.isTemporary ?? (error is SystemError)
    }

    /// Retries failed calls. If only a person can help, waits for the page in front, another change, or one of the database.
    private func retryLater(after error: any Error) {
        hasFailed = true
        guard (error as? StoreError)?.isPermanent != true, isShown || onFlushed != nil else { return }
        guard let retryTimer, retryTimer.deadline == nil else { return }
        retryTimer.arm(after: retryInterval)
        retryInterval = min(retryInterval * 2, Self.retryIntervals.upperBound)
    }

    private func retry() {
        hasFailed = false
        makeNext()
        onChange()
    }
}

extension StressStore {
    /// Makes a change, and returns the one that undoes it; nil if undo is impossible.
    func make(_ change: StressChange) throws -> StressChange? {
        switch change {
        case .session(let session):
            try add(Batch(sessions: [session]))
            return try sessions(in: session.start..<session.start.advanced(by: 1)).last { $0.value == session }
                .map { .delete(.record(.session, id: $0.id)) }
        case .note(let note):
            try add(Batch(notes: [note]))
            return try notes(in: note.time..<note.time.advanced(by: 1)).last { $0.value == note }
                .map { .delete(.record(.note, id: $0.id)) }
        case .delete(let selection):
            return try delete([selection]).map { .restore($0.id) }
        case .restore(let deletion):
            try undo(deletion)
            return nil
        }
    }
}
