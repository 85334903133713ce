// SPDX-License-Identifier: MIT
import SQLite

extension StressStore {
    /// The measurements of heart rate variability before a position in the history, newest first.
    ///
    /// - Parameters:
    ///   - cursor: the sample before which they begin; nil for the newest.
    ///   - start: the time from which on they count.
    ///   - limit: their maximum number.
    func variabilities(
        before cursor: Cursor? = nil, from start: Timestamp = .earliest, limit: Int = .max
    ) throws(StoreError) -> [Measurement] {
        let sql = """
            SELECT reading.id, reading.time, reading.rmssd, reading.sdnn, \(Self.nearestHeartRate)
            FROM sample AS reading INDEXED BY sample_variability
            WHERE reading.deletion IS NULL AND (reading.rmssd IS NOT NULL OR reading.sdnn IS NOT NULL)
            AND reading.time <= ?1 AND (reading.time < ?1 OR reading.id < ?2) AND reading.time >= ?3
            ORDER BY reading.time DESC, reading.id DESC LIMIT ?4
            """
        let cursor = cursor ?? Cursor(time: .latest, id: .max)
        let arguments: [Value] = [
            .integer(cursor.time.milliseconds), .integer(cursor.id), .integer(start.milliseconds),
            .integer(Int64(max(limit, 0))),
        ]
        return try read { db in
            try db.rows(sql, arguments) { row in
                Measurement(
                    id: row.integer(0), time: Timestamp(milliseconds: row.integer(1)), rmssd: row.real(2),
                    sdnn: row.real(3), heartRate: row.real(4))
            }
        }
    }

    /// The statistics of a metric in a range; nil without values.
    func statistics(of metric: Metric, in range: Range<Timestamp>) throws(StoreError) -> Statistics? {
        try read { db in try Self.statistics(metric, in: range, db) }
    }

    /// Frees the memory of cached database pages.
    func releaseMemory() {
        try? maintain { db in try db.execute("PRAGMA shrink_memory") }
    }
}
