import Glibc
import Posix

/// The folder of a session: the configuration of its compositor, and a named pipe for the message that it is ready.
final class SessionFolder {
    /// The variable through which the ready command finds the pipe.
    static let variable = "TABSHELL_SESSION"

    let path: String
    private var names = ["ready"]

    /// Creates `$XDG_RUNTIME_DIR/tabshell/session-PID`, unless others could put their files in its place.
    init(runtimeDirectory: String, pid: pid_t) throws {
        let parent = "\(runtimeDirectory)/tabshell"
        path = "\(parent)/session-\(pid)"
        for folder in [parent, path] where try !FileSystem.makePrivateDirectory(folder) {
            throw ExitError.refused(
                "\(folder) must belong to you and be closed to others, in a folder that others cannot change: look at XDG_RUNTIME_DIR"
            )
        }
        // A killed process may have had the same pid.
        FileSystem.remove(pipe)
        try FileSystem.makePipe(pipe)
    }

    deinit {
        for name in names { FileSystem.remove("\(path)/\(name)") }
        FileSystem.removeDirectory(path)
    }

    var pipe: String { "\(path)/ready" }

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
