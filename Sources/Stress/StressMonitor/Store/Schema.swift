import SQLite

/// The tables of the database, and the migrations that create them; docs/stress-level.md describes them.
enum Schema {
    /// `PRAGMA application_id`: "tabS"; identifies databases of tabshell.
    static let applicationID: Int32 = 0x7461_6253

    /// The migrations, by their names in `grdb_migrations`, the table of applied ones that an earlier library named.
    static let migrations: [(name: String, script: [UInt8])] = [("1", PackageResources.schema_sql)]

    static func names(_ db: Database) throws(SQLiteError) -> [String] {
        let hasTable = try db.first("SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations'") { _ in true }
        return hasTable == nil ? [] : try db.rows("SELECT identifier FROM grdb_migrations") { $0.text(0) }
    }

    /// Migrates the database to the present tables, or creates them.
    static func migrate(_ db: Database) throws {
        try db.execute("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for migration in migrations {
            try db.transaction(writes: true) {
                guard try !names(db).contains(migration.name) else { return }
                try db.execute("PRAGMA application_id = \(applicationID)")
                try db.execute(String(decoding: migration.script, as: UTF8.self))
                try db.run("INSERT INTO grdb_migrations VALUES (?)", [.text(migration.name)])
            }
        }
    }

    static func isComplete(_ db: Database) throws(SQLiteError) -> Bool {
        Set(migrations.map(\.name)).isSubset(of: try names(db))
    }
}

extension Metric {
    var column: String { rawValue }

    /// The index of all its values by time, without deleted ones.
    var index: String {
        switch self {
        case .sdnn, .rmssd: "sample_variability"
        case .heartRate: "sample_heart_rate"
        case .restingHeartRate: "sample_resting_heart_rate"
        }
    }

    /// The SQL condition for undeleted samples with it.
    var isLive: String { "deletion IS NULL AND \(column) IS NOT NULL" }
}
