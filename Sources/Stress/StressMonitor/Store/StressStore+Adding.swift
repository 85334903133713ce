import SQLite

extension StressStore {
    /// Records written in one transaction.
    struct Batch: Equatable, Sendable {
        var samples: [Sample] = []
        var sessions: [Session] = []
        var notes: [Note] = []
    }

    struct InsertSummary: Equatable, Sendable {
        var added = 0
        /// The number of existing records: the same time, source and values.
        var known = 0
        /// The number of deleted, restorable records; they stay deleted.
        var deleted = 0

        static func += (left: inout InsertSummary, right: InsertSummary) {
            left.added += right.added
            left.known += right.known
            left.deleted += right.deleted
        }
    }

    /// Adds the new records: all of them, or none when it throws.
    @discardableResult
    func add(_ batch: Batch) throws(StoreError) -> InsertSummary {
        try write { db in
            var result = InsertSummary()
            var sources: [String: Int64] = [:]
            for sample in batch.samples {
                let source = try sources[sample.source] ?? Self.source(sample.source, db)
                sources[sample.source] = source
                let values: [Value] = [
                    .integer(sample.time.milliseconds), .integer(source), .real(sample.sdnn), .real(sample.rmssd),
                    .real(sample.heartRate), .real(sample.restingHeartRate),
                ]
                try Self.insert(
                    """
                    INSERT INTO sample (time, source, sdnn, rmssd, heart_rate, resting_heart_rate)
                    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """, values, into: db, &result,
                    orFind: """
                        SELECT deletion IS NULL FROM sample
                        WHERE time = ? AND source = ? AND ifnull(sdnn, 0) = ifnull(?, 0)
                        AND ifnull(rmssd, 0) = ifnull(?, 0) AND ifnull(heart_rate, 0) = ifnull(?, 0)
                        AND ifnull(resting_heart_rate, 0) = ifnull(?, 0)
                        """)
            }
            for session in batch.sessions {
                try Self.insert(
                    "INSERT INTO session (start, length, kind, name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    [
                        .integer(session.start.milliseconds), .integer(session.length), .text(session.kind),
                        .text(session.name),
                    ], into: db, &result,
                    orFind: "SELECT deletion IS NULL FROM session"
                        + " WHERE start = ? AND length = ? AND kind = ? AND name = ?")
            }
            for note in batch.notes {
                try Self.insert(
                    "INSERT INTO note (time, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    [.integer(note.time.milliseconds), .text(note.text)], into: db, &result,
                    orFind: "SELECT deletion IS NULL FROM note WHERE time = ? AND text = ?")
            }
            return result
        }
    }

    private static func insert(
        _ insertion: String, _ values: [Value], into db: Database, _ result: inout InsertSummary,
        orFind query: String
    ) throws {
        if try db.run(insertion, values) > 0 {
            result.added += 1
        } else if try db.first(query, values, { $0.integer(0) != 0 }) ?? true {
            result.known += 1
        } else {
            result.deleted += 1
        }
    }

    private static func source(_ name: String, _ db: Database) throws -> Int64 {
        try db.run("INSERT INTO source (name) VALUES (?) ON CONFLICT DO NOTHING", [.text(name)])
        return try db.first("SELECT id FROM source WHERE name = ?", [.text(name)]) { $0.integer(0) } ?? 0
    }
}
