import CTestSupport
import Glibc
import TestSupport

/// A proxy between an unmodified client and the compositor, which detects the first buffer that the client commits on a
/// surface with a role. The client finds it by `WAYLAND_SOCKET`.
final class WaylandProxy {
    let clientEnd: Int32

    private let ours: Int32
    private let compositor: Int32
    private var parser = FirstBufferParser()

    /// - Throws: ``SystemError`` if the compositor cannot be reached.
    init(_ sway: HeadlessSway) throws {
        var ends: [Int32] = [-1, -1]
        let failure = cts_socketpair(&ends)
        guard failure == 0 else { throw SystemError("socketpair", errno: -failure) }
        (ours, clientEnd) = (ends[0], ends[1])
        compositor = cts_connect("\(sway.runtimeDirectory)/\(sway.display)", Privilege.user != nil, Privilege.user ?? 0)
        guard compositor >= 0 else {
            close(ours)
            close(clientEnd)
            throw SystemError("connecting to sway", errno: -compositor)
        }
    }

    deinit {
        close(ours)
        close(clientEnd)
        close(compositor)
    }

    var environment: [String: String] { ["WAYLAND_SOCKET": "\(clientEnd)"] }

    /// Forwards messages until the first buffer is committed.
    ///
    /// - Returns: the time of the commit: `CLOCK_MONOTONIC`, ns.
    /// - Throws: ``WaitTimeout``; ``SystemError`` if one side ends before.
    func firstBuffer(of client: ChildProcess) throws -> UInt64 {
        let deadline = Deadline()
        var bytes = [UInt8](repeating: 0, count: 65536)
        while !deadline.hasPassed {
            var watched = [
                pollfd(fd: ours, events: Int16(POLLIN), revents: 0),
                pollfd(fd: compositor, events: Int16(POLLIN), revents: 0),
            ]
            // The client's end is open here too, so the client's exit does not end the stream.
            if poll(&watched, 2, 200) == 0, !client.isRunning {
                throw SystemError("\(client.name) ended: \(client.errorOutput.suffix(500))")
            }
            if watched[0].revents != 0 {
                let count = cts_relay(ours, compositor, &bytes, bytes.count)
                let now = Monotonic.now
                guard count > 0 else { throw SystemError("\(client.name) hung up") }
                if parser.sawFirstBuffer(in: bytes[..<count]) { return now }
            }
            if watched[1].revents != 0 {
                guard cts_relay(compositor, ours, &bytes, bytes.count) > 0 else { throw SystemError("sway hung up") }
            }
        }
        throw WaitTimeout(what: "\(client.name)'s first buffer", seconds: Deadline.usual)
    }
}
