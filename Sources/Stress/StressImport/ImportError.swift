// SPDX-License-Identifier: MIT
import Localization
import Posix
import StressStore

/// The reason why a file is not imported, or not to its end. The part that was read before it is in the database.
public enum ImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be opened or read; `code` is `errno`.
    case unreadable(path: String, code: Int32)
    case empty(path: String)
    /// An archive that is damaged or of an unsupported kind.
    case archive(path: String, reason: String)
    /// XML that is not an export of Apple Health.
    case notHealth(path: String, root: String)
    /// The first line does not name the columns.
    case header(path: String, reason: String)
    case store(StoreError)

    public var description: String {
        switch self {
        case .unreadable(let path, let code): "\(path): \(SystemError.message(for: code))"
        case .empty(let path):
            localized("\(path) is empty: expected a CSV file, or Apple Health's export.zip or export.xml")
        case .archive(let path, let reason): "\(path): \(reason)"
        case .notHealth(let path, let root):
            localized("\(path) is not an export of Apple Health: its root element is <\(root)>, expected <HealthData>")
        case .header(let path, let reason): localized("\(path), line 1: \(reason)")
        case .store(let error): error.description
        }
    }
}
