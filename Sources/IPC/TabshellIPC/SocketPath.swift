import Posix

public struct SocketPath: Equatable, Sendable {
    public let path: String
    /// True if the directory is tabshell's own, and must be private.
    public let managesDirectory: Bool

    public var directory: String { FileSystem.directory(of: path) }
    /// The socket's file name without its suffix: by default the name of the display.
    public var name: String {
        let file = FileSystem.name(of: path)
        return file.hasSuffix(".sock") ? String(file.dropLast(5)) : file
    }

    /// A configured path.
    public init(_ path: String) throws(SocketPathError) {
        try self.init(path, managesDirectory: false, source: "TABSHELL_SOCKET")
    }

    /// `$TABSHELL_SOCKET`, else `$XDG_RUNTIME_DIR/tabshell/<WAYLAND_DISPLAY>.sock`; `default.sock` without a display.
    /// The error names the variable to change.
    public init(environment: (String) -> String?) throws(SocketPathError) {
        if let chosen = environment("TABSHELL_SOCKET"), !chosen.isEmpty {
            try self.init(chosen)
            return
        }
        guard let runtime = environment("XDG_RUNTIME_DIR"), !runtime.isEmpty else { throw .noRuntimeDirectory }
        let display = environment("WAYLAND_DISPLAY").flatMap { $0.split(separator: "/").last } ?? "default"
        try self.init("\(runtime)/tabshell/\(display).sock", managesDirectory: true, source: "XDG_RUNTIME_DIR")
    }

    private init(_ path: String, managesDirectory: Bool, source: String) throws(SocketPathError) {
        guard path.hasPrefix("/") else { throw .relative(path, source: source) }
        guard path.utf8.count <= Limits.maximumSocketPathBytes else { throw .tooLong(path, source: source) }
        self.path = path
        self.managesDirectory = managesDirectory
    }
}

public enum SocketPathError: Error, Equatable, Sendable, CustomStringConvertible {
    case noRuntimeDirectory
    case relative(String, source: String)
    case tooLong(String, source: String)

    public var description: String {
        switch self {
        case .noRuntimeDirectory:
            "XDG_RUNTIME_DIR is not set: set it, or name the socket's path in TABSHELL_SOCKET"
        case .relative(let path, let source):
            "\(source) must be an absolute path, not \"\(path)\""
        case .tooLong(let path, let source):
            """
            the socket's path has \(path.utf8.count) bytes, and a Unix socket's has at most \
            \(Limits.maximumSocketPathBytes): choose a shorter \(source) (\(path))
            """
        }
    }
}
