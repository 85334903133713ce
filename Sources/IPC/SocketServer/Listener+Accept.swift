public import EventLoop
import Glibc
import Posix
import TabshellIPC

/// The pause after accept(2) has failed, ns.
private let acceptPause: UInt64 = 100_000_000

extension Listener {
    /// Accepts clients of the same user until the source is cancelled. A client of another user, or one above the capacity,
    /// gets an error and is disconnected. The clock is monotonic, ns, and shares the loop among the connections.
    public func accept(
        on loop: EventLoop, hasCapacity: @escaping () -> Bool, accepted: @escaping (Connection) -> Void,
        clock: @escaping () -> UInt64 = { MonotonicClock.now }
    ) throws(SystemError) -> FileDescriptorSource {
        // Reserved so that a descriptor is always free to accept, reply and close.
        var reserve = try? FileDescriptor(opening: "/dev/null")
        weak var source: FileDescriptorSource?
        let turns = Turns(on: loop, clock: clock)
        let pause = loop.timer { try? source?.setInterest(.read) }
        let newSource = try loop.watch(descriptor.rawValue, for: .read) { [weak self] _ in
            guard let self else { return }
            // Further connections wait for the next iteration, so that connected clients have their turn first.
            for _ in 0..<Limits.acceptedPerTurn {
                do throws(SystemError) {
                    var isFull = false
                    let socket: FileDescriptor
                    do throws(SystemError) {
                        socket = try descriptor.accept()
                    } catch {
                        guard error.code == EMFILE || error.code == ENFILE, reserve.take() != nil else { throw error }
                        isFull = true
                        socket = try descriptor.accept()
                    }
                    Self.makeConnection(socket, isFull: isFull || !hasCapacity(), turns, on: loop, accepted: accepted)
                    if reserve == nil { reserve = try? FileDescriptor(opening: "/dev/null") }
                } catch {
                    if error.code == ECONNABORTED { continue }
                    if error.code == EAGAIN { return }
                    // Out of descriptors or memory. The waiting client would wake the loop again at once.
                    try? source?.setInterest([])
                    return pause.arm(after: acceptPause)
                }
            }
        }
        source = newSource
        return newSource
    }

    private static func makeConnection(
        _ socket: consuming FileDescriptor, isFull: Bool, _ turns: Turns, on loop: EventLoop,
        accepted: (Connection) -> Void
    ) {
        guard let peer = try? socket.peer else { return }
        if peer.user != geteuid() {
            reject(socket, .foreignUser, "this daemon serves user \(geteuid()), not user \(peer.user)")
        } else if isFull {
            reject(socket, .tooManyClients, "too many clients are connected")
        } else if let connection = try? Connection(socket, pid: peer.pid, turns: turns, on: loop) {
            accepted(connection)
        }
    }

    private static func reject(_ socket: borrowing FileDescriptor, _ code: ErrorCode, _ message: String) {
        let line = ServerMessage.reply(id: nil, .failure(WireError(code, message))).line
        _ = try? socket.send(line.span)
    }
}
