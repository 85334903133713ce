internal import CSQLite

/// A failed call of SQLite.
public struct SQLiteError: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The file is damaged, or not a database.
        case notADatabase
        case full
        /// Another connection kept a lock until the timeout.
        case busy
        case readOnly
        case inaccessible
        case other
    }

    public var kind: Kind
    /// SQLite's own words.
    public var description: String

    /// - Parameter code: the result code, perhaps an extended one.
    init(_ code: Int32, _ description: String) {
        self.description = description
        kind =
            switch code & 0xFF {
            case SQLITE_NOTADB, SQLITE_CORRUPT: .notADatabase
            case SQLITE_FULL: .full
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_READONLY: .readOnly
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .inaccessible
            default: .other
            }
    }
}
