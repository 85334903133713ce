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
                "labwc or sway with a generated configuration, or another one whose own configuration runs \"tabshell-session "
                    + "--ready\". By default the key compositor of config.toml, else the first one installed."
            ),
            .init(
                "config", value: "file", "Pass this file on to tabshelld.", kind: .file(extensions: ["toml"])),
            .init(
                "demo", "Show the first-run page even if a configuration exists."),
            .init("window", "Run the session in a window of the current one."),
            .init(
                "ready", "Report that the compositor accepts programs, and exit. The compositor runs this."),
        ]
    ) { values in
        if values.flag("ready") { return try SessionSetup.reportReady(environment: environmentVariable) }
        let source = ConfigurationLoader(file: values.value("config"), environment: environmentVariable)
        let reading = Result { () throws(ConfigurationErrors) in try source.load() }
        // tabshelld reports the errors of the file.
        let configuration = (try? reading.get())?.configuration
        let setup = try SessionSetup(
            compositor: values.value("compositor"), configured: configuration?.compositor,
            pointer: configuration?.setup.kiosk.idle.pointer ?? .never, isLocked: SessionSetup.isLocked(reading),
            configuration: values.value("config"),
            isDemo: values.flag("demo"), inWindow: values.flag("window"),
            environment: environmentVariable)
        // The user who starts a session in a window reads the terminal.
        if !values.flag("window") { Journal.takeMessages(identifier: "tabshell-session") }
        try Session(setup).run()
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
