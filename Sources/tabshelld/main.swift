// SPDX-License-Identifier: MIT
import ProgramKit
import SocketIPC
import TabConfig
import TabDaemon

let syntax = CommandSyntax(
    program: "tabshelld",
    abstract: "Holds the state of the tab shell, tells everybody, and runs the panel and the pages.",
    options: [.init("no-programs", "Leave the panel and the pages to a service manager, or to you.")])

syntax.main { (values) throws(ProgramFailure) in
    do {
        let daemon = try Daemon(
            source: ConfigurationSource(), place: try SocketPath(environment: environmentVariable),
            startsPrograms: !values.flag("no-programs"), environment: environmentVariable)
        try daemon.run()
    } catch let error as DaemonError {
        throw ProgramFailure(status: error.exitStatus, reason: error.description)
    } catch {
        throw ProgramFailure(status: .refused, reason: "\(error)")
    }
}
