// SPDX-License-Identifier: MIT
import Posix
import CommandLineKit
import SocketIPC
import TabConfig
import TabDaemon
import ShellModel
import TabshellIPC

let syntax = OptionParser(
    program: "tabshelld",
    abstract: "Holds the state of the tab shell, tells everybody, and runs the panel and the pages.",
    options: [
        .init("config", value: "file", "Read this file instead of $XDG_CONFIG_HOME/tabshell/config.toml."),
        .init("look", value: "name", "Take this look instead of the one that the file names."),
        .init("scene", value: "name", "Start in this scene of the configuration."),
        .init("no-programs", "Leave the panel and the pages to a service manager, or to you."),
        .init("check", optionalValue: "file", "Say everything that is wrong with the configuration, and exit 0 or 1."),
        .init("print-state", "Print the state to start in as JSON, and exit."),
        .init("reference", "Print every key of the configuration as Markdown, and exit."),
        .init("manual", "Print the same as a manual page, and exit."),
        .init("schema", "Print the JSON schema of the socket's protocol, and exit."),
    ])

syntax.main { (values) throws(ExitError) in
    if values.flag("schema") { return StandardOutput.write(Array(ProtocolSchema.text.utf8)) }
    let source = ConfigurationLoader(
        file: values.text("check") ?? values.text("config"), look: values.text("look"),
        environment: environmentVariable)
    for task in ["check", "reference", "manual"] where values.flag(task) {
        try becomeHelper(["--\(task)"] + source.arguments())
    }
    do {
        if values.flag("print-state") {
            let state = try ShellState(from: source, scene: values.text("scene"))
            return StandardOutput.write(state.json.encodedLine)
        }
        let daemon = try Daemon(
            source: source, scene: values.text("scene"), socketPath: try SocketPath(environment: environmentVariable),
            startsPrograms: !values.flag("no-programs"), environment: environmentVariable)
        try daemon.run()
    } catch let error as DaemonError {
        throw ExitError(status: error.exitStatus, reason: error.description)
    } catch {
        throw ExitError(status: .refused, reason: "\(error)")
    }
}
