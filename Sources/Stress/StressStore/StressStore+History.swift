// SPDX-License-Identifier: MIT
import GRDB

extension StressStore {
    /// The measurements of heart rate variability before a position in the history, newest first.
    ///
    /// - Parameters:
    ///   - cursor: the sample before which they begin; nil for the newest.
    ///   - limit: their maximum number.
    public func variabilities(before cursor: Cursor? = nil, limit: Int) throws(StoreError) -> [Measurement] {
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
            // By index, since a column is found by its name for each value.
            try Array(
                Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments).map { row in
                    Measurement(
                        id: row[0], time: Timestamp(milliseconds: row[1]), rmssd: row[2], sdnn: row[3],
                        heartRate: row[4])
                })
        }
    }

    /// The statistics of a metric in a range; nil without values.
    public func statistics(of metric: Metric, in range: Range<Timestamp>) throws(StoreError) -> Statistics? {
        try read { db in try Self.statistics(metric, in: range, db) }
    }

    /// Frees the memory of cached database pages.
    public func releaseMemory() {
        try? maintain { db in try db.execute(sql: "PRAGMA shrink_memory") }
    }

    /// Limits the page cache; for a long-lived process that reads now and then.
    ///
    /// - Parameter kibibytes: the maximum size.
    public func limitCache(kibibytes: Int) throws(StoreError) {
        try maintain { db in try db.execute(sql: "PRAGMA cache_size = \(-max(kibibytes, 16))") }
    }
}
