// SPDX-License-Identifier: MIT
import Glibc
import Localization
import Posix

/// The folder of a session: the configuration that was made for its compositor, and a named pipe for the message of a compositor
/// that is ready. It is removed with the session.
final class SessionFolder {
    /// The variable that leads the ready command to the pipe.
    static let variable = "TABSHELL_SESSION"

    let path: String
    private var names = ["ready"]

    /// Creates `$XDG_RUNTIME_DIR/tabshell/session-PID`.
    ///
    /// - Throws: ``ExitError`` when others could put their files in their place; ``SystemError`` when that is not possible.
    init(runtimeDirectory: String, pid: pid_t) throws {
        let parent = "\(runtimeDirectory)/tabshell"
        path = "\(parent)/session-\(pid)"
        for folder in [parent, path] where try !FileSystem.makePrivateDirectory(folder) {
            throw ExitError(
                status: .refused,
                reason: localized(
                    "\(folder) must belong to you and be closed to others, in a folder that others cannot change: look at XDG_RUNTIME_DIR"
                ))
        }
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
            if let target = file.target {
                try FileSystem.makeLink(path, to: target)
                continue
            }
            let descriptor = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try descriptor.writeAll(Array(file.content.utf8))
        }
    }
}
