// SPDX-License-Identifier: MIT
import GRDB

extension StressStore {
    /// The position after which the next page of a list begins, whatever has been added or deleted meanwhile.
    public typealias Cursor = Measurement.Cursor

    /// A page of the samples of a range, oldest first.
    ///
    /// - Parameters:
    ///   - cursor: the sample after which the page begins.
    ///   - limit: the page's length.
    public func samples(
        in range: Range<Timestamp>, after cursor: Cursor? = nil, limit: Int
    ) throws(StoreError) -> [Identified<Sample>] {
        let cursor = cursor ?? Cursor(time: range.lowerBound, id: .min)
        return try samples(
            Self.rest(of: range, after: cursor).arguments + [cursor.time.milliseconds, cursor.id, max(limit, 0)],
            "AND (sample.time, sample.id) > (?, ?) ORDER BY sample.time, sample.id LIMIT ?")
    }

    /// The last samples of a range, newest first.
    public func lastSamples(_ count: Int, in range: Range<Timestamp>) throws(StoreError) -> [Identified<Sample>] {
        try samples(
            range.arguments + [max(count, 0)], "ORDER BY sample.time DESC, sample.id DESC LIMIT ?")
    }

    private func samples(_ arguments: StatementArguments, _ rest: String) throws(StoreError) -> [Identified<Sample>] {
        let sql = """
            SELECT sample.id, sample.time, sdnn, rmssd, heart_rate, resting_heart_rate, source.name AS source
            FROM sample INDEXED BY sample_key JOIN source ON source.id = sample.source
            WHERE sample.time >= ? AND sample.time < ? AND deletion IS NULL \(rest)
            """
        return try read { db in
            try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).compactMap(Self.sample)
        }
    }

    /// The part of a range after a cursor. SQLite seeks in an index by the time alone, so without this it would scan from
    /// the range's start for each page.
    static func rest(of range: Range<Timestamp>, after cursor: Cursor) -> Range<Timestamp> {
        min(max(cursor.time, range.lowerBound), range.upperBound)..<range.upperBound
    }

    /// The sessions that started in a range.
    public func sessions(in range: Range<Timestamp>) throws(StoreError) -> [Identified<Session>] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: "SELECT * FROM session WHERE start >= ? AND start < ? AND deletion IS NULL ORDER BY start, id"),
                arguments: range.arguments
            ).map { row in
                let session = Session(
                    start: Timestamp(milliseconds: row["start"]), length: row["length"], kind: row["kind"],
                    name: row["name"])
                return Identified(id: row["id"], value: session)
            }
        }
    }

    /// The notes of a range.
    public func notes(in range: Range<Timestamp>) throws(StoreError) -> [Identified<Note>] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: "SELECT * FROM note WHERE time >= ? AND time < ? AND deletion IS NULL ORDER BY time, id"),
                arguments: range.arguments
            ).compactMap { row in
                Note(time: Timestamp(milliseconds: row["time"]), text: row["text"]).map {
                    Identified(id: row["id"], value: $0)
                }
            }
        }
    }

    /// The measurements before and after a session.
    public func readings(around session: Session) throws(StoreError) -> SessionReadings {
        let distance = SessionReadings.maximumDistance
        let before = session.start.advanced(by: -distance)..<session.start
        let after = session.end..<max(session.end.advanced(by: distance), session.end)
        return try read { db in
            var readings = SessionReadings()
            for metric in Metric.allCases where metric != .restingHeartRate {
                readings.before[metric] = try Self.outermost(metric, in: before, "DESC", db)?.value
                readings.after[metric] = try Self.outermost(metric, in: after, "ASC", db)?.value
            }
            return readings
        }
    }

    /// The first value of a metric in a range for the direction `ASC`, the last one for `DESC`.
    static func outermost(
        _ metric: Metric, in range: Range<Timestamp>, _ direction: String, _ db: Database
    ) throws -> (time: Timestamp, value: Double)? {
        let sql = """
            SELECT time, \(metric.column) AS value FROM sample INDEXED BY \(metric.index)
            WHERE \(metric.isLive) AND time >= ? AND time < ? ORDER BY time \(direction) LIMIT 1
            """
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: range.arguments).map {
            (Timestamp(milliseconds: $0["time"]), $0["value"])
        }
    }

    /// Decodes a sample; nil for a row with implausible values.
    private static func sample(_ row: Row) -> Identified<Sample>? {
        let sample = try? Sample(
            time: Timestamp(milliseconds: row["time"]), sdnn: row["sdnn"], rmssd: row["rmssd"],
            heartRate: row["heart_rate"], restingHeartRate: row["resting_heart_rate"], source: row["source"])
        return sample.map { Identified(id: row["id"], value: $0) }
    }
}
