import Posix

/// A walk along a path, as the kernel makes it: through folders and links. A pure value: its owner looks at each entry.
struct PathWalk {
    /// An entry as it was found.
    enum Finding: Equatable {
        case link(to: String)
        case present
        case missing
    }

    /// The kernel follows no more links in one path (path_resolution(7)).
    private static let maximumLinks = 40

    /// The folder of the next entry, by a path without links.
    private(set) var directory = "/"
    /// The name of the next entry; nil at the end of the walk.
    private(set) var name: String?
    /// The names after it, the last first.
    private var rest: [Substring]
    private var links = 0

    /// - Parameter path: absolute.
    init(_ path: String) {
        rest = Self.names(of: path)
        advance()
    }

    /// True if the path ends with the entry, unless that is a link.
    var isLast: Bool { rest.isEmpty }

    var path: String { directory == "/" ? "/\(name ?? "")" : "\(directory)/\(name ?? "")" }

    /// Goes on to the next entry.
    mutating func found(_ finding: Finding) {
        switch finding {
        case .present: directory = path
        case .link(let target) where links < Self.maximumLinks:
            links += 1
            if target.hasPrefix("/") { directory = "/" }
            rest += Self.names(of: target)
        case .link, .missing: rest = []
        }
        advance()
    }

    private mutating func advance() {
        name = nil
        while name == nil, let next = rest.popLast() {
            switch next {
            case ".": break
            case "..": directory = FileSystem.directory(of: directory)
            default: name = String(next)
            }
        }
    }

    private static func names(of path: String) -> [Substring] { path.split(separator: "/").reversed() }
}
