// SPDX-License-Identifier: MIT

@testable import StressMonitor

/// A source of measurements in memory, which answers at once, or when it is asked to.
final class MemorySource: StressSource, StressReader {
    let timeZone: LocalTimeZone
    var isLive: Bool { false }
    /// The time of its clock, which stands still.
    var now: Timestamp
    /// The items, oldest first.
    private var items: [HistoryItem]
    private var deletions: [Int64: [HistoryItem]] = [:]
    private var lastID: Int64
    /// The number of items that have been returned.
    private(set) var itemsRead = 0
    /// The maximum number of items that one call has returned.
    private(set) var maximumItemsRead = 0
    /// The error that every call throws.
    var failure: StressFailure?
    /// True to keep all answers until ``answer()``, like a disk that hangs.
    var isHung = false
    private var hanging: [() -> Void] = []

    /// - Parameter items: in any order; a measurement without a variability is one of the heart rate only.
    init(_ items: [HistoryItem] = [], now: Timestamp, timeZone: LocalTimeZone = .utc) {
        self.items = items.sorted { $0.time < $1.time }
        self.now = now
        self.timeZone = timeZone
        lastID = Int64(items.count) + 1
    }

    func wallClock(at time: UInt64) -> Timestamp { now }

    func read<Value: Sendable>(
        _ query: @escaping @Sendable (any StressReader) throws -> Value,
        completion: @escaping (Result<Value, StressFailure>) -> Void
    ) {
        perform { [self] in
            completion(Result { try query(self) }.mapError { $0 as? StressFailure ?? StressFailure(reason: "\($0)") })
        }
    }

    private func perform(_ call: @escaping () -> Void) {
        if isHung { hanging.append(call) } else { call() }
    }

    /// Gives the answers that have been kept, in order.
    func answer() {
        while !hanging.isEmpty { hanging.removeFirst()() }
    }

    func measurements(before cursor: Measurement.Cursor?, limit: Int) throws(StressFailure) -> [Measurement] {
        try check()
        var found: [Measurement] = []
        var index = cursor.map { items.lowerBound(of: $0.time.advanced(by: 1), by: \.time) } ?? items.count
        while index > 0, found.count < limit {
            index -= 1
            guard let measurement = items[index].measurement, measurement.hasVariability else { continue }
            if let cursor, measurement.time == cursor.time, measurement.id >= cursor.id { continue }
            found.append(measurement)
        }
        count(found.count)
        return found
    }

    func sessions(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Session>] {
        try find(in: range) { item in if case .session(let session) = item { session } else { nil } }
    }

    func readings(around session: Session) throws(StressFailure) -> SessionReadings {
        try check()
        let distance = SessionReadings.maximumDistance
        var readings = SessionReadings()
        for measurement in items(in: session.start.advanced(by: -distance)..<session.start).compactMap(\.measurement) {
            readings.before.merge(measurement.values) { $1 }
        }
        for measurement in items(in: session.end..<session.end.advanced(by: distance)).compactMap(\.measurement) {
            readings.after.merge(measurement.values) { first, _ in first }
        }
        return readings
    }

    func notes(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Note>] {
        try find(in: range) { item in if case .note(let note) = item { note } else { nil } }
    }

    func heartRates(in range: Range<Timestamp>) throws(StressFailure) -> Statistics? {
        try check()
        let rates = items(in: range).compactMap { $0.measurement?.heartRate }
        guard let minimum = rates.min(), let maximum = rates.max() else { return nil }
        return Statistics(
            count: rates.count, minimum: minimum, mean: rates.reduce(0, +) / Double(rates.count), maximum: maximum)
    }

    func heartRateDays(
        in range: Range<Timestamp>, limit: Int, timeZone: LocalTimeZone
    ) throws(StressFailure) -> [HeartRateDay] {
        try check()
        var found: [HeartRateDay] = []
        var end = range.upperBound
        while found.count < limit,
            let last = items(in: range.lowerBound..<end).last(where: { $0.measurement?.heartRate != nil })
        {
            let extent = timeZone.extent(of: timeZone.day(at: last.time))
            let start = max(extent.lowerBound, range.lowerBound)
            guard let statistics = try heartRates(in: start..<end) else { break }
            found.append(HeartRateDay(extent: extent, last: last.time, statistics: statistics))
            end = start
        }
        count(found.count)
        return found
    }

    /// The changes that wait for the end of ``failure``.
    private var waiting: [(StressChange, (StressChange.Outcome, UInt64) -> Void)] = []

    func change(
        _ change: StressChange, now: UInt64, outcome: @escaping (StressChange.Outcome, UInt64) -> Void
    ) {
        perform { [self] in
            waiting.append((change, outcome))
            storeWaiting(now: now)
        }
    }

    /// Tries again to store what waits.
    func storeWaiting(now: UInt64) {
        let changes = waiting
        waiting = []
        for (change, outcome) in changes {
            if let failure {
                guard change.isAddition || failure.isTemporary else {
                    outcome(.failed(reason: failure.reason), now)
                    continue
                }
                waiting.append((change, outcome))
                outcome(.waiting(reason: failure.reason), now)
            } else {
                outcome(.stored(undo: make(change)), now)
            }
        }
    }

    private func make(_ change: StressChange) -> StressChange? {
        func add(_ item: HistoryItem) -> StressChange? {
            insert(item)
            return .delete(.item(item))
        }
        switch change {
        case .session(let session): return add(.session(Identified(id: nextID(), value: session)))
        case .note(let note): return add(.note(Identified(id: nextID(), value: note)))
        case .delete(let request): return delete(request).map { .restore($0) }
        case .restore(let deletion):
            for item in deletions.removeValue(forKey: deletion) ?? [] { insert(item) }
            return nil
        }
    }

    /// Adds a measurement, like another program.
    func add(_ measurement: Measurement) {
        insert(.measurement(measurement))
    }

    private func delete(_ request: DeleteRequest) -> Int64? {
        func isSelected(_ item: HistoryItem) -> Bool {
            switch request {
            case .item(.heartRates(let day)):
                item.measurement?.hasVariability == false && day.extent.contains(item.time)
            case .item(let other): item == other
            case .everything(let range): range.contains(item.time)
            }
        }
        let gone = items.filter(isSelected)
        guard !gone.isEmpty else { return nil }
        items.removeAll(where: isSelected)
        let id = nextID()
        deletions[id] = gone
        return id
    }

    func releaseMemory() {}

    private func find<Value>(
        in range: Range<Timestamp>, _ value: (HistoryItem) -> Value?
    ) throws(StressFailure) -> [Value] {
        try check()
        let found = items(in: range).compactMap(value)
        count(found.count)
        return found
    }

    private func check() throws(StressFailure) {
        if let failure { throw failure }
    }

    private func count(_ number: Int) {
        itemsRead += number
        maximumItemsRead = max(maximumItemsRead, number)
    }

    private func nextID() -> Int64 {
        lastID += 1
        return lastID
    }

    private func insert(_ item: HistoryItem) {
        items.insert(item, at: items.lowerBound(of: item.time.advanced(by: 1), by: \.time))
    }

    private func items(in range: Range<Timestamp>) -> ArraySlice<HistoryItem> {
        let first = items.lowerBound(of: range.lowerBound, by: \.time)
        return items[first..<max(items.lowerBound(of: range.upperBound, by: \.time), first)]
    }
}

extension Measurement {
    fileprivate var hasVariability: Bool { rmssd != nil || sdnn != nil }

    fileprivate var values: [Metric: Double] {
        [Metric.rmssd: rmssd, .sdnn: sdnn, .heartRate: heartRate].compactMapValues(\.self)
    }
}

extension MockData {
    /// Creates a source of sample data.
    static func source(seed: UInt64 = 7, days: Int = 365) -> MemorySource {
        MemorySource(items(seed: seed, days: days), now: now)
    }
}
