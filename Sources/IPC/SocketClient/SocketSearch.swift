import EventLoop
import Posix
import TabshellIPC

/// The possible sockets of a user's daemon, for a client that no daemon started. A daemon of the session's
/// service manager listens on `default.sock`, and the compositor's on the socket with the display's name.
public struct SocketSearch: Equatable, Sendable {
    /// The paths in the order of the search; a new daemon's is the first.
    public let preferred: [SocketPath]
    /// True to try the others in the directory, too: unless one was chosen.
    let includesOthers: Bool

    /// `$TABSHELL_SOCKET` alone, else the display's socket and the default one. The error names the variable to change.
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

    /// The path on which the daemon listens; without one, a new daemon's path.
    public var found: String {
        let served = preferred.map(\.path).first { (try? UnixSocket.connect(to: $0)) != nil }
        let others = served == nil ? answering : []
        return served ?? (others.count == 1 ? others.first : nil) ?? preferred.first?.path ?? ""
    }
}

extension BlockingClient {
    /// Connects to the user's daemon before a deadline, CLOCK_MONOTONIC, ns: on the first of the preferred sockets that
    /// is served, else on the only other one that is. May wait for a daemon to start.
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
