// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    /// The command-line client of the daemon's socket.
    static let tabctl = CommandSpec(
        "tabctl", "Shows and changes the tabs of a running tabshell.",
        discussion: """
            The daemon is the one whose socket is named by TABSHELL_SOCKET, otherwise that of the display \
            (WAYLAND_DISPLAY), the default one, or the only other one that runs.

            Exit status: 0 done, 1 refused by the daemon, 2 usage, 3 no daemon to talk to, 4 no or no valid answer, \
            5 the daemon speaks another version of the protocol.
            """,
        groups: [.looking, .moving, .changing, .daemon])

    /// Declares a command that talks to the daemon. No connection is made before the first request.
    static func daemonCommand(
        _ name: String, _ abstract: String, discussion: String = "", usage: String? = nil, arguments: [Argument] = [],
        options: [Option] = [],
        action: @escaping @Sendable (_ daemon: DaemonConnection, _ options: ParsedOptions) throws -> Void
    ) -> CommandSpec {
        CommandSpec(
            name, abstract, discussion: discussion, usage: usage, arguments: arguments,
            options: options + DaemonConnection.options
        ) { options in
            try action(DaemonConnection(options), options)
        }
    }
}
