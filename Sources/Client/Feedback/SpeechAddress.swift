// SPDX-License-Identifier: MIT

/// The address of speech-dispatcher.
public struct SpeechAddress: Equatable, Sendable {
    /// The path of a Unix socket.
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// `SPEECHD_ADDRESS` (`unix_socket:PATH`), else the socket in `XDG_RUNTIME_DIR`.
    ///
    /// - Returns: nil if neither names a Unix socket. A configured remote server (`inet_socket`) is not replaced by the
    ///   local one.
    public init?(environment: (String) -> String?) {
        let method = "unix_socket"
        if let configured = environment("SPEECHD_ADDRESS"), !configured.isEmpty, configured != method,
            configured != "\(method):"
        {
            guard configured.hasPrefix("\(method):/") else { return nil }
            path = String(configured.dropFirst(method.count + 1))
        } else if let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            path = "\(runtime)/speech-dispatcher/speechd.sock"
        } else {
            return nil
        }
    }
}
