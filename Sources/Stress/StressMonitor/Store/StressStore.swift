import Posix
import SQLite

/// The user's measurements: an SQLite database in WAL mode that several processes may share. Each process has one
/// connection, so calls are serialized and nothing runs in the background.
///
/// Records are durable when the call returns: they survive `kill -9` and a power cut.
final class StressStore {
    /// The database's file; nil for one in memory.
    let path: String?
    private let timeout: Double
    private let cache: Int
    private var database: Database
    private let file: StoreFile?
    /// A sentence for the user about the directory; nil if all is well.
    var warning: String? { file?.warning }
    private var identity: (database: StoreFile.Identity?, log: StoreFile.Identity?)

    /// Opens the database, or creates it with private directories.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - timeout: the busy timeout: the maximum wait while another process writes, s.
    ///   - cache: the maximum size of the page cache, KiB.
    ///   - reading: opens a read-only database for reading.
    init(
        path: String, timeout: Double = 10, cache: Int = 8000, reading: Bool = false
    ) throws(StoreError) {
        let file = StoreFile(path)
        self.path = file.path
        self.file = file
        self.timeout = timeout
        self.cache = cache
        database = try Self.open(file, timeout, cache, reading: reading)
        identity = (file.identity, file.logIdentity)
    }

    private init(inMemory database: Database) {
        (path, file, timeout, cache) = (nil, nil, 0, 0)
        self.database = database
    }

    static func inMemory() throws(StoreError) -> StressStore {
        try translatingErrors(":memory:") {
            let database = try connect(":memory:", timeout: 0, cache: 8000)
            try Schema.migrate(database)
            return StressStore(inMemory: database)
        }
    }

    /// The default path: `tabshell/stress.db` in the user's data directory (XDG Base Directory Specification).
    ///
    /// - Throws: ``StoreError/noHome`` when neither `XDG_DATA_HOME` nor `HOME` is set.
    static func defaultPath(environment: (String) -> String?) throws(StoreError) -> String {
        guard let data = BaseDirectory.data.path(environment: environment) else { throw .noHome }
        return "\(data)/tabshell/stress.db"
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        try Self.translatingErrors(displayPath) {
            try database.transaction(writes: false) { try body(database) }
        }
    }

    /// Writes in one transaction, and notifies other processes.
    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        let value = try Self.translatingErrors(displayPath) {
            try database.transaction(writes: true) { try body(database) }
        }
        file?.notifyWatchers()
        return value
    }

    /// Executes statements outside any transaction.
    func maintain(_ body: (Database) throws -> Void) throws(StoreError) {
        try Self.translatingErrors(displayPath) { try body(database) }
    }

    private static func translatingErrors<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value
    {
        do {
            return try body()
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Reopens the database if its file was replaced or removed, and returns true if it was.
    func reopenIfReplaced() throws(StoreError) -> Bool {
        guard let file, file.identity != identity.database else { return false }
        database.close()
        database = try Self.open(file, timeout, cache, after: identity.log)
        identity = (file.identity, file.logIdentity)
        return true
    }

    private var displayPath: String { path ?? ":memory:" }

    /// - Parameter log: the log of the replaced database.
    private static func open(
        _ file: StoreFile, _ timeout: Double, _ cache: Int, reading: Bool = false, after log: StoreFile.Identity? = nil
    ) throws(StoreError) -> Database {
        if reading, file.isReadOnly {
            return try translatingErrors(file.path) {
                let database = try connect(file.path, isReadOnly: true, timeout: timeout, cache: cache)
                try check(database, path: file.path)
                guard try Schema.isComplete(database) else { throw StoreError.readOnly(path: file.path) }
                return database
            }
        }
        try file.prepare()
        let lock = try file.lock(timeout: timeout)
        defer { withExtendedLifetime(lock) {} }
        if let log, log == file.logIdentity {
            // SQLite would take another database's log for this one's.
            for suffix in ["-wal", "-shm"] { FileSystem.remove(file.path + suffix) }
        }
        return try translatingErrors(file.path) {
            let database = try connect(file.path, timeout: timeout, cache: cache)
            try check(database, path: file.path)
            // Only a new database can get this mode. An existing one is opened without the lock for writing: others may hold it.
            let isComplete = try Schema.isComplete(database)
            if !isComplete { try database.execute("PRAGMA auto_vacuum = INCREMENTAL") }
            try database.execute("PRAGMA journal_mode = WAL")
            if !isComplete { try Schema.migrate(database) }
            return database
        }
    }

    /// - Throws: ``StoreError`` for a database of another program or of a newer tabshell.
    private static func check(_ db: Database, path: String) throws {
        let id = try db.first("PRAGMA application_id") { $0.integer(0) }
        if id == Int64(Schema.applicationID) {
            guard try Set(Schema.names(db)).isSubset(of: Schema.migrations.map(\.name)) else {
                throw StoreError.newer(path: path)
            }
        } else {
            // The list of migrations is created first; a full disk may prevent the rest.
            let hasTables = try db.first("SELECT 1 FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") { _ in true
            }
            guard id == 0, hasTables == nil else { throw StoreError.foreign(path: path) }
        }
    }

    private static func connect(
        _ path: String, isReadOnly: Bool = false, timeout: Double, cache: Int
    ) throws(SQLiteError) -> Database {
        let database = try Database(path, isReadOnly: isReadOnly, timeout: timeout)
        // FULL makes commits survive a power cut; secure_delete overwrites removed records.
        try database.execute(
            """
            PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -\(cache)
            """)
        return database
    }
}
