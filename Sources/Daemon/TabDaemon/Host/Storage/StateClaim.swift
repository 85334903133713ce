import Glibc
import Posix
import TabshellIPC

/// The claim of a daemon on a state file. The state belongs to the user, whatever starts the daemon, on any compositor and display;
/// a second daemon of the same user has the state of its display.
struct StateClaim: ~Copyable {
    /// The name of the file without its suffix.
    let name: String
    /// Held while the daemon runs.
    private let lock: FileDescriptor?

    private static let usual = "default"

    /// Claims the state for a socket. A socket that the user chose, by place or name, has its own.
    init(_ socket: SocketPath) {
        guard socket.managesDirectory || socket.name == Self.usual else {
            name = socket.name
            lock = nil
            return
        }
        do throws(SystemError) {
            let path = "\(socket.directory)/state.lock"
            let lock = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
            try lock.lock(waiting: false)
            name = Self.usual
            self.lock = consume lock
        } catch {
            name = socket.name == Self.usual ? "second" : socket.name
            lock = nil
        }
    }
}
