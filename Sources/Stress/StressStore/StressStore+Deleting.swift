// SPDX-License-Identifier: MIT
import GRDB

extension StressStore {
    /// The records to delete.
    public enum Selection: Equatable, Sendable {
        case samples(ids: [Int64])
        case sessions(ids: [Int64])
        case notes(ids: [Int64])
        /// The samples of a range that have a heart rate and no variability.
        case heartRates(in: Range<Timestamp>)
        /// All samples, sessions and notes of a range.
        case everything(in: Range<Timestamp>)
    }

    /// A deletion that can be undone until it is compacted.
    public struct Deletion: Equatable, Sendable, Identifiable {
        public let id: Int64
        /// The time of the deletion.
        public let time: Timestamp
        /// The number of deleted records.
        public let count: Int
    }

    /// The time during which a deletion can be undone, ms: thirty days.
    public static let undoPeriod: Int64 = 30 * 86_400_000

    /// Deletes records, which can be undone: all selections, or none when it throws.
    ///
    /// - Returns: nil when there was nothing to delete.
    @discardableResult
    public func delete(_ selections: [Selection], now: Timestamp = .now) throws(StoreError) -> Deletion? {
        try write { db in
            try db.execute(sql: "INSERT INTO deletion (time) VALUES (?)", arguments: [now.milliseconds])
            let id = db.lastInsertedRowID
            let count = try selections.reduce(0) { try $0 + Self.mark($1, with: id, db) }
            guard count > 0 else {
                try db.execute(sql: "DELETE FROM deletion WHERE id = ?", arguments: [id])
                return nil
            }
            return Deletion(id: id, time: now, count: count)
        }
    }

    /// True if records of all ids of a selection exist.
    public func contains(_ selection: Selection) throws(StoreError) -> Bool {
        let (table, ids): (String, [Int64]) =
            switch selection {
            case .samples(let ids): ("sample", ids)
            case .sessions(let ids): ("session", ids)
            case .notes(let ids): ("note", ids)
            case .heartRates, .everything: ("sample", [])
            }
        return try read { db in
            let sql = "SELECT 1 FROM \(table) WHERE id = ? AND deletion IS NULL"
            return try ids.allSatisfy { try Int.fetchOne(db, sql: sql, arguments: [$0]) != nil }
        }
    }

    /// Restores the records of a deletion.
    ///
    /// - Returns: their number; 0 for a deletion that was undone or compacted already.
    @discardableResult
    public func undo(_ deletion: Deletion.ID) throws(StoreError) -> Int {
        try write { db in
            var count = 0
            for table in Self.tables {
                try db.execute(sql: "UPDATE \(table) SET deletion = NULL WHERE deletion = ?", arguments: [deletion])
                count += db.changesCount
            }
            try db.execute(sql: "DELETE FROM deletion WHERE id = ?", arguments: [deletion])
            return count
        }
    }

    /// The deletions that can be undone, newest first.
    public func deletions() throws(StoreError) -> [Deletion] {
        try read { db in
            let counts = Self.tables.map { "(SELECT count(*) FROM \($0) WHERE deletion = d.id)" }
            return try Row.fetchAll(
                db, sql: "SELECT id, time, \(counts.joined(separator: " + ")) AS count FROM deletion d ORDER BY id DESC"
            ).map { Deletion(id: $0["id"], time: Timestamp(milliseconds: $0["time"]), count: $0["count"]) }
        }
    }

    /// Permanently removes records that were deleted long ago, in small steps, and shrinks the file.
    ///
    /// - Parameter age: the minimum age of a deletion, ms; 0 removes all deleted records.
    /// - Returns: the number of removed records.
    /// - Throws: ``StoreError``. Records removed before it stay removed.
    @discardableResult
    public func compact(olderThan age: Int64 = undoPeriod, now: Timestamp = .now) throws(StoreError) -> Int {
        let cutoff = now.advanced(by: -max(age, 0)).milliseconds
        let due = try read { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM deletion WHERE time <= ?", arguments: [cutoff])
        }
        var total = 0
        for deletion in due {
            for table in Self.tables {
                var step = Self.compactionStep
                while step == Self.compactionStep {
                    step = try write { db in
                        try db.execute(
                            sql: """
                                DELETE FROM \(table) WHERE id IN
                                (SELECT id FROM \(table) WHERE deletion = ? LIMIT \(Self.compactionStep))
                                """, arguments: [deletion])
                        return db.changesCount
                    }
                    total += step
                }
            }
            // Not if another process has undone it, or is still compacting it.
            try write { db in
                let rests = Self.tables.map { "NOT EXISTS (SELECT 1 FROM \($0) WHERE deletion = deletion.id)" }
                try db.execute(
                    sql: "DELETE FROM deletion WHERE id = ? AND \(rests.joined(separator: " AND "))",
                    arguments: [deletion])
            }
        }
        if total > 0 {
            try maintain { db in
                try db.execute(sql: "PRAGMA incremental_vacuum")
                // The log contains removed records until it is truncated; a reader in another process can delay that.
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
        return total
    }

    private static let tables = ["sample", "session", "note"]
    private static let compactionStep = 5000

    private static func mark(_ selection: Selection, with deletion: Int64, _ db: Database) throws -> Int {
        func mark(_ table: String, ids: [Int64]) throws -> Int {
            let statement = try db.cachedStatement(
                sql: "UPDATE \(table) SET deletion = ? WHERE id = ? AND deletion IS NULL")
            return try ids.reduce(0) { count, id in
                try statement.execute(arguments: [deletion, id])
                return count + db.changesCount
            }
        }
        func mark(_ table: String, _ column: String, in range: Range<Timestamp>, and more: String = "") throws -> Int {
            try db.execute(
                sql: """
                    UPDATE \(table) SET deletion = ? WHERE \(column) >= ? AND \(column) < ? AND deletion IS NULL \(more)
                    """,
                arguments: [deletion, range.lowerBound.milliseconds, range.upperBound.milliseconds])
            return db.changesCount
        }
        switch selection {
        case .samples(let ids): return try mark("sample", ids: ids)
        case .sessions(let ids): return try mark("session", ids: ids)
        case .notes(let ids): return try mark("note", ids: ids)
        case .heartRates(let range):
            return try mark(
                "sample", "time", in: range, and: "AND heart_rate IS NOT NULL AND rmssd IS NULL AND sdnn IS NULL")
        case .everything(let range):
            return try mark("sample", "time", in: range) + mark("session", "start", in: range)
                + mark("note", "time", in: range)
        }
    }
}
