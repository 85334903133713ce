// SPDX-License-Identifier: MIT

public import StressModel

/// Measurements in memory: made-up ones, or a test's. They end with the process, and nobody else sees them.
public final class MemorySource: StressSource {
    public let place: LocalTimeZone
    public var isLive: Bool { false }
    /// The moment at which its clock stands.
    public var now: Timestamp
    /// Oldest first.
    private var items: [HistoryItem]
    private var deletions: [Int64: [HistoryItem]] = [:]
    private var lastID: Int64
    /// How many items were handed out so far.
    package private(set) var itemsRead = 0
    /// The most items that one call has handed out.
    package private(set) var mostItemsRead = 0
    /// What every call fails with.
    package var failure: StressFailure?

    /// - Parameter items: in any order; a measurement without a variability is one of the heart rate alone.
    public init(_ items: [HistoryItem] = [], now: Timestamp, place: LocalTimeZone = .utc) {
        self.items = items.sorted { $0.time < $1.time }
        self.now = now
        self.place = place
        lastID = Int64(items.count) + 1
    }

    public func wallClock(at time: UInt64) -> Timestamp { now }

    public func measurements(before cursor: Measurement.Cursor?, limit: Int) throws(StressFailure) -> [Measurement] {
        try check()
        var found: [Measurement] = []
        var index = cursor.map { firstIndex(from: $0.time.advanced(by: 1)) } ?? items.count
        while index > 0, found.count < limit {
            index -= 1
            guard case .measurement(let measurement) = items[index], measurement.hasVariability else { continue }
            if let cursor, measurement.time == cursor.time, measurement.id >= cursor.id { continue }
            found.append(measurement)
        }
        count(found.count)
        return found
    }

    public func sessions(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Session>] {
        try check()
        let found = items(in: range).compactMap { item in
            if case .session(let session) = item { session } else { nil }
        }
        count(found.count)
        return found
    }

    public func readings(around session: Session) throws(StressFailure) -> SessionReadings {
        try check()
        let distance = SessionReadings.distance
        var readings = SessionReadings()
        for item in items(in: session.start.advanced(by: -distance)..<session.start) {
            if case .measurement(let measurement) = item { readings.before.merge(measurement.stamped) { $1 } }
        }
        for item in items(in: session.end..<session.end.advanced(by: distance)) {
            if case .measurement(let measurement) = item {
                readings.after.merge(measurement.stamped) { first, _ in first }
            }
        }
        return readings
    }

    public func notes(in range: Range<Timestamp>) throws(StressFailure) -> [Identified<Note>] {
        try check()
        let found = items(in: range).compactMap { item in if case .note(let note) = item { note } else { nil } }
        count(found.count)
        return found
    }

    public func heartRates(in range: Range<Timestamp>) throws(StressFailure) -> Statistics? {
        try check()
        let rates = items(in: range).compactMap(\.heartRate)
        guard let least = rates.min(), let greatest = rates.max() else { return nil }
        return Statistics(
            count: rates.count, minimum: least, mean: rates.reduce(0, +) / Double(rates.count), maximum: greatest)
    }

    public func heartRateDays(in range: Range<Timestamp>, limit: Int) throws(StressFailure) -> [HeartRateDay] {
        try check()
        var found: [HeartRateDay] = []
        var end = range.upperBound
        while found.count < limit, let last = items(in: range.lowerBound..<end).last(where: { $0.heartRate != nil }) {
            let extent = place.extent(of: place.day(at: last.time))
            let start = max(extent.lowerBound, range.lowerBound)
            guard let statistics = try heartRates(in: start..<end) else { break }
            found.append(HeartRateDay(extent: extent, last: last.time, statistics: statistics))
            end = start
        }
        count(found.count)
        return found
    }

    public func add(_ session: Session) throws(StressFailure) {
        try check()
        insert(.session(Identified(id: nextID(), value: session)))
    }

    public func add(_ note: Note) throws(StressFailure) {
        try check()
        insert(.note(Identified(id: nextID(), value: note)))
    }

    /// Adds a measurement, as another program would.
    package func add(_ measurement: Measurement) {
        insert(.measurement(measurement))
    }

    public func delete(_ removal: DeleteRequest) throws(StressFailure) -> Int64? {
        try check()
        func isMeant(_ item: HistoryItem) -> Bool {
            switch removal {
            case .item(.heartRates(let day)):
                if case .measurement(let measurement) = item, !measurement.hasVariability {
                    day.extent.contains(item.time)
                } else {
                    false
                }
            case .item(let other): item == other
            case .everything(let range): range.contains(item.time)
            }
        }
        let gone = items.filter(isMeant)
        guard !gone.isEmpty else { return nil }
        items.removeAll(where: isMeant)
        let id = nextID()
        deletions[id] = gone
        return id
    }

    public func undo(_ deletion: Int64) throws(StressFailure) {
        try check()
        for item in deletions.removeValue(forKey: deletion) ?? [] { insert(item) }
    }

    public func releaseMemory() {}

    private func check() throws(StressFailure) {
        if let failure { throw failure }
    }

    private func count(_ number: Int) {
        itemsRead += number
        mostItemsRead = max(mostItemsRead, number)
    }

    private func nextID() -> Int64 {
        lastID += 1
        return lastID
    }

    private func insert(_ item: HistoryItem) {
        items.insert(item, at: firstIndex(from: item.time.advanced(by: 1)))
    }

    private func items(in range: Range<Timestamp>) -> ArraySlice<HistoryItem> {
        let first = firstIndex(from: range.lowerBound)
        return items[first..<max(firstIndex(from: range.upperBound), first)]
    }

    /// The first one that is not before a time.
    private func firstIndex(from time: Timestamp) -> Int {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = low + (high - low) / 2
            if items[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension HistoryItem {
    /// Of a measurement.
    fileprivate var heartRate: Double? {
        if case .measurement(let measurement) = self { measurement.heartRate } else { nil }
    }
}

extension Measurement {
    fileprivate var hasVariability: Bool { rmssd != nil || sdnn != nil }

    fileprivate var stamped: [Metric: SessionReadings.TimedValue] {
        let values = [(Metric.rmssd, rmssd), (.sdnn, sdnn), (.heartRate, heartRate)]
        return Dictionary(
            uniqueKeysWithValues: values.compactMap { metric, value in
                value.map { (metric, SessionReadings.TimedValue(time: time, value: $0)) }
            })
    }
}
