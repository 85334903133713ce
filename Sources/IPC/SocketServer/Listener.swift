import Glibc
import Posix
import TabshellIPC

public enum ListenerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another daemon listens on the socket; its pid, if known.
    case alreadyRunning(pid: pid_t?, path: String)
    /// The directory belongs to another user, or others may enter it.
    case directoryNotPrivate(String)
    /// The directory belongs to another user, or others may replace its files.
    case directoryWritable(String)
    case notASocket(String)
    /// A descriptor passed by the service manager is not a listening Unix stream socket.
    case badActivation(String)

    public var description: String {
        switch self {
        case .alreadyRunning(let pid, let path):
            pid.map { "another tabshelld (pid \($0)) already listens on \(path)" }
                ?? "another tabshelld already listens on \(path)"
        case .directoryNotPrivate(let path):
            "\(path) must belong to you and be closed to others: chmod 700 it, or remove it"
        case .directoryWritable(let path):
            "others may write to \(path), and replace the socket in it: choose a directory of your own for it"
        case .notASocket(let path):
            "\(path) exists and is not a socket"
        case .badActivation(let reason):
            "the socket passed by the service manager cannot be used: \(reason)"
        }
    }
}

/// A listening Unix socket. It never displaces the socket of a running server.
public final class Listener {
    /// The path on which it listens; nil for a passed socket that is not in the file system.
    public let socketPath: SocketPath?
    let descriptor: FileDescriptor
    /// Held while the listener lives.
    private let lock: FileDescriptor?
    private let boundPath: String?

    /// Binds the socket. The lock file beside it is locked first, for the life of the listener, and an existing socket is
    /// removed only if nothing listens on it.
    public init(at socketPath: SocketPath) throws {
        try Self.prepareDirectory(of: socketPath)
        lock = try Self.takeLock(of: socketPath)
        try Self.removeStaleSocket(at: socketPath.path)
        descriptor = try UnixSocket.listen(at: socketPath.path)
        boundPath = socketPath.path
        self.socketPath = socketPath
    }

    /// Takes over a listening Unix stream socket of the service manager (sd_listen_fds(3)); nil when it has passed none.
    public static func fromServiceManager(environment: (String) -> String?) throws(ListenerError) -> Listener? {
        guard let pid = environment("LISTEN_PID"), Int32(pid) == getpid(), let text = environment("LISTEN_FDS") else {
            return nil
        }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
        guard Int(text) == 1 else {
            throw .badActivation("expected one descriptor, LISTEN_FDS is \"\(text)\"")
        }
        return try Listener(passed: FileDescriptor(owning: 3))
    }

    private init(passed descriptor: consuming FileDescriptor) throws(ListenerError) {
        guard descriptor.socketOption(SO_DOMAIN) == AF_UNIX else {
            throw .badActivation("it is not a Unix socket")
        }
        guard descriptor.socketOption(SO_TYPE) == Int32(SOCK_STREAM.rawValue) else {
            throw .badActivation("it is not a stream socket")
        }
        guard descriptor.socketOption(SO_ACCEPTCONN) == 1 else { throw .badActivation("it does not listen") }
        try? descriptor.setCloseOnExec()
        try? descriptor.setNonBlocking()
        socketPath = try? SocketPath(descriptor.boundPath)
        self.descriptor = descriptor
        lock = nil
        boundPath = nil
    }

    deinit {
        // A start that is refused later leaves nothing behind.
        removeSocket()
    }

    /// Removes the socket that was bound here. A passed socket belongs to the service manager.
    public func removeSocket() {
        if let boundPath { FileSystem.remove(boundPath) }
    }

    private static func prepareDirectory(of socketPath: SocketPath) throws {
        let directory = socketPath.directory
        guard socketPath.managesDirectory else {
            try FileSystem.makeDirectory(directory)
            guard !FileSystem.isReplaceable(in: try FileSystem.status(of: directory)) else {
                throw ListenerError.directoryWritable(directory)
            }
            return
        }
        guard try FileSystem.makePrivateDirectory(directory) else { throw ListenerError.directoryNotPrivate(directory) }
    }

    private static func takeLock(of socketPath: SocketPath) throws -> FileDescriptor {
        let lock = try FileDescriptor(opening: socketPath.path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        do throws(SystemError) {
            try lock.lock(waiting: false)
        } catch {
            guard error.code == EWOULDBLOCK else { throw error }
            let content = (try? lock.read(upTo: 16)) ?? []
            let pid = pid_t(String(decoding: content.prefix { $0 != 0x0A }, as: UTF8.self))
            throw ListenerError.alreadyRunning(pid: pid, path: socketPath.path)
        }
        // The pid is for the error message of another daemon only.
        try? lock.truncate(to: 0)
        try? lock.writeAll(Array("\(getpid())\n".utf8))
        return lock
    }

    private static func removeStaleSocket(at path: String) throws {
        guard let status = try? FileSystem.status(of: path, followingLinks: false) else { return }
        guard status.kind == .socket else { throw ListenerError.notASocket(path) }
        let pid: pid_t?
        do throws(SystemError) {
            let probe = try UnixSocket.connect(to: path)
            pid = try? probe.peer.pid
        } catch {
            switch error.code {
            case ECONNREFUSED: return FileSystem.remove(path)
            // A server listens, and its queue is full.
            case EAGAIN: throw ListenerError.alreadyRunning(pid: nil, path: path)
            default: throw error
            }
        }
        throw ListenerError.alreadyRunning(pid: pid, path: path)
    }
}
