import SQLite

extension StressStore {
    /// The tables with deletable records.
    enum Table: String, CaseIterable, Sendable {
        case sample
        case session
        case note
    }

    /// The records to delete.
    enum Selection: Equatable, Sendable {
        case record(Table, id: Int64)
        case heartRates(in: Range<Timestamp>)
        /// All samples, sessions and notes of a range.
        case everything(in: Range<Timestamp>)
    }

    /// A deletion, undoable until it is compacted.
    struct Deletion: Equatable, Sendable, Identifiable {
        let id: Int64
        let time: Timestamp
        let count: Int
    }

    /// The time limit for undoing a deletion, ms: thirty days.
    static let undoPeriod: Int64 = 30 * 86_400_000

    /// Deletes records undoably: all selections, or none when it throws. Nil if nothing was deleted.
    @discardableResult
    func delete(_ selections: [Selection], now: Timestamp = .now) throws(StoreError) -> Deletion? {
        try write { db in
            try db.run("INSERT INTO deletion (time) VALUES (?)", [.integer(now.milliseconds)])
            let id = db.lastInsertedRow
            let count = try selections.reduce(0) { try $0 + Self.mark($1, with: id, db) }
            guard count > 0 else {
                try db.run("DELETE FROM deletion WHERE id = ?", [.integer(id)])
                return nil
            }
            return Deletion(id: id, time: now, count: count)
        }
    }

    func contains(_ table: Table, id: Int64) throws(StoreError) -> Bool {
        try read { db in
            let sql = "SELECT 1 FROM \(table) WHERE id = ? AND deletion IS NULL"
            return try db.first(sql, [.integer(id)]) { _ in true } != nil
        }
    }

    /// Restores the records of a deletion, and returns their number; 0 if it was already undone or compacted.
    @discardableResult
    func undo(_ deletion: Deletion.ID) throws(StoreError) -> Int {
        try write { db in
            var count = 0
            for table in Table.allCases {
                count += try db.run("UPDATE \(table) SET deletion = NULL WHERE deletion = ?", [.integer(deletion)])
            }
            try db.run("DELETE FROM deletion WHERE id = ?", [.integer(deletion)])
            return count
        }
    }

    /// The undoable deletions, newest first.
    func deletions() throws(StoreError) -> [Deletion] {
        try read { db in
            let counts = Table.allCases.map { "(SELECT count(*) FROM \($0) WHERE deletion = d.id)" }
            let sql = "SELECT id, time, \(counts.joined(separator: " + ")) FROM deletion d ORDER BY id DESC"
            return try db.rows(sql) { row in
                Deletion(
                    id: row.integer(0), time: Timestamp(milliseconds: row.integer(1)), count: Int(row.integer(2)))
            }
        }
    }

    /// Permanently removes long deleted records, in small steps, and shrinks the file.
    ///
    /// - Parameter age: the minimum age of a deletion, ms; 0 removes all deleted records.
    /// - Returns: the number of removed records.
    /// - Throws: ``StoreError``. Records removed so far stay removed.
    @discardableResult
    func compact(olderThan age: Int64 = undoPeriod, now: Timestamp = .now) throws(StoreError) -> Int {
        let cutoff = now.advanced(by: -max(age, 0)).milliseconds
        let due = try read { db in
            try db.rows("SELECT id FROM deletion WHERE time <= ?", [.integer(cutoff)]) { $0.integer(0) }
        }
        var total = 0
        for deletion in due {
            for table in Table.allCases {
                var step = Self.compactionStep
                while step == Self.compactionStep {
                    step = try write { db in
                        try db.run(
                            """
                            DELETE FROM \(table) WHERE id IN
                            (SELECT id FROM \(table) WHERE deletion = ? LIMIT \(Self.compactionStep))
                            """, [.integer(deletion)])
                    }
                    total += step
                }
            }
            // Not if another process has undone it, or is still compacting it.
            try write { db in
                let rests = Table.allCases.map { "NOT EXISTS (SELECT 1 FROM \($0) WHERE deletion = deletion.id)" }
                try db.run(
                    "DELETE FROM deletion WHERE id = ? AND \(rests.joined(separator: " AND "))", [.integer(deletion)])
            }
        }
        if total > 0 {
            try maintain { db in
                try db.execute("PRAGMA incremental_vacuum")
                // The log contains removed records until it is truncated; a reader in another process can delay that.
                try db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
        return total
    }

    private static let compactionStep = 5000

    private static func mark(_ selection: Selection, with deletion: Int64, _ db: Database) throws -> Int {
        func mark(_ table: Table, where condition: String, _ arguments: [Value]) throws -> Int {
            try db.run(
                "UPDATE \(table) SET deletion = ? WHERE \(condition) AND deletion IS NULL",
                [.integer(deletion)] + arguments)
        }
        let isInRange = "time >= ? AND time < ?"
        switch selection {
        case .record(let table, let id):
            return try mark(table, where: "id = ?", [.integer(id)])
        case .heartRates(let range):
            return try mark(
                .sample, where: "\(isInRange) AND heart_rate IS NOT NULL AND rmssd IS NULL AND sdnn IS NULL",
                range.arguments)
        case .everything(let range):
            return try mark(.sample, where: isInRange, range.arguments)
                + mark(.session, where: "start >= ? AND start < ?", range.arguments)
                + mark(.note, where: isInRange, range.arguments)
        }
    }
}
