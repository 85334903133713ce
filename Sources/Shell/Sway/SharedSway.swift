import EventLoop
import Glibc
import Posix

/// The one connection to sway, which is open while something holds it.
package final class SharedSway {
    private enum Answer {
        /// No socket has been asked, or its queue was full.
        case unknown
        case sway(path: String)
        case otherCompositor
    }

    private var answer = Answer.unknown
    private let paths: [String]
    private let compositor: Int32
    private let loop: EventLoop
    private weak var connection: SwayConnection?

    /// - Parameter compositor: the process ID of the compositor; nil if it is not known.
    package convenience init(compositor: Int32?, loop: EventLoop) {
        let paths = compositor.map { Self.paths(compositor: $0, user: geteuid(), environment: environmentVariable) }
        self.init(paths: paths ?? [], compositor: compositor ?? 0, loop: loop)
    }

    init(paths: [String], compositor: Int32, loop: EventLoop) {
        (self.paths, self.compositor, self.loop) = (paths, compositor, loop)
    }

    /// Returns the connection, made at first use; nil if the compositor is not sway.
    package func open() -> SwayConnection? {
        if let connection { return connection }
        if case .otherCompositor = answer { return nil }
        let new = SwayConnection(loop: loop) { [weak self] () throws(SystemError) in
            guard let self else { throw SystemError(code: ENOTCONN, operation: "connecting to sway") }
            return try connect()
        }
        if case .otherCompositor = answer { return nil }
        connection = new
        return new
    }

    /// Connects to the compositor's socket. Another compositor within sway inherits the variable with the path of sway's.
    ///
    /// - Throws: ``SystemError``; `EAGAIN` while the queue of a socket is full: sway's has three places.
    private func connect() throws(SystemError) -> FileDescriptor {
        if case .sway(let path) = answer { return try UnixSocket.connect(to: path) }
        var failure = SystemError(code: ENOENT, operation: "connecting to sway")
        for path in paths {
            do throws(SystemError) {
                let socket = try UnixSocket.connect(to: path)
                guard try socket.peer.pid == compositor else { continue }
                answer = .sway(path: path)
                return socket
            } catch  where error.code == EAGAIN {
                failure = error
            } catch {}
        }
        if failure.code != EAGAIN { answer = .otherCompositor }
        throw failure
    }

    /// The paths of the socket of a sway: `$SWAYSOCK`, which the environment of a service may lack, and the usual one.
    static func paths(compositor: Int32, user: UInt32, environment: (String) -> String?) -> [String] {
        let usual = environment("XDG_RUNTIME_DIR").map { "\($0)/sway-ipc.\(user).\(compositor).sock" }
        return [environment("SWAYSOCK"), usual].compactMap(\.self)
    }
}
