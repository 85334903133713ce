@testable import StressMonitor

/// A source over a database in memory, which answers at once, or when it is asked to. Its clock stands still.
final class TestSource: StressSource {
    let timeZone = LocalTimeZone.utc
    let isLive = false
    var isShown = false
    var now: Timestamp
    /// The number of returned items of the history.
    private(set) var itemsRead = 0
    /// The maximum number of items that one call has returned.
    private(set) var maximumItemsRead = 0
    /// The error of every call.
    var failure: StressFailure?
    /// True to keep all answers until ``answer()``, like a disk that hangs.
    var isHung = false

    private let store: StoreSource
    private var hanging: [() -> Void] = []
    /// The changes that wait for the end of ``failure``.
    private var waiting: [(StressChange, (StressChange.Outcome, UInt64) -> Void)] = []

    init(_ batch: StressStore.Batch = StressStore.Batch(), now: Timestamp = MockData.now) {
        self.now = now
        store = StoreSource(showing: { batch }, now: now)
    }

    func wallClock(at time: UInt64) -> Timestamp { now }

    func read<Value: Sendable>(
        _ query: @escaping @Sendable (StressStore) throws -> Value,
        completion: @escaping (Result<Value, StressFailure>) -> Void
    ) {
        perform { [self] in
            if let failure { return completion(.failure(failure)) }
            store.read(query) { [self] result in
                if case .success(let value) = result { count(value) }
                completion(result)
            }
        }
    }

    func change(_ change: StressChange, now: UInt64, outcome: @escaping (StressChange.Outcome, UInt64) -> Void) {
        perform { [self] in
            waiting.append((change, outcome))
            storeWaiting(now: now)
        }
    }

    func releaseMemory() {}

    /// Gives the kept answers, in order.
    func answer() {
        while !hanging.isEmpty { hanging.removeFirst()() }
    }

    /// Retries the waiting changes.
    func storeWaiting(now: UInt64) {
        let changes = waiting
        waiting = []
        for (change, outcome) in changes {
            guard let failure else {
                store.change(change, now: now) { result, _ in outcome(result, now) }
                continue
            }
            if change.isAddition || failure.isTemporary {
                waiting.append((change, outcome))
                outcome(.waiting(reason: failure.reason), now)
            } else {
                outcome(.failed(reason: failure.reason), now)
            }
        }
    }

    /// Asks something of the database, like another program.
    @discardableResult
    func ask<Value: Sendable>(_ query: @escaping @Sendable (StressStore) throws -> Value) throws -> Value {
        var answer: Result<Value, StressFailure>?
        store.read(query) { answer = $0 }
        guard let answer else { throw StressFailure(reason: "there is no answer") }
        return try answer.get()
    }

    /// Creates a source of 100,000 heart rates, one every five minutes up to now.
    ///
    /// - Parameter variability: the measurement i's, as an expression of SQL.
    static func heartRates(variability: String = "NULL") throws -> TestSource {
        let source = TestSource()
        try source.ask { store in
            try store.write { db in
                try db.execute(
                    """
                    INSERT INTO source (name) VALUES ('');
                    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
                    INSERT INTO sample (time, sdnn, heart_rate, source)
                    SELECT \(MockData.now.milliseconds) - (100000 - i) * 300000, \(variability), 60 + i * 104729 % 17, 1 FROM n
                    """)
            }
        }
        return source
    }

    /// All sessions of the source.
    var sessions: [Session] {
        get throws { try ask { try $0.sessions(in: .earliest..<(.latest)) }.map(\.value) }
    }

    /// The texts of all notes of the source.
    var notes: [String] {
        get throws { try ask { try $0.notes(in: .earliest..<(.latest)) }.map(\.value.text) }
    }

    private func perform(_ call: @escaping () -> Void) {
        if isHung { hanging.append(call) } else { call() }
    }

    private func count(_ value: Any) {
        let number =
            switch value {
            case let slice as HistoryModel.Slice:
                max(slice.measurements.count, slice.items.count { $0.word == "Heart rates" })
            case let items as [HistoryItem]: items.count
            case let day as DayViewModel: day.items.count
            default: 0
            }
        itemsRead += number
        maximumItemsRead = max(maximumItemsRead, number)
    }
}

extension MockData {
    /// Creates a source of sample data.
    static func source(seed: UInt64 = 7, days: Int = 365) -> TestSource {
        TestSource(batch(seed: seed, days: days))
    }
}
