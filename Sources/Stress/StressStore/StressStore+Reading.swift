// SPDX-License-Identifier: MIT
import GRDB

extension StressStore {
    /// The order of a list.
    public enum Order: Sendable {
        case oldestFirst
        case newestFirst
    }

    /// The position after which the next page of a list begins, whatever has been added or deleted meanwhile.
    public typealias Cursor = Measurement.Cursor

    /// A page of the samples of a range.
    ///
    /// - Parameters:
    ///   - cursor: the sample after which the page begins.
    ///   - limit: the page's length.
    public func samples(
        in range: Range<Timestamp>, _ order: Order = .oldestFirst, after cursor: Cursor? = nil, limit: Int
    ) throws(StoreError) -> [Identified<Sample>] {
        let (direction, comparison) = order == .oldestFirst ? ("ASC", ">") : ("DESC", "<")
        let range = Self.rest(of: range, order, after: cursor)
        var arguments: StatementArguments = [range.lowerBound.milliseconds, range.upperBound.milliseconds]
        var condition = "sample.time >= ? AND sample.time < ? AND deletion IS NULL"
        if let cursor {
            condition += " AND (sample.time, sample.id) \(comparison) (?, ?)"
            arguments += [cursor.time.milliseconds, cursor.id]
        }
        arguments += [max(limit, 0)]
        let sql = """
            SELECT sample.id, sample.time, sdnn, rmssd, heart_rate, resting_heart_rate, source.name AS source
            FROM sample INDEXED BY sample_key JOIN source ON source.id = sample.source
            WHERE \(condition) ORDER BY sample.time \(direction), sample.id \(direction) LIMIT ?
            """
        return try read { db in
            try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).compactMap(Self.sample)
        }
    }

    /// The part of a range after a cursor. SQLite seeks in an index by the time alone, so without this it would scan from
    /// the range's start for each page.
    static func rest(of range: Range<Timestamp>, _ order: Order, after cursor: Cursor?) -> Range<Timestamp> {
        guard let cursor else { return range }
        switch order {
        case .oldestFirst:
            return min(max(cursor.time, range.lowerBound), range.upperBound)..<range.upperBound
        case .newestFirst:
            return range.lowerBound..<max(min(cursor.time.advanced(by: 1), range.upperBound), range.lowerBound)
        }
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
    ///
    /// - Parameter distance: the maximum time before and after, ms.
    public func readings(
        around session: Session, within distance: Int64 = SessionReadings.maximumDistance
    ) throws(StoreError) -> SessionReadings {
        let before = session.start.advanced(by: -distance)..<session.start
        let after = session.end..<max(session.end.advanced(by: distance), session.end)
        return try read { db in
            var readings = SessionReadings()
            for metric in Metric.allCases where metric != .restingHeartRate {
                readings.before[metric] = try Self.outermost(metric, in: before, "DESC", db)
                readings.after[metric] = try Self.outermost(metric, in: after, "ASC", db)
            }
            return readings
        }
    }

    /// The first value of a metric in a range for the direction `ASC`, the last one for `DESC`.
    static func outermost(
        _ metric: Metric, in range: Range<Timestamp>, _ direction: String, _ db: Database
    ) throws -> SessionReadings.TimedValue? {
        let sql = """
            SELECT time, \(metric.column) AS value FROM sample INDEXED BY \(metric.index)
            WHERE \(metric.isLive) AND time >= ? AND time < ? ORDER BY time \(direction) LIMIT 1
            """
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: range.arguments).map {
            SessionReadings.TimedValue(time: Timestamp(milliseconds: $0["time"]), value: $0["value"])
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
