// SPDX-License-Identifier: MIT
import GRDB

/// The database's tables, and how older ones become these. The README describes them.
enum Schema {
    /// `PRAGMA application_id`: "tabS". It tells our databases from others.
    static let applicationID: Int32 = 0x7461_6253

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1", migrate: createFirst)
        return migrator
    }

    // A partial index for each kind of question, so that the many heart rates never stand in the way of the few
    // variabilities. Each holds all that its question needs, so that the table itself is not touched; that takes the
    // deletion too, though it is always the same there.
    private static func createFirst(_ db: Database) throws {
        try db.execute(
            sql: """
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
                """)
    }
}

extension Metric {
    /// The column that holds it.
    var column: String { rawValue }

    /// The index that holds all live values of it by time.
    var index: String {
        switch self {
        case .sdnn, .rmssd: "sample_variability"
        case .heartRate: "sample_heart_rate"
        case .restingHeartRate: "sample_resting_heart_rate"
        }
    }

    /// Which samples have it, as SQL.
    var isLive: String { "deletion IS NULL AND \(column) IS NOT NULL" }
}
