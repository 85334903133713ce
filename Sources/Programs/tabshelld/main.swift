import Posix
import CommandLineKit
import Localization
import SocketServer
import ShellConfig
import TabDaemon
import ShellModel
import TabshellIPC

CommandSpec(
    "tabshelld", "Holds the state of the tab shell, publishes its changes, and runs the panel and the pages.",
    options: [
        .init(
            "config", value: "file", "Read this file instead of $XDG_CONFIG_HOME/tabshell/config.toml.",
            kind: .file(extensions: ["toml"])),
        .init("look", value: "name", "Use this look instead of the configured one."),
        .init("no-programs", "Do not start the panel and the pages; a service manager or you start them."),
        .init("welcome", "Show the first-run page even if a configuration exists."),
        .init("window", "Show the panel and the pages in ordinary windows, on compositors without wlr-layer-shell."),
        .init(
            "check", value: "file", "Print the errors of the configuration, and exit with 0 or 1.",
            kind: .file(extensions: ["toml"]), isValueOptional: true),
        .init("print-state", "Print the initial state as JSON, and exit."),
        .init("reference", "Print the reference of the configuration as Markdown, and exit."),
        .init("manual", "Print the reference as a manual page, and exit."),
        .init("schema", "Print the JSON schema of the socket's protocol, and exit."),
    ]
).documented(
    statuses: [.init(.done), .init(.refused), .init(.usage), .init(.alreadyRunning)],
    environment: .socket + .language + [
        .init("XDG_CONFIG_HOME", "The folder of `tabshell/config.toml`, `~/.config` by default."),
        .init("XDG_STATE_HOME", "The folder of `tabshell`, in which the state is saved, `~/.local/state` by default."),
        .init("TABSHELL_TRACE", "A file to which panel and pages append a line for each frame, see tabshell(5)."),
        .init("TABSHELL_ACTION", "Set for the program of an action: the action's id."),
        .init("TABSHELL_TAB", "Set for the program of a tab: the tab's id."),
        .init("TABSHELL_INSTANCE", "Set for pages and programs of `[[on]]`: processes that have it end with them."),
        .init("TABSHELL_CONFIG", "Set for the programs: the configuration file."),
    ],
    files: [
        .init("~/.config/tabshell/config.toml", "The configuration, see tabshell(5)."),
        .init("~/.config/tabshell/tabs.toml", "The changes that `tabctl save` keeps, see tabshell(5)."),
        .init("~/.config/tabshell/looks/NAME.toml", "A look of your own, see tabshell-looks(7)."),
        .init("~/.local/state/tabshell", "The state, and the last configuration without errors."),
        .init("$XDG_RUNTIME_DIR/tabshell/NAME.sock", "The socket, see tabshell-ipc(7)."),
    ],
    examples: [
        .init("tabshelld --look swift-kit", "Run the shell in another look than that of the configuration:"),
        .init("tabshelld --check", "Print the errors of the configuration:"),
        .init("systemctl --user enable --now tabshell.service", "Run it with the session, by systemd:"),
    ],
    seeAlso: ["tabctl(1)", "tabshell(5)", "tabshell-ipc(7)", "tabshell-looks(7)"]
).main { values in
    Localization.activate()
    if values.flag("schema") { return StandardOutput.write(Array(ProtocolSchema.text.utf8)) }
    let source = ConfigurationLoader(
        file: values.value("check") ?? values.value("config"), look: values.value("look"),
        environment: environmentVariable)
    for task in ["check", "reference", "manual"] where values.flag(task) {
        // The helper reads configuration files, so it takes this process's place.
        let helper = ConfigurationLoader.helper
        guard let path = ChildProcess.findExecutable(helper) else {
            throw ExitError(status: .refused, reason: "program \(helper) not found")
        }
        try ChildProcess.replace(by: path, arguments: ["--\(task)", "--caller", "tabshelld"] + source.arguments)
    }
    MemoryShortageOrder.daemon.apply()
    // The thread that synchronizes the state would otherwise get a heap of its own.
    reduceMemoryRetention()
    do {
        if values.flag("print-state") {
            return StandardOutput.write(try ShellState(from: source).json.encodedLine)
        }
        let daemon = try DaemonHost(
            source: source, socketPath: try SocketPath(environment: environmentVariable),
            startsPrograms: !values.flag("no-programs"), usesWindows: values.flag("window"),
            isFirstStart: values.flag("welcome"), environment: environmentVariable)
        try daemon.run()
    } catch let error as WireError {
        throw ExitError(status: .refused, reason: error.message)
    } catch let error as ListenerError {
        guard case .alreadyRunning = error else { throw error }
        throw ExitError(status: .alreadyRunning, reason: error.description)
    }
}
