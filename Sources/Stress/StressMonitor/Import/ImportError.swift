import Glibc
import Posix
import Sandbox

/// The reason why a file is not imported, or not completely. The part read before is in the database.
enum ImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be opened or read; `code` is `errno`.
    case unreadable(path: String, code: Int32)
    case empty(path: String)
    /// An archive that is damaged or of an unsupported kind.
    case archive(path: String, reason: String)
    case notHealth(path: String, root: String)
    /// A file of another kind, and what to do with it.
    case kind(path: String, name: String)
    /// The first line does not name the columns.
    case header(path: String, reason: String)
    case store(StoreError)
    /// The process that parses the file ended before its work did; `status` is its exit status, or -signal.
    case parser(path: String, status: Int32)

    var description: String {
        switch self {
        case .unreadable(let path, EISDIR):
            "\(path) is a folder without Apple Health's export.xml; import its files, or a zip archive of it"
        case .unreadable(let path, let code): "\(path): \(SystemError.message(for: code))"
        case .empty(let path):
            "\(path) is empty: expected a CSV file, or Apple Health's export.zip or export.xml"
        case .archive(let path, let reason): "\(path): \(reason)"
        case .notHealth(let path, let root):
            "\(path) is not an export of Apple Health: its root element is <\(root)>, expected <HealthData>"
        case .kind(let path, let name): "\(path) is \(name)"
        case .header(let path, let reason): "\(path), line 1: \(reason)"
        case .store(let error): error.description
        case .parser(let path, -SIGXCPU):
            "\(path): a part of it took longer than \(ConfinedParser.processorTime) s to read; the rest was not imported"
        case .parser(let path, -SIGSYS):
            "\(path): the process that reads it tried what it may not do, and was ended; the rest was not imported"
        case .parser(let path, let status) where status < 0:
            """
            \(path): the process that reads it, which may use \(Int(Sandbox.maximumMemory >> 20)) MB of memory, crashed \
            (signal \(-status)); the rest was not imported
            """
        case .parser(let path, _):
            "\(path) was not imported: the process that reads it could not be confined"
        }
    }
}
