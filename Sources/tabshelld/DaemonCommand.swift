// SPDX-License-Identifier: MIT
import ArgumentParser
import ProgramKit
import SocketIPC
import TabConfig
import TabDaemon
import TabWire

/// The command line of the daemon.
struct DaemonCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "tabshelld",
        abstract: "Holds the state of the tab shell, tells everybody, and runs the panel and the pages.",
        version: tabshellVersion)

    @Flag(help: "Leave the panel and the pages to a service manager, or to you.")
    var noPrograms = false

    func run() throws {
        do {
            let daemon = try Daemon(
                configuration: .default, place: try SocketPath(environment: environmentVariable),
                startsPrograms: !noPrograms, environment: environmentVariable)
            try daemon.run()
        } catch let error as DaemonError {
            throw Self.failure(error.exitStatus, error.description)
        } catch let error as SocketPathError {
            throw Self.failure(.refused, error.description)
        }
    }
}
