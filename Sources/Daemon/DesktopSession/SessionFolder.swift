// SPDX-License-Identifier: MIT
import Glibc
public import Posix

/// The folder of a session: the configuration that was made for its compositor, and a named pipe for the message of a compositor
/// that is ready. It is removed with the session.
public final class SessionFolder {
    /// The variable that leads the ready command to the pipe.
    static let variable = "TABSHELL_SESSION"

    public let path: String
    private var names = ["ready"]

    /// Creates `$XDG_RUNTIME_DIR/tabshell/session-PID`.
    ///
    /// - Throws: ``SystemError`` when that is not possible.
    public init(runtimeDirectory: String, pid: pid_t) throws(SystemError) {
        path = "\(runtimeDirectory)/tabshell/session-\(pid)"
        try FileSystem.makeDirectories(above: path)
        try FileSystem.makeDirectory(path)
        // A process that was killed may have had the same number.
        FileSystem.remove(pipe)
        try FileSystem.makePipe(pipe)
    }

    deinit {
        for name in names { FileSystem.remove("\(path)/\(name)") }
        FileSystem.removeDirectory(path)
    }

    var pipe: String { "\(path)/ready" }

    /// Writes a configuration.
    func write(_ files: [Compositor.File]) throws(SystemError) {
        for file in files {
            names.append(file.name)
            let path = "\(path)/\(file.name)"
            FileSystem.remove(path)
            let descriptor = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try descriptor.writeAll(Array(file.content.utf8))
        }
    }
}
