// SPDX-License-Identifier: MIT
import Glibc
import TabshellIPC

/// Where the daemon's socket is.
public struct SocketPath: Equatable, Sendable {
    /// The socket's absolute path.
    public let path: String
    /// Whether the folder is tabshell's own, so that it must be private.
    public let ownsFolder: Bool

    /// The socket's folder.
    public var folder: String {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        return folder.isEmpty ? "/" : folder
    }
    /// The file that a running daemon holds locked.
    public var lock: String { path + ".lock" }
    /// The socket's file name without its ending, which is the display's name where nobody chose another one.
    public var name: String {
        let file = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        return String(file.hasSuffix(".sock") ? file.dropLast(5) : file)
    }

    /// A path that somebody chose.
    ///
    /// - Throws: ``SocketPathError`` for one that no socket can have.
    public init(_ path: String) throws(SocketPathError) {
        try self.init(path, ownsFolder: false, source: "TABSHELL_SOCKET")
    }

    /// `$TABSHELL_SOCKET`, else `$XDG_RUNTIME_DIR/tabshell/<WAYLAND_DISPLAY>.sock`; `default.sock` without a display.
    ///
    /// - Throws: ``SocketPathError`` that names the variable to change.
    public init(environment: (String) -> String?) throws(SocketPathError) {
        if let chosen = environment("TABSHELL_SOCKET"), !chosen.isEmpty {
            try self.init(chosen)
            return
        }
        guard let runtime = environment("XDG_RUNTIME_DIR"), !runtime.isEmpty else { throw .noRuntimeDirectory }
        let display = environment("WAYLAND_DISPLAY").flatMap { $0.split(separator: "/").last } ?? "default"
        try self.init("\(runtime)/tabshell/\(display).sock", ownsFolder: true, source: "XDG_RUNTIME_DIR")
    }

    private init(_ path: String, ownsFolder: Bool, source: String) throws(SocketPathError) {
        guard path.hasPrefix("/") else { throw .relative(path, source: source) }
        guard path.utf8.count <= Limits.maximumSocketPathBytes else { throw .tooLong(path, source: source) }
        self.path = path
        self.ownsFolder = ownsFolder
    }
}

/// Why there is no path for the socket.
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
            "the socket's path has \(path.utf8.count) bytes, and a Unix socket's has at most \(Limits.maximumSocketPathBytes):"
                + " choose a shorter \(source) (\(path))"
        }
    }
}
