// SPDX-License-Identifier: MIT
public import EventLoop
public import StressModel
public import StressPages
import StressStore

/// The measurements of a database, which the first query opens.
public final class StoreSource: StressSource {
    /// The size of SQLite's page cache, KiB.
    private static let cache = 512
    /// The time limit while another process writes, s: nothing in an event loop waits.
    private static let timeout = 0.0
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
    /// Additions that another process has kept waiting, oldest first. A person has been told that they are stored.
    private var pending: [StressStore.Batch] = []
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

    public func add(_ session: Session) throws(StressFailure) {
        try add(StressStore.Batch(sessions: [session]))
    }

    public func add(_ note: Note) throws(StressFailure) {
        try add(StressStore.Batch(notes: [note]))
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

    /// Stores a batch, later if another process is writing.
    private func add(_ batch: StressStore.Batch) throws(StressFailure) {
        pending.append(batch)
        do throws(StoreError) {
            try storePending()
        } catch {
            if error.isTemporary, loop != nil { return retrySoon() }
            pending.removeLast()
            throw StressFailure(reason: error.description)
        }
    }

    private func storePending() throws(StoreError) {
        while let batch = pending.first {
            try open().add(batch)
            pending.removeFirst()
        }
    }

    private func retrySoon() {
        guard let retryTimer, retryTimer.deadline == nil else { return }
        retryTimer.arm(after: retryInterval)
        retryInterval = min(retryInterval * 2, Self.retryIntervals.upperBound)
    }

    private func retry() {
        do throws(StoreError) {
            try storePending()
        } catch {
            if error.isTemporary { retrySoon() }
        }
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
