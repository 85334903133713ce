// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import Glibc
import TabshellIPC

/// How long no client is let in after accepting has failed, ns.
private let acceptPause: UInt64 = 100_000_000

extension Listener {
    /// Accepts clients of the same user until the watch is cancelled. A client of another user is told so and let go;
    /// so is one that comes when there is no room.
    ///
    /// - Parameters:
    ///   - hasRoom: whether one more client may stay.
    ///   - accepted: takes each client.
    /// - Throws: ``SystemError`` when the socket cannot be watched.
    public func accept(
        on loop: EventLoop, hasRoom: @escaping () -> Bool, accepted: @escaping (Connection) -> Void
    ) throws(SystemError) -> FileDescriptorSource {
        let number = descriptor.number
        // Held back so that there is always a descriptor to accept, answer and close with.
        var reserve = Self.reserveDescriptor()
        weak var accepting: FileDescriptorSource?
        let pause = loop.timer { try? accepting?.wait(for: .read) }
        let watch = try loop.watch(number, for: .read) { _ in
            while true {
                var socket = clinux_accept(number)
                var isFull = false
                if socket < 0, errno == EMFILE || errno == ENFILE, reserve != nil {
                    reserve = nil
                    isFull = true
                    socket = clinux_accept(number)
                }
                guard socket >= 0 else {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    if errno == EAGAIN { return }
                    // The machine has run out of something. Who waits to be let in would wake the loop at once again.
                    try? accepting?.wait(for: [])
                    return pause.arm(after: acceptPause)
                }
                Self.welcome(FileDescriptor(owning: socket), isFull: isFull || !hasRoom(), on: loop, accepted: accepted)
                if reserve == nil { reserve = Self.reserveDescriptor() }
            }
        }
        accepting = watch
        return watch
    }

    private static func reserveDescriptor() -> FileDescriptor? {
        let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return number < 0 ? nil : FileDescriptor(owning: number)
    }

    private static func welcome(
        _ socket: FileDescriptor, isFull: Bool, on loop: EventLoop, accepted: (Connection) -> Void
    ) {
        guard let peer = try? UnixSocket.peer(of: socket.number) else { return }
        if peer.user != geteuid() {
            turnAway(socket, .foreignUser, "this daemon serves user \(geteuid()), not user \(peer.user)")
        } else if isFull {
            turnAway(socket, .tooManyClients, "too many clients are connected")
        } else if let connection = try? Connection(socket, pid: peer.pid, on: loop) {
            accepted(connection)
        }
    }

    private static func turnAway(_ socket: FileDescriptor, _ code: ErrorCode, _ message: String) {
        let line = ServerMessage.reply(id: nil, .failure(WireError(code, message))).json.encodedLine
        send(socket.number, line, line.count, Int32(MSG_NOSIGNAL))
    }
}
