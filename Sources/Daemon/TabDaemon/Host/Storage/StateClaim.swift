// SPDX-License-Identifier: MIT
import Glibc
import Posix
import TabshellIPC

/// The claim of a daemon on a state file. The state belongs to the user, whatever the compositor, the display and the way in which the
/// daemon is started; a daemon that runs beside another one of the user has the state of its display.
struct StateClaim: ~Copyable {
    /// The name of the file without its suffix.
    let name: String
    /// Held while the daemon runs.
    private let lock: FileDescriptor?

    private static let usual = "default"

    /// - Parameter socket: the daemon's socket. One that the user has chosen, at another place or by another name, has a state of its
    ///   own.
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
