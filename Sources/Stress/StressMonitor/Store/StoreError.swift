import Glibc
import Localization
import Posix
import SQLite

/// The reason why the measurements cannot be read or written. The description names the file and a remedy.
enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    case noHome
    /// The directory or the file cannot be created or opened; `code` is `errno`.
    case inaccessible(path: String, code: Int32)
    /// The file is damaged, or not an SQLite database.
    case notADatabase(path: String)
    case foreign(path: String)
    case newer(path: String)
    case full(path: String)
    /// Another process kept the database locked until the timeout.
    case busy(path: String)
    case readOnly(path: String)
    /// Another process kept the directory locked until the timeout.
    case locked(path: String)
    case notYours(path: String, owner: UInt32)
    case other(path: String, reason: String)

    /// True if the same call may succeed a moment later.
    var isTemporary: Bool {
        switch self {
        case .busy, .locked: true
        default: false
        }
    }

    var description: String {
        switch self {
        case .noHome:
            localized("no directory for the measurements: set XDG_DATA_HOME or HOME to an absolute path")
        case .inaccessible(let path, let code): "\(path): \(SystemError.message(for: code))"
        case .notADatabase(let path):
            localized("\(path) is damaged, or not an SQLite database: move it away, or restore a copy of it")
        case .foreign(let path):
            localized("\(path) is a database of another program: name tabshell's own, or move this one away")
        case .newer(let path): localized("\(path) was written by a newer version of tabshell: please update")
        case .full(let path): localized("\(path): disk full; the rest was not written")
        case .busy(let path):
            localized("\(path): another program has been writing to it for too long; try again when it is done")
        case .readOnly(let path): localized("\(path) is read-only: check its permissions and those of its directory")
        case .locked(let path):
            localized(
                "\(path): another program has kept this directory locked for too long; `lsof +d \(path)` names it")
        case .notYours(let path, let owner):
            localized(
                "\(path) belongs to user \(owner), who could read and change what is written to it: copy it, or name another file"
            )
        case .other(let path, let reason): "\(path): \(reason)"
        }
    }

    /// The description of an error for a page, where a full disk needs no path.
    static func reason(_ error: any Error) -> String {
        if case StoreError.full = error { localized("the disk is full") } else { "\(error)" }
    }

    /// True if the same call fails until a person fixes the cause.
    var isPermanent: Bool {
        switch self {
        case .noHome, .notADatabase, .foreign, .newer, .readOnly, .notYours: true
        case .inaccessible, .full, .busy, .locked, .other: false
        }
    }

    init(_ error: any Error, path: String) {
        if let known = error as? StoreError {
            self = known
            return
        }
        switch (error as? SQLiteError)?.kind {
        case .notADatabase: self = .notADatabase(path: path)
        case .full: self = .full(path: path)
        case .busy: self = .busy(path: path)
        // SQLite also reports a database as read-only if opening it for writing failed temporarily.
        case .readOnly where !StoreFile(path).isReadOnly: self = .other(path: path, reason: "\(error)")
        case .readOnly: self = .readOnly(path: path)
        case .inaccessible:
            // Unsafe: access(2) reads the path's C string, which the compiler passes.
            self = .inaccessible(path: path, code: unsafe access(path, R_OK | W_OK) == 0 ? EACCES : errno)
        case .other, nil: self = .other(path: path, reason: "\(error)")
        }
    }
}
