// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import Posix

/// The measurements of a database, which the first query opens, beside the loop.
final class StoreSource: StressSource {
    /// The size of SQLite's page cache, KiB.
    private static let cache = 512
    /// The busy timeout, s, and the time after which a call is reported that has not ended, ns.
    private static let timeout = 1.0
    private static let reportTimeout: UInt64 = 1_500_000_000
    /// The times after which a query or a change is repeated that could not be made, ns: the interval doubles.
    private static let retryIntervals: ClosedRange<UInt64> = 100_000_000...60_000_000_000

    /// Called after the measurements have changed, or the outcome of a change has.
    var onChange: () -> Void = {}
    /// Called after measurements have been read.
    var onRead: () -> Void = {}

    let timeZone: LocalTimeZone
    /// The time of a clock that stands still; nil for the system's.
    private let stoppedClock: Timestamp?
    private let worker: StoreWorker
    /// The changes that are not stored yet, oldest first, with the reason that was reported.
    private var pending: [(change: StressChange, reason: String?, outcome: (StressChange.Outcome, UInt64) -> Void)] = []
    /// True while the first one is made.
    private var isChanging = false
    private var onFlushed: (() -> Void)?
    /// Armed while something waits for its next try.
    private(set) var retryTimer: EventLoop.Timer?
    /// True if something could not be made, since it was last tried.
    private var hasFailed = false
    private var retryInterval = StoreSource.retryIntervals.lowerBound
    private var zoneWatcher: FileWatcher?

    /// - Parameters:
    ///   - path: the database's file; nil for the default one.
    ///   - loop: watches for changes, and gets the answers; nil for a program that waits for each.
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
        zoneWatcher = try? loop.map { loop in
            try FileWatcher(["/etc/localtime"], on: loop) { [weak self] in self?.onChange() }
        }
    }

    /// A source of sample data, which are in memory and never mix with the user's.
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
            completion(result.mapError { StressFailure(reason: "\($0)", isTemporary: Self.isTemporary($0)) })
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

    /// Calls back when nothing is left to be stored.
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
            return report("\(error)")
        case .failure(let error): outcome = .failed(reason: "\(error)")
        }
        pending.removeFirst().outcome(outcome, MonotonicClock.now)
        onChange()
        if pending.isEmpty { onFlushed.take()?() } else { makeNext() }
    }

    private func reportLateness() {
        if !pending.isEmpty { report(localized("the disk has not answered yet")) }
    }

    /// Reports the reason to those that wait, unless they know it.
    private func report(_ reason: String) {
        for index in pending.indices where pending[index].reason != reason {
            pending[index].reason = reason
            pending[index].outcome(.waiting(reason: reason), MonotonicClock.now)
        }
        onChange()
    }

    /// Repeats a query later that may succeed then; the page shows the reason meanwhile.
    private func answered(_ result: Result<some Any, any Error>) {
        switch result {
        case .success: if pending.isEmpty { retryInterval = Self.retryIntervals.lowerBound }
        case .failure(let error): if Self.isTemporary(error) { retryLater(after: error) }
        }
    }

    private static func isTemporary(_ error: any Error) -> Bool {
        // The system has neither a thread nor a descriptor at the moment.
        (error as? StoreError)?.isTemporary ?? (error is SystemError)
    }

    /// Repeats what has failed, unless that is in vain: then it is tried again when the page comes to the front, another change
    /// is made, or the database changes.
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
