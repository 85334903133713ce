// SPDX-License-Identifier: MIT
import EventLoop
import Posix

/// A question for sway's version, by way of its IPC socket.
package final class SwayVersionQuery {
    /// The longest wait for an answer, ns.
    private static let timeout: UInt64 = 1_000_000_000

    private let completion: ((major: Int64, minor: Int64)?) -> Void
    private let socket: FileDescriptor
    private var watch: FileDescriptorSource?
    private var received: [UInt8] = []
    private var timer: EventLoop.Timer?

    /// - Parameters:
    ///   - paths: where the socket may be.
    ///   - compositor: the process ID of the compositor. Another one within sway inherits the variable.
    ///   - completion: called once, with nil if there is no answer, unless the query is released before.
    /// - Returns: nil if the compositor is not sway.
    package init?(
        paths: [String], compositor: Int32, loop: EventLoop,
        completion: @escaping ((major: Int64, minor: Int64)?) -> Void
    ) {
        guard let path = Self.path(among: paths, compositor: compositor), let socket = try? UnixSocket.connect(to: path)
        else { return nil }
        let request = SwayIPCMessage.versionRequest
        guard (try? socket.send(request.span)) == request.count else { return nil }
        self.socket = socket
        self.completion = completion
        watch = try? loop.watch(self.socket.rawValue, for: .read) { [weak self] _ in self?.receive() }
        timer = loop.timer { [weak self] in self?.finish(nil) }
        timer?.arm(after: Self.timeout)
    }

    /// The paths of the socket of a sway: `$SWAYSOCK`, which the environment of a service may lack, and the usual one.
    package static func paths(compositor: Int32, user: UInt32, environment: (String) -> String?) -> [String] {
        let usual = environment("XDG_RUNTIME_DIR").map { "\($0)/sway-ipc.\(user).\(compositor).sock" }
        return [environment("SWAYSOCK"), usual].compactMap(\.self)
    }

    /// The path of the socket of the compositor; nil if it is not sway.
    package static func path(compositor: Int32, user: UInt32, environment: (String) -> String?) -> String? {
        path(among: paths(compositor: compositor, user: user, environment: environment), compositor: compositor)
    }

    private static func path(among paths: [String], compositor: Int32) -> String? {
        paths.first { process(at: $0) == compositor }
    }

    private static func process(at path: String) -> Int32? {
        guard let socket = try? UnixSocket.connect(to: path) else { return nil }
        return try? socket.peer.pid
    }

    private func receive() {
        let bytes: [UInt8]
        do throws(SystemError) {
            guard let available = try socket.read(upTo: 16 * 1024) else { return }
            bytes = available
        } catch {
            return finish(nil)
        }
        received += bytes
        guard !bytes.isEmpty, let messages = SwayIPCMessage.parse(&received) else { return finish(nil) }
        for case .version(let major, let minor) in messages { return finish((major, minor)) }
    }

    private func close() {
        watch = nil
        timer?.disarm()
    }

    private func finish(_ version: (major: Int64, minor: Int64)?) {
        close()
        completion(version)
    }
}
