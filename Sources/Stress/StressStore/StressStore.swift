// SPDX-License-Identifier: MIT
import GRDB
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
    private var queue: DatabaseQueue
    private let file: StoreFile?
    /// True if nothing can be written, since the file or its directory is read-only.
    public let isReadOnly: Bool
    /// A sentence for the user about the directory; nil if all is well.
    public var warning: String? { file?.warning }
    private var identity: (database: StoreFile.Identity?, log: StoreFile.Identity?)

    /// Opens the database, or creates it with private directories.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - timeout: the busy timeout: how long a call waits while another process writes, s.
    ///   - reading: opens a database that cannot be written for reading.
    public init(path: String, timeout: Double = 10, reading: Bool = false) throws(StoreError) {
        let file = StoreFile(path)
        self.path = file.path
        self.file = file
        self.timeout = timeout
        isReadOnly = reading && file.isReadOnly
        queue = try isReadOnly ? Self.openReadOnly(file, timeout: timeout) : Self.open(file, timeout: timeout)
        identity = (file.identity, file.logIdentity)
    }

    private init(inMemory queue: DatabaseQueue) {
        path = nil
        file = nil
        isReadOnly = false
        timeout = 0
        self.queue = queue
    }

    /// Creates an empty database in memory.
    public static func inMemory() throws(StoreError) -> StressStore {
        try translatingErrors(":memory:") {
            let queue = try DatabaseQueue(configuration: configuration(timeout: 0))
            try Schema.migrator.migrate(queue)
            return StressStore(inMemory: queue)
        }
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
        queue = try Self.open(file, timeout: timeout, after: identity.log)
        identity = (file.identity, file.logIdentity)
        return true
    }

    private var displayPath: String { path ?? ":memory:" }

    /// - Parameter log: the log of the database that this one has replaced.
    private static func open(
        _ file: StoreFile, timeout: Double, after log: StoreFile.Identity? = nil
    ) throws(StoreError) -> DatabaseQueue {
        try file.prepare()
        let lock = try file.lock(timeout: timeout)
        defer { withExtendedLifetime(lock) {} }
        if let log { file.removeLog(log) }
        return try translatingErrors(file.path) {
            let queue = try DatabaseQueue(path: file.path, configuration: configuration(timeout: timeout))
            try queue.writeWithoutTransaction { db in
                try check(db, path: file.path)
                // Only a new database can be made to shrink.
                try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
            }
            try Schema.migrator.migrate(queue)
            return queue
        }
    }

    private static func openReadOnly(_ file: StoreFile, timeout: Double) throws(StoreError) -> DatabaseQueue {
        try translatingErrors(file.path) {
            var configuration = configuration(timeout: timeout)
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

    private static func configuration(timeout: Double) -> Configuration {
        var configuration = Configuration()
        configuration.label = "stress"
        configuration.busyMode = .timeout(timeout)
        configuration.prepareDatabase { db in
            // FULL makes commits survive a power cut; secure_delete overwrites removed records.
            try db.execute(
                sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;"
                    + " PRAGMA cache_size = -8000")
        }
        return configuration
    }
}
