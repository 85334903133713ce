// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import TabshellIPC

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
