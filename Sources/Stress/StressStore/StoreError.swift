// SPDX-License-Identifier: MIT
import GRDB
import Glibc

/// Why the measurements cannot be read or written. The description says what, where, and what to do about it.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Neither `XDG_DATA_HOME` nor `HOME` is set.
    case noHome
    /// The folder or the file cannot be made, or be opened.
    case inaccessible(path: String, code: Int32)
    /// It is no SQLite database, or it is damaged.
    case notADatabase(path: String)
    /// It is a database of another program.
    case foreign(path: String)
    /// A newer tabshell has changed it.
    case newer(path: String)
    case full(path: String)
    /// Another process has been writing for too long.
    case busy(path: String)
    case readOnly(path: String)
    case other(path: String, reason: String)

    public var description: String {
        switch self {
        case .noHome:
            "there is no place for the measurements: set XDG_DATA_HOME or HOME to an absolute path"
        case .inaccessible(let path, let code):
            "\(path): \(String(cString: strerror(code)))"
        case .notADatabase(let path):
            "\(path) is damaged, or no SQLite database: move it away, or put a copy of it back"
        case .foreign(let path):
            "\(path) is a database of another program: name tabshell's own, or move this one away"
        case .newer(let path):
            "\(path) was written by a newer tabshell than this: expected one that this version knows, please update"
        case .full(let path):
            "\(path): there is no space left on the disk; what was not written yet is not in the database"
        case .busy(let path):
            "\(path): another program has been writing to it for too long; try again when it is done"
        case .readOnly(let path):
            "\(path) can be read but not be written: check its permissions and those of its folder"
        case .other(let path, let reason):
            "\(path): \(reason)"
        }
    }

    /// What an error of the database means.
    init(_ error: any Error, path: String) {
        if let known = error as? StoreError {
            self = known
            return
        }
        guard let error = error as? DatabaseError else {
            self = .other(path: path, reason: "\(error)")
            return
        }
        let code = error.resultCode
        switch code {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .notADatabase(path: path)
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        case .SQLITE_READONLY: self = .readOnly(path: path)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self = .inaccessible(path: path, code: access(path, R_OK | W_OK) == 0 ? EACCES : errno)
        default: self = .other(path: path, reason: error.message ?? "\(error)")
        }
    }
}
