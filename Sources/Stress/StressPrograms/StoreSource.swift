// SPDX-License-Identifier: MIT
public import EventLoop
import Glibc
public import StressModel
public import StressPages
import Localization
import Posix
import StressStore

/// The measurements of a database, which the first query opens.
public final class StoreSource: StressSource {
    /// The size of SQLite's page cache, KiB.
    private static let cache = 512
    /// The time limit of queries while another process writes, s: nothing in an event loop waits.
    private static let timeout = 0.0
    /// That of additions, s, and the time after which one is reported that is not stored, ns.
    private static let writeTimeout = 1.0
    private static let reportTimeout: UInt64 = 1_500_000_000
    /// The times after which a query or an addition is repeated that found the database locked, ns: the interval doubles.
    private static let retryIntervals: ClosedRange<UInt64> = 100_000_000...5_000_000_000

    /// Called after another process has changed the measurements.
    public var onChange: () -> Void = {}

    public let timeZone: LocalTimeZone
    /// The time of a clock that stands still; nil for the system's.
    private let stoppedClock: Timestamp?
    private let path: () throws(StoreError) -> String
    private let loop: EventLoop?
    private var opened: (store: StressStore, notifier: ChangeNotifier?)?
    private var watchSource: FileDescriptorSource?
    /// The additions that are not stored yet, oldest first, with the reason that was reported.
    private var pending: [(addition: Addition, reason: String?, outcome: (AdditionOutcome, UInt64) -> Void)] = []
    /// Stores additions beside the loop: a commit waits for the disk, and for other processes.
    private var writing: BackgroundCall<(path: String, additions: [Addition]), WriteResult>?
    private var onFlushed: (() -> Void)?
    private var retryTimer: EventLoop.Timer?
    private var retryInterval = StoreSource.retryIntervals.lowerBound
    private var zoneWatcher: FileWatcher?

    /// - Parameters:
    ///   - path: the database's file; nil for the default one.
    ///   - loop: watches for changes; nil for a program that needs none.
    public init(path: String?, loop: EventLoop?, environment: @escaping (String) -> String?) {
        (self.loop, timeZone, stoppedClock) = (loop, .system, nil)
        self.path = { () throws(StoreError) in
            if let path { path } else { try StressStore.defaultPath(environment: environment) }
        }
        retryTimer = loop?.timer { [weak self] in self?.retry() }
        if let loop {
            writing = BackgroundCall(localized("storing"), timeout: Self.reportTimeout, on: loop) {
                input throws(SystemError) in Self.write(input.additions, to: input.path)
            }
            writing?.onResult = { [weak self] in self?.written($0) }
        }
        // The days of all readings depend on the zone. A page draws the new ones at once.
        zoneWatcher = try? loop.map { loop in
            try FileWatcher(["/etc/localtime"], on: loop) { [weak self] in self?.onChange() }
        }
    }

    /// A source of sample data, which are in memory and never mix with the user's.
    public init(showing items: [HistoryItem], now: Timestamp) throws(StoreError) {
        (loop, timeZone, stoppedClock) = (nil, .utc, now)
        path = { ":memory:" }
        var batch = StressStore.Batch()
        for item in items {
            switch item {
            case .measurement(let value):
                let sample = try? Sample(
                    time: value.time, sdnn: value.sdnn, rmssd: value.rmssd, heartRate: value.heartRate, source: "")
                batch.samples += [sample].compactMap(\.self)
            case .session(let session): batch.sessions.append(session.value)
            case .note(let note): batch.notes.append(note.value)
            case .heartRates: break
            }
        }
        let store = try StressStore.inMemory()
        try store.add(batch)
        opened = (store, nil)
    }

    public var isLive: Bool { stoppedClock == nil }

    public func wallClock(at time: UInt64) -> Timestamp {
        if let stoppedClock { return stoppedClock }
        let difference = Int64(clamping: time) - Int64(clamping: MonotonicClock.now)
        return Timestamp.now.advanced(by: difference / 1_000_000)
    }

    public func measurements(before cursor: Measurement.Cursor?, limit: Int) throws(StressFailure) -> [Measurement] {
        try query { (store) throws(StoreError) in try store.variabilities(before: cursor, limit: limit) }
    }

    public func sessions(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Session>] {
        try query { (store) throws(StoreError) in try store.sessions(in: range) }
    }

    public func readings(around session: Session) throws(StressFailure) -> SessionReadings {
        try query { (store) throws(StoreError) in try store.readings(around: session) }
    }

    public func notes(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Note>] {
        try query { (store) throws(StoreError) in try store.notes(in: range) }
    }

    public func heartRates(in range: Range<Timestamp>) throws(StressFailure) -> Statistics? {
        try query { (store) throws(StoreError) in try store.statistics(of: .heartRate, in: range) }
    }

    public func heartRateDays(in range: Range<Timestamp>, limit: Int) throws(StressFailure) -> [HeartRateDay] {
        try query { (store) throws(StoreError) in
            try store.heartRateDays(in: range, limit: limit, timeZone: timeZone)
        }
    }

    public func add(_ addition: Addition, now: UInt64, outcome: @escaping (AdditionOutcome, UInt64) -> Void) {
        guard writing != nil else {
            // Sample data, in memory.
            do throws(StoreError) {
                _ = try open().add(StressStore.Batch(addition))
                outcome(.stored, now)
            } catch {
                outcome(.waiting(reason: error.description), now)
            }
            return
        }
        pending.append((addition, nil, outcome))
        store()
    }

    /// Calls back when nothing is left to be stored.
    public func flush(_ completion: @escaping () -> Void) {
        guard !pending.isEmpty else { return completion() }
        onFlushed = completion
        store()
    }

    public func delete(_ removal: DeleteRequest) throws(StressFailure) -> Int64? {
        let selection: StressStore.Selection =
            switch removal {
            case .item(.measurement(let measurement)): .record(.sample, id: measurement.id)
            case .item(.heartRates(let day)): .heartRates(in: day.extent)
            case .item(.session(let session)): .record(.session, id: session.id)
            case .item(.note(let note)): .record(.note, id: note.id)
            case .everything(let range): .everything(in: range)
            }
        return try query { (store) throws(StoreError) in try store.delete([selection])?.id }
    }

    public func undo(_ deletion: Int64) throws(StressFailure) {
        try query { (store) throws(StoreError) in _ = try store.undo(deletion) }
    }

    public func releaseMemory() {
        opened?.store.releaseMemory()
    }

    /// Stores what is pending.
    private func store() {
        guard let writing, !writing.isRunning else { return }
        do throws(StoreError) {
            let input = (path: try path(), additions: pending.map(\.addition))
            writing.run(input)
        } catch {
            report(error.description)
            retrySoon()
        }
    }

    private static func write(_ additions: [Addition], to path: String) -> WriteResult {
        var result = WriteResult(count: 0, error: nil)
        do throws(StoreError) {
            // A connection of the thread's own, for the moment.
            let store = try StressStore(path: path, timeout: writeTimeout, cache: cache)
            for addition in additions {
                _ = try store.add(StressStore.Batch(addition))
                result.count += 1
            }
        } catch {
            result.error = error
        }
        return result
    }

    private func written(_ result: Result<WriteResult, SystemError>) {
        let written: WriteResult
        do throws(SystemError) {
            written = try result.get()
        } catch {
            // A call that is late goes on, and its end is reported as well; one that could not be made is made again.
            if error.code != ETIMEDOUT { retrySoon() }
            return report(error.code == ETIMEDOUT ? localized("the disk has not answered yet") : error.description)
        }
        let stored = pending.prefix(written.count)
        pending.removeFirst(min(written.count, pending.count))
        for (_, _, outcome) in stored { outcome(.stored, MonotonicClock.now) }
        if let error = written.error {
            report(error.description)
            retrySoon()
        } else if !pending.isEmpty {
            store()
        }
        if written.count > 0 { onChange() }
        if pending.isEmpty { onFlushed.take()?() }
    }

    /// Tells those that wait why, unless they know.
    private func report(_ reason: String) {
        for index in pending.indices where pending[index].reason != reason {
            pending[index].reason = reason
            pending[index].outcome(.waiting(reason: reason), MonotonicClock.now)
        }
        onChange()
    }

    private func retrySoon() {
        guard let retryTimer, retryTimer.deadline == nil else { return }
        retryTimer.arm(after: retryInterval)
        retryInterval = min(retryInterval * 2, Self.retryIntervals.upperBound)
    }

    private func retry() {
        if !pending.isEmpty { store() }
        onChange()
    }

    private func query<Value>(_ body: (StressStore) throws(StoreError) -> Value) throws(StressFailure) -> Value {
        do throws(StoreError) {
            let value = try body(try open())
            if pending.isEmpty { retryInterval = Self.retryIntervals.lowerBound }
            return value
        } catch {
            // The page shows the reason meanwhile.
            if error.isTemporary { retrySoon() }
            throw StressFailure(reason: error.description)
        }
    }

    private func open() throws(StoreError) -> StressStore {
        if let opened { return opened.store }
        let store = try StressStore(path: path(), timeout: Self.timeout, cache: Self.cache)
        let notifier = try ChangeNotifier(store)
        opened = (store, notifier)
        watchSource = try? loop?.watch(notifier.descriptor, for: .read) { [weak self] _ in self?.drain() }
        return store
    }

    private func drain() {
        guard let notifier = opened?.notifier else { return }
        do throws(StoreError) {
            guard try notifier.drain() else { return }
        } catch {
            // The next query opens the database again, and reports the error.
            (watchSource, opened) = (nil, nil)
        }
        onChange()
    }
}

/// The number of additions that were stored, and the reason for which the next one was not.
private struct WriteResult: Sendable {
    var count: Int
    var error: StoreError?
}

extension StressStore.Batch {
    fileprivate init(_ addition: Addition) {
        switch addition {
        case .session(let session): self.init(sessions: [session])
        case .note(let note): self.init(notes: [note])
        }
    }
}
