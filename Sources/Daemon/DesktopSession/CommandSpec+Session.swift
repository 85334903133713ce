// SPDX-License-Identifier: MIT
import CommandLineKit
import Posix
import ShellConfig

extension CommandSpec {
    /// The session: a compositor and the daemon on it.
    package static let tabshellSession = CommandSpec(
        "tabshell-session", "Runs the tab shell as a session: a compositor, tabshelld on it, and what that starts.",
        options: [
            .init(
                "compositor", value: "program",
                "Start this one: labwc or sway, with a configuration that is made for it, or any other with its own, which runs "
                    + "\"tabshell-session --ready\". Otherwise the key compositor of config.toml decides, then the first installed one."
            ),
            .init(
                "config", value: "file", "Pass this file on to tabshelld.", kind: .file(extensions: ["toml"])),
            .init(
                "demo", "Offer the looks to choose from, as at the first start without a configuration."),
            .init("window", "Show the session in a window of the one that runs already."),
            .init(
                "ready", "Report to the session that its compositor accepts programs, and exit. Run by the compositor."),
        ]
    ) { values in
        if values.flag("ready") { return try SessionSetup.reportReady(environment: environmentVariable) }
        let source = ConfigurationLoader(file: values.value("config"), environment: environmentVariable)
        // tabshelld reports the errors of the file.
        let configuration = (try? source.load())?.configuration
        let setup = try SessionSetup(
            compositor: values.value("compositor"), configured: configuration?.compositor,
            pointer: configuration?.setup.kiosk.idle.pointer ?? .never, configuration: values.value("config"),
            isDemo: values.flag("demo"), inWindow: values.flag("window"),
            environment: environmentVariable)
        // A window's session is started by somebody who reads the terminal.
        if !values.flag("window") { Journal.takeMessages(identifier: "tabshell-session") }
        try setup.session().run()
    }
    .documented(
        statuses: [.init(.done), .init(.refused), .init(.usage)],
        environment: [
            .init("XDG_RUNTIME_DIR", "The folder of the session's own folder, which is removed at its end."),
            .init("TABSHELL_SESSION", "Set for the compositor and its programs: the pipe to which `--ready` writes."),
        ],
        files: [
            .init("~/.config/tabshell/config.toml", "The key `compositor` names one, see tabshell(5)."),
            .init("~/.config/tabshell/sway.conf", "Read by sway after what is made for it; it may be missing."),
            .init("/usr/share/wayland-sessions/tabshell.desktop", "The session in the list of a login manager."),
        ],
        examples: [
            .init("tabshell-session", "Start the session from a console, or from greetd or a unit:"),
            .init("tabshell-session --window", "Show the whole shell in one window, for instance on GNOME:"),
        ],
        seeAlso: ["tabshelld(1)", "tabctl(1)", "tabshell(5)", "tabshell(7)"]
    )
}
