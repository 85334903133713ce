import SQLite

extension StressStore {
    /// The position after which the next page of a list begins, regardless of additions and deletions meanwhile.
    typealias Cursor = Measurement.Cursor

    /// A page of the samples of a range after a cursor, oldest first.
    func samples(
        in range: Range<Timestamp>, after cursor: Cursor? = nil, limit: Int
    ) throws(StoreError) -> [Identified<Sample>] {
        let cursor = cursor ?? Cursor(time: range.lowerBound, id: .min)
        return try samples(
            Self.rest(of: range, after: cursor).arguments
                + [.integer(cursor.time.milliseconds), .integer(cursor.id), .integer(Int64(max(limit, 0)))],
            "AND (sample.time, sample.id) > (?, ?) ORDER BY sample.time, sample.id LIMIT ?")
    }

    func lastSamples(_ count: Int, in range: Range<Timestamp>) throws(StoreError) -> [Identified<Sample>] {
        try samples(
            range.arguments + [.integer(Int64(max(count, 0)))], "ORDER BY sample.time DESC, sample.id DESC LIMIT ?")
    }

    private func samples(_ arguments: [Value], _ rest: String) throws(StoreError) -> [Identified<Sample>] {
        let sql = """
            SELECT sample.id, sample.time, sdnn, rmssd, heart_rate, resting_heart_rate, source.name
            FROM sample INDEXED BY sample_key JOIN source ON source.id = sample.source
            WHERE sample.time >= ? AND sample.time < ? AND deletion IS NULL \(rest)
            """
        return try read { db in try db.rows(sql, arguments, Self.sample) }
    }

    /// The part of a range after a cursor. SQLite seeks by the time alone, and would scan from the range's start for each page.
    static func rest(of range: Range<Timestamp>, after cursor: Cursor) -> Range<Timestamp> {
        min(max(cursor.time, range.lowerBound), range.upperBound)..<range.upperBound
    }

    func sessions(in range: Range<Timestamp>) throws(StoreError) -> [Identified<Session>] {
        try read { db in
            try db.rows(
                """
                SELECT id, start, length, kind, name FROM session
                WHERE start >= ? AND start < ? AND deletion IS NULL ORDER BY start, id
                """, range.arguments
            ) { row in
                let session = Session(
                    start: Timestamp(milliseconds: row.integer(1)), length: row.integer(2), kind: row.text(3),
                    name: row.text(4))
                return Identified(id: row.integer(0), value: session)
            }
        }
    }

    func notes(in range: Range<Timestamp>) throws(StoreError) -> [Identified<Note>] {
        try read { db in
            try db.rows(
                "SELECT id, time, text FROM note WHERE time >= ? AND time < ? AND deletion IS NULL ORDER BY time, id",
                range.arguments
            ) { row in
                Note(time: Timestamp(milliseconds: row.integer(1)), text: row.text(2)).map {
                    Identified(id: row.integer(0), value: $0)
                }
            }
        }
    }

    func readings(around session: Session) throws(StoreError) -> SessionReadings {
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
            SELECT time, \(metric.column) FROM sample INDEXED BY \(metric.index)
            WHERE \(metric.isLive) AND time >= ? AND time < ? ORDER BY time \(direction) LIMIT 1
            """
        return try db.first(sql, range.arguments) { row in
            row.real(1).map { (Timestamp(milliseconds: row.integer(0)), $0) }
        }
    }

    /// Decodes a sample; nil for a row with implausible values.
    private static func sample(_ row: borrowing Row) -> Identified<Sample>? {
        let id = row.integer(0)
        let sample = try? Sample(
            time: Timestamp(milliseconds: row.integer(1)), sdnn: row.real(2), rmssd: row.real(3),
            heartRate: row.real(4), restingHeartRate: row.real(5), source: row.text(6))
        return sample.map { Identified(id: id, value: $0) }
    }
}
