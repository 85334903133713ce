// SPDX-License-Identifier: MIT
import EventLoop
import GRDB
import Glibc

/// The user's measurements: an SQLite database in WAL mode that several processes may have open. Each has one
/// connection to it, so calls wait for one another and nothing runs in the background.
///
/// What a call has written when it returns survives `kill -9` and a power cut.
public final class StressStore {
    /// The database's file; nil for one in memory.
    public let path: String?
    /// For how long a call waits while another process writes, s.
    private let timeout: Double
    private var queue: DatabaseQueue
    private let file: StoreFile?
    private var identity: (database: StoreFile.Identity?, log: StoreFile.Identity?)

    /// Opens the database; makes it, with folders that nobody else can enter, where there is none.
    ///
    /// - Parameters:
    ///   - path: its file.
    ///   - patience: for how long a call waits while another process writes, s.
    /// - Throws: ``StoreError``.
    public init(path: String, timeout: Double = 10) throws(StoreError) {
        let file = StoreFile(path)
        self.path = file.path
        self.file = file
        self.timeout = timeout
        queue = try Self.open(file, timeout: timeout)
        identity = (file.identity, file.logIdentity)
    }

    private init(inMemory queue: DatabaseQueue) {
        path = nil
        file = nil
        timeout = 0
        self.queue = queue
    }

    /// An empty database in memory that ends with this object.
    ///
    /// - Throws: ``StoreError``.
    public static func inMemory() throws(StoreError) -> StressStore {
        do {
            let queue = try DatabaseQueue(configuration: configuration(timeout: 0))
            try Schema.migrator.migrate(queue)
            return StressStore(inMemory: queue)
        } catch {
            throw StoreError(error, path: ":memory:")
        }
    }

    /// Reads; all that one call reads is of one moment.
    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try queue.read(body)
        } catch {
            throw StoreError(error, path: place)
        }
    }

    /// Writes: all of it, or nothing when it throws. Then tells the other processes.
    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            let value = try queue.write(body)
            file?.ring()
            return value
        } catch {
            throw StoreError(error, path: place)
        }
    }

    /// Does what cannot be part of a transaction.
    func maintain(_ body: (Database) throws -> Void) throws(StoreError) {
        do {
            try queue.writeWithoutTransaction(body)
        } catch {
            throw StoreError(error, path: place)
        }
    }

    /// Opens the file anew if another one has taken its place, or none is there any more.
    ///
    /// - Returns: whether that was so.
    func reopenIfReplaced() throws(StoreError) -> Bool {
        guard let file, file.identity != identity.database else { return false }
        try? queue.close()
        queue = try Self.open(file, timeout: timeout, after: identity.log)
        identity = (file.identity, file.logIdentity)
        return true
    }

    private var place: String { path ?? ":memory:" }

    /// - Parameter log: the log of a database whose place this one has taken.
    private static func open(
        _ file: StoreFile, timeout: Double, after log: StoreFile.Identity? = nil
    ) throws(StoreError) -> DatabaseQueue {
        try file.prepare()
        let lock = try file.lock()
        defer { withExtendedLifetime(lock) {} }
        if let log { file.removeLog(log) }
        do {
            let queue = try DatabaseQueue(path: file.path, configuration: configuration(timeout: timeout))
            try queue.writeWithoutTransaction { db in
                try check(db, path: file.path)
                // Only a new database can be told to give back what it no longer needs.
                try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
            }
            try Schema.migrator.migrate(queue)
            return queue
        } catch {
            throw StoreError(error, path: file.path)
        }
    }

    /// - Throws: ``StoreError`` for a database that is not ours or that is newer than we are.
    private static func check(_ db: Database, path: String) throws {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        if id == Schema.applicationID {
            guard try !Schema.migrator.hasBeenSuperseded(db) else { throw StoreError.newer(path: path) }
        } else {
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            guard id == 0, tables == 0 else { throw StoreError.foreign(path: path) }
        }
    }

    private static func configuration(timeout: Double) -> Configuration {
        var configuration = Configuration()
        configuration.label = "stress"
        configuration.busyMode = .timeout(timeout)
        configuration.prepareDatabase { db in
            // FULL: what was acknowledged survives a power cut. What is deleted for good is overwritten.
            try db.execute(
                sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;"
                    + " PRAGMA cache_size = -8000")
        }
        return configuration
    }
}
