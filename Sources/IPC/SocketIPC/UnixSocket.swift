// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import Glibc

/// The system calls of stream sockets in the file system.
enum UnixSocket {
    static func make() throws(SystemError) -> FileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return FileDescriptor(owning: try systemCall("socket") { socket(AF_UNIX, type, 0) })
    }

    static func connect(to path: String) throws(SystemError) -> FileDescriptor {
        let descriptor = try make()
        try withAddress(path) { address, length throws(SystemError) in
            try systemCall("connecting to \(path)") { Glibc.connect(descriptor.number, address, length) }
        }
        return descriptor
    }

    static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
    ) throws(SystemError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let outcome: Result<Void, SystemError> = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                do throws(SystemError) {
                    return .success(try body(generic, socklen_t(MemoryLayout<sockaddr_un>.size)))
                } catch {
                    return .failure(error)
                }
            }
        }
        try outcome.get()
    }

    /// The user at the other end, unless it is our own: there is no exception for root, which the daemon makes none for
    /// either.
    static func foreignUser(of socket: Int32) throws(SystemError) -> uid_t? {
        let user = try peer(of: socket).user
        return user == geteuid() ? nil : user
    }

    /// Who is at the other end.
    static func peer(of socket: Int32) throws(SystemError) -> (user: uid_t, pid: pid_t) {
        var user: uid_t = 0
        var pid: pid_t = 0
        try systemCall("SO_PEERCRED") { clinux_peer_credentials(socket, &user, &pid) }
        return (user, pid)
    }
}
