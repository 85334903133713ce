// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import Glibc
import TabshellIPC

/// Why the daemon cannot listen.
public enum ListenerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A living daemon has the socket; its pid where it is known.
    case alreadyRunning(pid: pid_t?, path: String)
    /// The folder belongs to somebody else, or others may enter it.
    case folderNotPrivate(String)
    /// Something that is no socket is in the way.
    case notASocket(String)
    /// A descriptor passed by the service manager is not a listening Unix stream socket.
    case badActivation(String)
    case system(SystemError)

    public var description: String {
        switch self {
        case .alreadyRunning(let pid, let path):
            "another tabshelld\(pid.map { " (pid \($0))" } ?? "") already listens on \(path)"
        case .folderNotPrivate(let path):
            "\(path) must belong to you and be closed to others: chmod 700 it, or remove it"
        case .notASocket(let path):
            "\(path) is in the way: it is not a socket"
        case .badActivation(let reason):
            "the socket passed by the service manager is of no use: \(reason)"
        case .system(let error):
            error.description
        }
    }
}

/// A listening Unix socket that never displaces a living server's.
public final class Listener {
    /// Where it listens; nil for a passed socket that is not in the file system.
    public let place: SocketPath?
    let descriptor: FileDescriptor
    private let lock: FileDescriptor?
    private let boundPath: String?

    /// Binds the socket: the lock beside it is taken first and held for life, and a socket that is there already is
    /// removed only when nobody answers on it.
    ///
    /// - Throws: ``ListenerError``.
    public init(at place: SocketPath) throws(ListenerError) {
        try Self.prepareFolder(of: place)
        lock = try Self.takeLock(of: place)
        try Self.removeStaleSocket(at: place.path)
        do throws(SystemError) {
            descriptor = try UnixSocket.make()
            let number = descriptor.number
            let mask = umask(0o177)
            defer { umask(mask) }
            try UnixSocket.withAddress(place.path) { address, length throws(SystemError) in
                try systemCall("binding \(place.path)") { bind(number, address, length) }
            }
            try systemCall("listen") { listen(number, SOMAXCONN) }
        } catch {
            throw .system(error)
        }
        boundPath = place.path
        self.place = place
    }

    /// Takes the socket that a service manager passed (sd_listen_fds(3)), after a look at what it really is.
    ///
    /// - Returns: nil when nothing was passed to this process.
    /// - Throws: ``ListenerError/badActivation(_:)``.
    public static func activated(environment: (String) -> String?) throws(ListenerError) -> Listener? {
        guard let pid = environment("LISTEN_PID"), Int32(pid) == getpid(), let text = environment("LISTEN_FDS") else {
            return nil
        }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        guard let count = Int(text), count == 1 else {
            throw .badActivation("expected one descriptor, LISTEN_FDS is \"\(text)\"")
        }
        let number: Int32 = 3
        guard option(SO_DOMAIN, of: number) == AF_UNIX else { throw .badActivation("it is not a Unix socket") }
        guard option(SO_TYPE, of: number) == Int32(SOCK_STREAM.rawValue) else {
            throw .badActivation("it is not a stream socket")
        }
        guard option(SO_ACCEPTCONN, of: number) == 1 else { throw .badActivation("it does not listen") }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        return Listener(activated: FileDescriptor(owning: number))
    }

    private init(activated descriptor: FileDescriptor) {
        self.descriptor = descriptor
        place = Self.place(of: descriptor.number)
        lock = nil
        boundPath = nil
    }

    /// Removes the socket that was bound here. One that was passed belongs to the service manager.
    public func removeSocket() {
        if let boundPath { unlink(boundPath) }
    }

    private static func place(of socket: Int32) -> SocketPath? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        let path = withUnsafeBytes(of: &address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return result == 0 ? try? SocketPath(path) : nil
    }

    private static func option(_ name: Int32, of socket: Int32) -> Int32 {
        var value: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(socket, SOL_SOCKET, name, &value, &length) == 0 ? value : -1
    }

    private static func prepareFolder(of place: SocketPath) throws(ListenerError) {
        if mkdir(place.folder, 0o700) != 0, errno != EEXIST {
            throw .system(.last("making the folder \(place.folder)"))
        }
        guard place.ownsFolder else { return }
        var facts = stat()
        guard lstat(place.folder, &facts) == 0 else { throw .system(.last("looking at \(place.folder)")) }
        guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0 else {
            throw .folderNotPrivate(place.folder)
        }
    }

    private static func takeLock(of place: SocketPath) throws(ListenerError) -> FileDescriptor {
        let number = open(place.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw .system(.last("opening \(place.lock)")) }
        let lock = FileDescriptor(owning: number)
        var buffer = [UInt8](repeating: 0, count: 16)
        if flock(number, LOCK_EX | LOCK_NB) != 0 {
            let length = max(pread(number, &buffer, buffer.count, 0), 0)
            let pid = pid_t(String(decoding: buffer[..<length].prefix { $0 != 0x0A }, as: UTF8.self))
            throw .alreadyRunning(pid: pid, path: place.path)
        }
        ftruncate(number, 0)
        let text = Array("\(getpid())\n".utf8)
        pwrite(number, text, text.count, 0)
        return lock
    }

    private static func removeStaleSocket(at path: String) throws(ListenerError) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        let probe: FileDescriptor
        do throws(SystemError) {
            probe = try UnixSocket.connect(to: path)
        } catch {
            switch error.code {
            case ECONNREFUSED:
                unlink(path)
                return
            // Somebody listens, and has no time just now.
            case EAGAIN: throw .alreadyRunning(pid: nil, path: path)
            default: throw .system(error)
            }
        }
        throw .alreadyRunning(pid: try? UnixSocket.peer(of: probe.number).pid, path: path)
    }
}
