// SPDX-License-Identifier: MIT
import Glibc
import StressStore

/// Why a file cannot be imported, or not to its end. What was read of it until then is in the database.
public enum ImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It cannot be opened or read.
    case unreadable(path: String, code: Int32)
    case empty(path: String)
    /// It is an archive, but a damaged one or one of a kind that we do not read.
    case archive(path: String, reason: String)
    /// It is XML, but no export of Apple Health.
    case notHealth(path: String, root: String)
    /// Its first line does not say what the columns are.
    case header(path: String, reason: String)
    case store(StoreError)

    public var description: String {
        switch self {
        case .unreadable(let path, let code): "\(path): \(String(cString: strerror(code)))"
        case .empty(let path): "\(path) is empty: expected a CSV file, or Apple Health's export.zip or export.xml"
        case .archive(let path, let reason): "\(path): \(reason)"
        case .notHealth(let path, let root):
            "\(path) is no export of Apple Health: its outermost element is <\(root)>, expected <HealthData>"
        case .header(let path, let reason): "\(path), line 1: \(reason)"
        case .store(let error): error.description
        }
    }
}
