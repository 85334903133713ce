// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import TabshellIPC

/// The sockets on which a user's daemon may listen, for a client that was not started by one.
///
/// A daemon of the session's service manager listens on `default.sock`, one of the compositor on the socket with the
/// display's name, and a client on another terminal knows neither.
public struct SocketSearch: Equatable, Sendable {
    /// The paths in the order in which they are tried; that of a new daemon is the first.
    public let preferred: [SocketPath]
    /// True if the others in the directory are tried too: unless one was chosen.
    let includesOthers: Bool

    /// `$TABSHELL_SOCKET` alone, else the display's socket and the default one.
    ///
    /// - Throws: ``SocketPathError`` that names the variable to change.
    public init(environment: (String) -> String?) throws(SocketPathError) {
        let first = try SocketPath(environment: environment)
        includesOthers = first.managesDirectory
        let other =
            first.managesDirectory
            ? try SocketPath(environment: { $0 == "WAYLAND_DISPLAY" ? nil : environment($0) }) : first
        preferred = other == first ? [first] : [first, other]
    }

    /// The other sockets in the directory that accept connections, sorted.
    public var answering: [String] {
        guard includesOthers, let directory = preferred.first?.directory else { return [] }
        let paths = FileSystem.names(in: directory).filter { $0.hasSuffix(".sock") }.map { "\(directory)/\($0)" }
        return paths.filter { path in
            !preferred.contains { $0.path == path } && (try? UnixSocket.connect(to: path)) != nil
        }.sorted()
    }
}

extension SocketSearch {
    /// The path on which the daemon listens; without one, that of a new daemon.
    public var found: String {
        let served = preferred.map(\.path).first { (try? UnixSocket.connect(to: $0)) != nil }
        let others = served == nil ? answering : []
        return served ?? (others.count == 1 ? others.first : nil) ?? preferred.first?.path ?? ""
    }
}

extension BlockingClient {
    /// Connects to the user's daemon, wherever it listens: on the first of the preferred sockets that is served, else on the
    /// only other one that is.
    ///
    /// - Parameters:
    ///   - deadline: CLOCK_MONOTONIC, ns.
    ///   - retryUntilDeadline: true to wait until the deadline for a daemon that does not run yet.
    public static func connect(
        _ search: SocketSearch, deadline: UInt64, retryUntilDeadline: Bool
    ) throws(ClientError) -> BlockingClient {
        while true {
            var failures: [String] = []
            for path in search.preferred {
                do throws(ClientError) {
                    return try BlockingClient(path: path.path, deadline: deadline)
                } catch {
                    guard case .cannotConnect(let reason) = error else { throw error }
                    failures.append(reason)
                }
            }
            let others = search.answering
            if others.count > 1 { throw .severalDaemons(others) }
            if let other = others.first {
                return try BlockingClient(path: other, deadline: deadline)
            }
            guard retryUntilDeadline, MonotonicClock.now < deadline else {
                throw .cannotConnect(failures.joined(separator: "; "))
            }
            Poll.sleep(milliseconds: 20)
        }
    }
}
