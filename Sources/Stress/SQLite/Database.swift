internal import CSQLite

/// A connection to an SQLite database, with its prepared statements. It is used by one thread at a time.
public final class Database {
    private var handle: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: the file, created if missing; `:memory:` for none.
    ///   - isReadOnly: true to open an existing file for reading.
    ///   - timeout: how long a call waits while another process writes, s.
    public init(_ path: String, isReadOnly: Bool = false, timeout: Double = 0) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        self.handle = handle
        guard code == SQLITE_OK else { throw error(code) }
        sqlite3_busy_timeout(handle, Int32(timeout * 1000))
    }

    deinit { close() }

    /// Closes the connection. Later calls fail.
    public func close() {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
        (handle, statements) = (nil, [:])
    }

    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Executes statements without arguments, and drops their rows.
    public func execute(_ script: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Executes a statement, and returns the number of changed rows.
    @discardableResult
    public func run(_ sql: String, _ arguments: [Value] = []) throws(SQLiteError) -> Int {
        try step(sql, arguments) { _ in true }
        return Int(sqlite3_changes(handle))
    }

    /// Returns the converted rows of a query; `body` drops a row by returning nil.
    public func rows<Result>(
        _ sql: String, _ arguments: [Value] = [], _ body: (borrowing Row) -> Result?
    ) throws(SQLiteError) -> [Result] {
        var results: [Result] = []
        try step(sql, arguments) { row in
            if let result = body(row) { results.append(result) }
            return true
        }
        return results
    }

    /// Returns the first row of a query; nil without one.
    public func first<Result>(
        _ sql: String, _ arguments: [Value] = [], _ body: (borrowing Row) -> Result?
    ) throws(SQLiteError) -> Result? {
        var result: Result?
        try step(sql, arguments) { row in
            result = body(row)
            return false
        }
        return result
    }

    /// Makes calls in one transaction: all take effect, or none if one throws. `writes` locks the database for writing at once.
    public func transaction<Result>(writes: Bool, _ body: () throws -> Result) throws -> Result {
        try run(writes ? "BEGIN IMMEDIATE" : "BEGIN")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // Some errors, such as a full disk, end the transaction.
            if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
            throw error
        }
    }

    /// Executes a statement; `body` receives each row, and ends the statement by returning false.
    private func step(_ sql: String, _ arguments: [Value], _ body: (borrowing Row) -> Bool) throws(SQLiteError) {
        let statement = try statement(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, argument) in zip(Int32(1)..., arguments) {
            let code =
                switch argument {
                case .integer(let value): sqlite3_bind_int64(statement, index, value)
                case .real(let value?): sqlite3_bind_double(statement, index, value)
                case .real(nil): sqlite3_bind_null(statement, index)
                case .text(let value): sqlite3_bind_text(statement, index, value, Int32(value.utf8.count), Self.copied)
                }
            guard code == SQLITE_OK else { throw error(code) }
        }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw error(code) }
            guard body(Row(statement: statement)) else { return }
        }
    }

    private func statement(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code) }
        statements[sql] = statement
        return statement
    }

    private func error(_ code: Int32) -> SQLiteError {
        let message = sqlite3_errmsg(handle) ?? sqlite3_errstr(code)
        return SQLiteError(code, message.map { String(cString: $0) } ?? "")
    }

    /// `SQLITE_TRANSIENT`: the statement keeps a copy.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// An argument of a statement.
public enum Value: Equatable, Sendable {
    case integer(Int64)
    /// Nil for NULL.
    case real(Double?)
    case text(String)
}

/// A row of a result, while the statement is at it. Columns count from 0.
public struct Row: ~Copyable {
    let statement: OpaquePointer

    /// An integer; 0 for NULL and for a non-numeric text.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// A number; nil for NULL.
    public func real(_ column: Int32) -> Double? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : sqlite3_column_double(statement, column)
    }

    /// A text; empty for NULL.
    public func text(_ column: Int32) -> String {
        // The text first: conversion may change its length.
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
