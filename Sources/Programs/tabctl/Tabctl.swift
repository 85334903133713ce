import CommandLineKit

extension CommandSpec {
    /// The command-line client of the daemon's socket.
    static let tabctl: CommandSpec = {
        var command = CommandSpec(
            "tabctl", "Shows and changes the tabs of a running tabshell.",
            discussion: """
                The daemon is the one whose socket is named by TABSHELL_SOCKET, otherwise that of the display \
                (WAYLAND_DISPLAY), the default one, or the only other one that runs.

                Text is printed on a terminal, and one JSON value a line otherwise.
                """,
            options: [RemoteHost.option, RemoteHost.encodedOption],
            groups: [.looking, .moving, .changing, .arranging, .locking, .daemon]
        ).documented(
            statuses: [
                .init("0", "done"), .init("1", "refused by the daemon"), .init("2", "usage"),
                .init("3", "no daemon to talk to"), .init("4", "no or no valid answer"),
                .init("5", "the daemon speaks another version of the protocol"),
            ],
            environment: .socket,
            examples: [
                .init("tabctl select flash", "Bring a tab to the front:"),
                .init("tabctl badge mail 3", "Put a badge on a tab:"),
                .init("tabctl look swift-kit && tabctl appearance dark", "Switch the look, and to its dark colours:"),
                .init(
                    "tabctl tab add --desktop org.gnome.TextEditor && tabctl save", "Add an application, and keep it:"),
                .init(
                    "tabctl watch --changes --json | jq -c 'select(.event == \"selection\") | .selection.tab'",
                    "Print each tab that comes to the front from now on, until interrupted:"),
            ],
            seeAlso: ["tabshelld(1)", "tabshell-ipc(7)"])
        command.suggestion = { NameCompletion.selection(of: $0) }
        command.relay = { arguments in
            let words = try RemoteHost.decoded(arguments)
            try RemoteHost(words)?.run()
            return words
        }
        return command
    }()

    /// Declares a command that talks to the daemon. No connection is made before the first request.
    static func daemonCommand(
        _ name: String, _ abstract: String, discussion: @autoclosure @escaping @Sendable () -> String = "",
        usage: String? = nil, arguments: @autoclosure @escaping @Sendable () -> [Argument] = [],
        options: @autoclosure @escaping @Sendable () -> [Option] = [],
        action: @escaping @Sendable (_ daemon: DaemonConnection, _ options: ParsedOptions) throws -> Void
    ) -> CommandSpec {
        CommandSpec(
            name, abstract, discussion: discussion(), usage: usage, arguments: arguments(),
            options: options() + DaemonConnection.options
        ) { options in
            try action(DaemonConnection(options), options)
        }
    }
}
