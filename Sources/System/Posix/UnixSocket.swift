import CLinux
import Glibc

/// Unix sockets in the file system. All are close-on-exec, and stream sockets non-blocking.
public enum UnixSocket {
    /// The process at the other end of a connection (`SO_PEERCRED`).
    public struct Peer: Equatable, Sendable {
        public var user: uid_t
        public var pid: pid_t
    }

    /// Returns the process at the other end of a socket that a library owns.
    public static func peer(of descriptor: Int32) throws(SystemError) -> Peer {
        var user: uid_t = 0
        var pid: pid_t = 0
        try systemCall("SO_PEERCRED") { clinux_peer_credentials(descriptor, &user, &pid) }
        return Peer(user: user, pid: pid)
    }

    /// Connects to a stream socket.
    ///
    /// - Throws: ``SystemError``; `EAGAIN` when the listener's queue is full.
    public static func connect(to path: String) throws(SystemError) -> FileDescriptor {
        try socket(stream, at: path, "connecting to") { Glibc.connect($0, $1, $2) }
    }

    /// Listens on a stream socket at an unused path. Only its owner may connect.
    public static func listen(at path: String) throws(SystemError) -> FileDescriptor {
        let mask = umask(0o177)
        defer { umask(mask) }
        let descriptor = try socket(stream, at: path, "binding") { bind($0, $1, $2) }
        try systemCall("listen") { Glibc.listen(descriptor.rawValue, SOMAXCONN) }
        return descriptor
    }

    /// Sends one datagram, without waiting.
    ///
    /// - Parameter path: a path, or an abstract address that begins with "@".
    /// - Throws: ``SystemError``; `EAGAIN` when the receiver's queue is full.
    public static func sendDatagram(_ bytes: [UInt8], to path: String) throws(SystemError) {
        _ = try socket(datagram, at: path, "sending to") {
            Int32(clamping: sendto($0, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $1, $2))
        }
    }

    private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    private static let datagram = Int32(SOCK_DGRAM.rawValue)

    /// Creates a socket and makes one system call with its address.
    private static func socket(
        _ type: Int32, at path: String, _ operation: String,
        _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) -> FileDescriptor {
        let flags = type | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = FileDescriptor(owning: try systemCall("socket") { Glibc.socket(AF_UNIX, flags, 0) })
        guard let address = Address(path) else {
            throw SystemError(code: ENAMETOOLONG, operation: "\(operation) \(path)")
        }
        try systemCall("\(operation) \(path)") {
            withUnsafePointer(to: address.value) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor.rawValue, $0, address.length) }
            }
        }
        return descriptor
    }

    private struct Address {
        private(set) var value = sockaddr_un()
        let length: socklen_t

        /// - Returns: nil for too long a path.
        init?(_ path: String) {
            var bytes = Array(path.utf8)
            let isAbstract = bytes.first == UInt8(ascii: "@")
            if isAbstract { bytes[0] = 0 }
            value.sun_family = sa_family_t(AF_UNIX)
            let fits = withUnsafeMutableBytes(of: &value.sun_path) { field in
                guard bytes.count < field.count else { return false }
                field.copyBytes(from: bytes)
                return true
            }
            guard fits else { return nil }
            // An abstract name does not end with a zero byte: its length counts.
            length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
        }
    }
}

extension FileDescriptor {
    /// Accepts a connection.
    ///
    /// - Throws: ``SystemError``; `EAGAIN` when nothing waits.
    public func accept() throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try systemCall("accept") { clinux_accept(rawValue) })
    }

    /// Shuts down the sending direction of a socket: the other end reads what was sent, and then the end.
    public func shutDownWriting() { _ = shutdown(rawValue, Int32(SHUT_WR)) }

    /// The process at the other end of a Unix socket.
    public var peer: UnixSocket.Peer {
        get throws(SystemError) { try UnixSocket.peer(of: rawValue) }
    }

    /// The path to which a Unix socket is bound; empty for one outside the file system.
    public var boundPath: String {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(rawValue, $0, &length) }
        }
        guard result == 0 else { return "" }
        return withUnsafeBytes(of: &address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// A socket option with an integer as its value; nil for a descriptor without it.
    public func socketOption(_ name: Int32) -> Int32? {
        var value: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(rawValue, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
