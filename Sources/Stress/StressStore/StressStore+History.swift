// SPDX-License-Identifier: MIT
import GRDB

/// A measurement of the heart rate variability as a history lists it.
public struct VariabilitySample: Equatable, Sendable, Identifiable {
    public let id: Int64
    public let time: Timestamp
    /// ms.
    public let rmssd: Double?
    /// ms.
    public let sdnn: Double?
    /// Beats a minute: measured with it, else nearest in time; see ``Reading/heartRateDistance``.
    public let heartRate: Double?
}

extension StressStore {
    /// The measurements of the heart rate variability before a place in the history, newest first.
    ///
    /// - Parameters:
    ///   - cursor: before which sample; nil for the newest.
    ///   - limit: how many at most.
    /// - Throws: ``StoreError``.
    public func variabilities(before cursor: Cursor? = nil, limit: Int) throws(StoreError) -> [VariabilitySample] {
        let sql = """
            SELECT reading.id, reading.time, reading.rmssd, reading.sdnn, \(Self.nearestHeartRate)
            FROM sample AS reading INDEXED BY sample_variability
            WHERE reading.deletion IS NULL AND (reading.rmssd IS NOT NULL OR reading.sdnn IS NOT NULL)
            AND reading.time <= ?1 AND (reading.time < ?1 OR reading.id < ?2)
            ORDER BY reading.time DESC, reading.id DESC LIMIT ?3
            """
        let cursor = cursor ?? Cursor(time: .latest, id: .max)
        let arguments: StatementArguments = [cursor.time.milliseconds, cursor.id, max(limit, 0)]
        return try read { db in
            try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { row in
                VariabilitySample(
                    id: row["id"], time: Timestamp(milliseconds: row["time"]), rmssd: row["rmssd"], sdnn: row["sdnn"],
                    heartRate: row["heart_rate"])
            }
        }
    }

    /// What is said of all values of a metric in a time; nil where there are none.
    ///
    /// - Throws: ``StoreError``.
    public func statistics(of metric: Metric, in range: Range<Timestamp>) throws(StoreError) -> Statistics? {
        try read { db in
            let sql = """
                SELECT count(*) AS count, min(\(metric.column)) AS least, avg(\(metric.column)) AS mean,
                max(\(metric.column)) AS greatest FROM sample INDEXED BY \(metric.index)
                WHERE \(metric.isLive) AND time >= ? AND time < ?
                """
            let arguments: StatementArguments = [range.lowerBound.milliseconds, range.upperBound.milliseconds]
            guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments),
                let least = row["least"] as Double?, let mean = row["mean"] as Double?,
                let greatest = row["greatest"] as Double?
            else { return nil }
            return Statistics(count: row["count"], minimum: least, mean: mean, maximum: greatest)
        }
    }

    /// Gives back the memory in which pages of the database are kept for the next time.
    public func releaseMemory() {
        try? maintain { db in try db.execute(sql: "PRAGMA shrink_memory") }
    }

    /// Keeps fewer pages of the database in memory; for a process that lives for ever and reads now and then.
    ///
    /// - Parameter kibibytes: how much memory they may take.
    /// - Throws: ``StoreError``.
    public func limitCache(kibibytes: Int) throws(StoreError) {
        try maintain { db in try db.execute(sql: "PRAGMA cache_size = \(-max(kibibytes, 16))") }
    }
}
