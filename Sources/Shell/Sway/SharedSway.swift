// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix

/// The one connection to sway, which is open while something holds it.
package final class SharedSway {
    /// Nil if the compositor is not sway.
    private lazy var path = find()
    private let find: () -> String?
    private let loop: EventLoop
    private weak var connection: SwayConnection?

    /// - Parameter compositor: the process ID of the compositor; nil if it is not known.
    package convenience init(compositor: Int32?, loop: EventLoop) {
        self.init(loop: loop) {
            compositor.flatMap { compositor in
                let paths = Self.paths(compositor: compositor, user: geteuid(), environment: environmentVariable)
                return Self.path(among: paths, compositor: compositor)
            }
        }
    }

    init(loop: EventLoop, find: @escaping () -> String?) {
        self.loop = loop
        self.find = find
    }

    /// Returns the connection, and makes it if there is none; nil if the compositor is not sway.
    package func open() -> SwayConnection? {
        if let connection { return connection }
        let new = path.map { SwayConnection(path: $0, loop: loop) }
        connection = new
        return new
    }

    /// The paths of the socket of a sway: `$SWAYSOCK`, which the environment of a service may lack, and the usual one.
    static func paths(compositor: Int32, user: UInt32, environment: (String) -> String?) -> [String] {
        let usual = environment("XDG_RUNTIME_DIR").map { "\($0)/sway-ipc.\(user).\(compositor).sock" }
        return [environment("SWAYSOCK"), usual].compactMap(\.self)
    }

    /// The path of the socket of the compositor. Another compositor within sway inherits the variable.
    static func path(among paths: [String], compositor: Int32) -> String? {
        paths.first { path in
            guard let socket = try? UnixSocket.connect(to: path) else { return false }
            return (try? socket.peer.pid) == compositor
        }
    }
}
