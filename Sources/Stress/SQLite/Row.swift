// SPDX-License-Identifier: MIT
internal import CSQLite

/// A row of a result, while the statement stands on it. Columns count from 0.
public struct Row: ~Copyable {
    let statement: OpaquePointer

    /// An integer; 0 for NULL and for a text that is not a number.
    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// A number; nil for NULL.
    public func real(_ column: Int32) -> Double? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : sqlite3_column_double(statement, column)
    }

    /// A text; empty for NULL.
    public func text(_ column: Int32) -> String {
        // The text first: to convert it may change its length.
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
