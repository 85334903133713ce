// SPDX-License-Identifier: MIT
import Posix
import CommandLineKit
import SocketIPC
import TabConfig
import TabDaemon
import ShellModel
import TabshellIPC

CommandSpec(
    "tabshelld", "Holds the state of the tab shell, publishes its changes, and runs the panel and the pages.",
    options: [
        .init(
            "config", value: "file", "Read this file instead of $XDG_CONFIG_HOME/tabshell/config.toml.",
            kind: .file(extensions: ["toml"])),
        .init("look", value: "name", "Use this look instead of the one that the file names."),
        .init("scene", value: "name", "Start in this scene of the configuration."),
        .init("no-programs", "Do not start the panel and the pages: a service manager, or you, does."),
        .init("window", "Show the panel and the pages in ordinary windows, on compositors without wlr-layer-shell."),
        .init(
            "check", value: "file", "Print all errors of the configuration, and exit 0 or 1.",
            kind: .file(extensions: ["toml"]), isValueOptional: true),
        .init("print-state", "Print the initial state as JSON, and exit."),
        .init("reference", "Print the reference of the configuration as Markdown, and exit."),
        .init("manual", "Print it as a manual page, and exit."),
        .init("schema", "Print the JSON schema of the socket's protocol, and exit."),
    ]
).main { values in
    if values.flag("schema") { return StandardOutput.write(Array(ProtocolSchema.text.utf8)) }
    let source = ConfigurationLoader(
        file: values.value("check") ?? values.value("config"), look: values.value("look"),
        environment: environmentVariable)
    for task in ["check", "reference", "manual"] where values.flag(task) {
        // The helper reads configuration files, so it takes this process's place.
        let helper = ConfigurationLoader.helper
        guard let path = ChildProcess.findExecutable(helper) else {
            throw ExitError(status: .refused, reason: "there is no program \(helper)")
        }
        try ChildProcess.replace(by: path, arguments: ["--\(task)"] + source.arguments())
    }
    // The thread that synchronizes the state would otherwise get a heap of its own.
    reduceMemoryRetention()
    do {
        if values.flag("print-state") {
            let state = try ShellState(from: source, scene: values.value("scene"))
            return StandardOutput.write(state.json.encodedLine)
        }
        let daemon = try Daemon(
            source: source, scene: values.value("scene"), socketPath: try SocketPath(environment: environmentVariable),
            startsPrograms: !values.flag("no-programs"), usesWindows: values.flag("window"),
            environment: environmentVariable)
        try daemon.run()
    } catch let error as WireError {
        throw ExitError(status: .refused, reason: error.message)
    } catch let error as ListenerError {
        guard case .alreadyRunning = error else { throw error }
        throw ExitError(status: .alreadyRunning, reason: error.description)
    }
}
