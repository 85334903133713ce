import SQLite

/// The tables of the database, and the migrations that create them; docs/stress-level.md describes them.
enum Schema {
    /// `PRAGMA application_id`: "tabS"; identifies databases of tabshell.
    static let applicationID: Int32 = 0x7461_6253

    /// The migrations, by their names in `grdb_migrations`, the table of applied ones that an earlier library named.
    private static let migrations: [(name: String, script: String)] = [("1", first)]

    private static func names(_ db: Database) throws(SQLiteError) -> [String] {
        let hasTable = try db.first("SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations'") { _ in true }
        return hasTable == nil ? [] : try db.rows("SELECT identifier FROM grdb_migrations") { $0.text(0) }
    }

    /// Migrates the database to the present tables, or creates them.
    static func migrate(_ db: Database) throws {
        try db.execute("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for migration in migrations {
            try db.transaction(writes: true) {
                guard try !names(db).contains(migration.name) else { return }
                try db.execute(migration.script)
                try db.run("INSERT INTO grdb_migrations VALUES (?)", [.text(migration.name)])
            }
        }
    }

    static func isComplete(_ db: Database) throws(SQLiteError) -> Bool {
        Set(migrations.map(\.name)).isSubset(of: try names(db))
    }

    static func isNewer(_ db: Database) throws(SQLiteError) -> Bool {
        !Set(try names(db)).isSubset(of: migrations.map(\.name))
    }

    // A partial index for each kind of query, so that a search for the few variabilities skips the many heart
    // rates. Each is a covering index, so queries do not read the table; that is why it contains the deletion, which is
    // always NULL.
    private static let first = """
        PRAGMA application_id = \(applicationID);

        CREATE TABLE deletion (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            time INTEGER NOT NULL CHECK (time BETWEEN 0 AND 253402300799999)
        ) STRICT;

        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE sample (
            id INTEGER PRIMARY KEY,
            time INTEGER NOT NULL CHECK (time BETWEEN 0 AND 253402300799999),
            sdnn REAL CHECK (sdnn > 0),
            rmssd REAL CHECK (rmssd > 0),
            heart_rate REAL CHECK (heart_rate > 0),
            resting_heart_rate REAL CHECK (resting_heart_rate > 0),
            source INTEGER NOT NULL REFERENCES source(id),
            deletion INTEGER REFERENCES deletion(id),
            CHECK (coalesce(sdnn, rmssd, heart_rate, resting_heart_rate) IS NOT NULL)
        ) STRICT;
        CREATE UNIQUE INDEX sample_key ON sample(
            time, source, ifnull(sdnn, 0), ifnull(rmssd, 0), ifnull(heart_rate, 0),
            ifnull(resting_heart_rate, 0));
        CREATE INDEX sample_variability ON sample(time, rmssd, sdnn, heart_rate, deletion)
            WHERE deletion IS NULL AND (rmssd IS NOT NULL OR sdnn IS NOT NULL);
        CREATE INDEX sample_heart_rate ON sample(time, heart_rate, deletion)
            WHERE deletion IS NULL AND heart_rate IS NOT NULL;
        CREATE INDEX sample_resting_heart_rate ON sample(time, resting_heart_rate, deletion)
            WHERE deletion IS NULL AND resting_heart_rate IS NOT NULL;
        CREATE INDEX sample_deletion ON sample(deletion) WHERE deletion IS NOT NULL;

        CREATE TABLE session (
            id INTEGER PRIMARY KEY,
            start INTEGER NOT NULL CHECK (start BETWEEN 0 AND 253402300799999),
            length INTEGER NOT NULL CHECK (length BETWEEN 0 AND 86400000),
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            deletion INTEGER REFERENCES deletion(id),
            UNIQUE (start, kind, name, length)
        ) STRICT;
        CREATE INDEX session_deletion ON session(deletion) WHERE deletion IS NOT NULL;

        CREATE TABLE note (
            id INTEGER PRIMARY KEY,
            time INTEGER NOT NULL CHECK (time BETWEEN 0 AND 253402300799999),
            text TEXT NOT NULL,
            deletion INTEGER REFERENCES deletion(id),
            UNIQUE (time, text)
        ) STRICT;
        CREATE INDEX note_deletion ON note(deletion) WHERE deletion IS NOT NULL;
        """
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
