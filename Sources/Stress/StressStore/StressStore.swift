// SPDX-License-Identifier: MIT
import GRDB
import Posix
// The model's types are part of the store's interface.
@_exported import StressModel

/// The user's measurements: an SQLite database in WAL mode that several processes may have open. Each process has one
/// connection, so calls are serialized and nothing runs in the background.
///
/// Records are durable when the call returns: they survive `kill -9` and a power cut.
public final class StressStore {
    /// The database's file; nil for one in memory.
    public let path: String?
    /// The busy timeout, s.
    private let timeout: Double
    private let configuration: Configuration
    private var queue: DatabaseQueue
    private let file: StoreFile?
    /// A sentence for the user about the directory; nil if all is well.
    public var warning: String? { file?.warning }
    private var identity: (database: StoreFile.Identity?, log: StoreFile.Identity?)

    /// Opens the database, or creates it with private directories.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - timeout: the busy timeout: how long a call waits while another process writes, s.
    ///   - cache: the maximum size of the page cache, KiB.
    ///   - reading: opens a database that cannot be written for reading.
    public init(
        path: String, timeout: Double = 10, cache: Int = 8000, reading: Bool = false
    ) throws(StoreError) {
        let file = StoreFile(path)
        self.path = file.path
        self.file = file
        self.timeout = timeout
        configuration = Self.configuration(timeout: timeout, cache: cache)
        queue =
            try reading && file.isReadOnly
            ? Self.openReadOnly(file, configuration) : Self.open(file, timeout, configuration)
        identity = (file.identity, file.logIdentity)
    }

    private init(inMemory queue: DatabaseQueue) {
        (path, file, timeout) = (nil, nil, 0)
        (self.queue, configuration) = (queue, queue.configuration)
    }

    /// Creates an empty database in memory.
    public static func inMemory() throws(StoreError) -> StressStore {
        try translatingErrors(":memory:") {
            let queue = try DatabaseQueue(configuration: configuration(timeout: 0, cache: 8000))
            try Schema.migrator.migrate(queue)
            return StressStore(inMemory: queue)
        }
    }

    /// The default path: `tabshell/stress.db` in the user's data directory (XDG Base Directory Specification).
    ///
    /// - Throws: ``StoreError/noHome`` when neither `XDG_DATA_HOME` nor `HOME` is set.
    public static func defaultPath(environment: (String) -> String?) throws(StoreError) -> String {
        guard let data = BaseDirectory.data.path(environment: environment) else { throw .noHome }
        return "\(data)/tabshell/stress.db"
    }

    /// Reads in one transaction.
    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        try Self.translatingErrors(displayPath) { try queue.read(body) }
    }

    /// Writes in one transaction, and notifies other processes.
    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        let value = try Self.translatingErrors(displayPath) { try queue.write(body) }
        file?.notifyWatchers()
        return value
    }

    /// Executes statements that cannot be part of a transaction.
    func maintain(_ body: (Database) throws -> Void) throws(StoreError) {
        try Self.translatingErrors(displayPath) { try queue.writeWithoutTransaction(body) }
    }

    private static func translatingErrors<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value
    {
        do {
            return try body()
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Reopens the database if its file was replaced or removed.
    ///
    /// - Returns: true if it was.
    func reopenIfReplaced() throws(StoreError) -> Bool {
        guard let file, file.identity != identity.database else { return false }
        try? queue.close()
        queue = try Self.open(file, timeout, configuration, after: identity.log)
        identity = (file.identity, file.logIdentity)
        return true
    }

    private var displayPath: String { path ?? ":memory:" }

    /// - Parameter log: the log of the database that this one has replaced.
    private static func open(
        _ file: StoreFile, _ timeout: Double, _ configuration: Configuration, after log: StoreFile.Identity? = nil
    ) throws(StoreError) -> DatabaseQueue {
        try file.prepare()
        let lock = try file.lock(timeout: timeout)
        defer { withExtendedLifetime(lock) {} }
        if let log { file.removeLog(log) }
        return try translatingErrors(file.path) {
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            try queue.writeWithoutTransaction { db in
                try check(db, path: file.path)
                // Only a new database can be made to shrink.
                try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
            }
            try Schema.migrator.migrate(queue)
            return queue
        }
    }

    private static func openReadOnly(
        _ file: StoreFile, _ configuration: Configuration
    ) throws(StoreError) -> DatabaseQueue {
        try translatingErrors(file.path) {
            var configuration = configuration
            configuration.readonly = true
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            try queue.read { db in
                try check(db, path: file.path)
                guard try Schema.migrator.hasCompletedMigrations(db) else { throw StoreError.readOnly(path: file.path) }
            }
            return queue
        }
    }

    /// - Throws: ``StoreError`` for a database of another program or of a newer tabshell.
    private static func check(_ db: Database, path: String) throws {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        if id == Schema.applicationID {
            guard try !Schema.migrator.hasBeenSuperseded(db) else { throw StoreError.newer(path: path) }
        } else {
            // The migrator creates its own table before everything else, which a full disk may prevent.
            let tables =
                try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
            guard id == 0, tables == 0 else { throw StoreError.foreign(path: path) }
        }
    }

    private static func configuration(timeout: Double, cache: Int) -> Configuration {
        var configuration = Configuration()
        configuration.label = "stress"
        configuration.busyMode = .timeout(timeout)
        configuration.prepareDatabase { db in
            // FULL makes commits survive a power cut; secure_delete overwrites removed records.
            try db.execute(
                sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;"
                    + " PRAGMA cache_size = -\(cache)")
        }
        return configuration
    }
}
