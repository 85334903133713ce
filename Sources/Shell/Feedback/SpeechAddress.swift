// SPDX-License-Identifier: MIT

/// Where speech-dispatcher listens.
public struct SpeechAddress: Equatable, Sendable {
    /// The path of a Unix socket.
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// `SPEECHD_ADDRESS` (`unix_socket:PATH`), else the socket in `XDG_RUNTIME_DIR`.
    ///
    /// - Returns: nil where neither names a Unix socket. Who has chosen a server elsewhere (`inet_socket`) does not want
    ///   the one that is here.
    public init?(environment: (String) -> String?) {
        let method = "unix_socket"
        if let chosen = environment("SPEECHD_ADDRESS"), !chosen.isEmpty, chosen != method, chosen != "\(method):" {
            guard chosen.hasPrefix("\(method):/") else { return nil }
            path = String(chosen.dropFirst(method.count + 1))
        } else if let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            path = "\(runtime)/speech-dispatcher/speechd.sock"
        } else {
            return nil
        }
    }
}
