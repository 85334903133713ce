// SPDX-License-Identifier: MIT
import GRDB

extension StressStore {
    /// The stress level at a moment, or the reason why there is none.
    public func assessment(
        at now: Timestamp = .now, timeZone: LocalTimeZone = .system
    ) throws(StoreError) -> StressAssessment {
        // The last reading may be from the day before, which needs a whole window of its own.
        let first = timeZone.start(of: timeZone.day(at: now).advanced(by: -Baseline.window - 1))
        let range = first..<max(now.advanced(by: 1), first)
        var (history, latest) = try history(of: range, timeZone)
        let assessment = StressAssessment(
            at: now, in: timeZone, latest: { latest[$0] }, baseline: { history.baseline(of: $0, $1) },
            daysWithReadings: { history.daysWithReadings(before: $0, $1) })
        guard case .noRecentReading = assessment else { return assessment }
        return .noRecentReading(last: try lastReading(before: range.upperBound))
    }

    /// The level of each day with readings and a baseline, in order.
    public func levels(in days: Range<Day>, timeZone: LocalTimeZone = .system) throws(StoreError) -> [DayLevel] {
        let first = timeZone.start(of: days.lowerBound.advanced(by: -Baseline.window))
        let range = first..<max(timeZone.start(of: days.upperBound), first)
        var history = try history(of: range, timeZone).history
        return history.levels(in: days)
    }

    /// The readings of a range by day, and the last one of each measure.
    private func history(
        of range: Range<Timestamp>, _ timeZone: LocalTimeZone
    ) throws(StoreError) -> (history: ReadingHistory, latest: [Variability: Reading]) {
        var (history, latest) = (ReadingHistory(), [Variability: Reading]())
        for measure in Variability.allCases {
            for reading in try readings(of: measure, in: range) {
                history.add(reading, measure, on: timeZone.day(at: reading.time))
                latest[measure] = reading
            }
        }
        return (history, latest)
    }

    /// The column `heart_rate` for a sample that the query calls `reading`: the heart rate measured with it, or else the
    /// nearest in time.
    static let nearestHeartRate = """
        coalesce(reading.heart_rate, (
            SELECT heart_rate FROM (
                SELECT near.time, near.heart_rate, abs(near.time - reading.time) AS distance
                FROM sample AS near INDEXED BY sample_heart_rate
                WHERE near.deletion IS NULL AND near.heart_rate IS NOT NULL
                AND near.time BETWEEN reading.time - \(Reading.heartRateDistance)
                AND reading.time + \(Reading.heartRateDistance)
            ) ORDER BY distance, time, heart_rate LIMIT 1
        )) AS heart_rate
        """

    /// The readings of a measure in the order of time, each with the heart rate measured with it, or else the nearest in
    /// time.
    public func readings(of measure: Variability, in range: Range<Timestamp>) throws(StoreError) -> [Reading] {
        let column = measure.rawValue
        let sql = """
            SELECT reading.time, reading.\(column) AS variability, \(Self.nearestHeartRate)
            FROM sample AS reading INDEXED BY sample_variability
            WHERE reading.deletion IS NULL AND reading.\(column) IS NOT NULL
            AND reading.time >= ? AND reading.time < ? ORDER BY reading.time, reading.id
            """
        return try read { db in
            try Row.fetchAll(db.cachedStatement(sql: sql), arguments: range.arguments).map {
                Reading(
                    time: Timestamp(milliseconds: $0["time"]), variability: $0["variability"],
                    heartRate: $0["heart_rate"])
            }
        }
    }

    private func lastReading(before time: Timestamp) throws(StoreError) -> Timestamp? {
        try read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT time FROM sample INDEXED BY sample_variability WHERE deletion IS NULL
                    AND (rmssd IS NOT NULL OR sdnn IS NOT NULL) AND time < ? ORDER BY time DESC LIMIT 1
                    """, arguments: [time.milliseconds]
            ).map(Timestamp.init(milliseconds:))
        }
    }
}
