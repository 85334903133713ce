// SPDX-License-Identifier: MIT
import ArgumentParser
import CommandLineKit
import TabshellIPC

/// The shell's hand on the daemon's socket.
struct TabctlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tabctl",
        abstract: "Shows and changes the tabs of a running tabshell.",
        discussion: """
            Exit status: 0 done, 1 refused by the daemon, 2 usage, 3 no daemon to talk to, 4 no or no sensible answer, \
            5 the daemon speaks another version of the protocol.
            """,
        version: tabshellVersion,
        groupedSubcommands: [
            CommandGroup(
                name: "Looking",
                subcommands: [StatusCommand.self, TabsCommand.self, LooksCommand.self, WatchCommand.self]),
            CommandGroup(
                name: "Moving",
                subcommands: [
                    SelectCommand.self, NextCommand.self, PreviousCommand.self, OpenCommand.self, PushCommand.self,
                    PopCommand.self, RootCommand.self,
                ]),
            CommandGroup(
                name: "Changing",
                subcommands: [
                    BadgeCommand.self, ActionCommand.self, SheetCommand.self, MenuCommand.self, BarCommand.self,
                    AppearanceCommand.self, LookCommand.self, SceneCommand.self,
                ]),
            CommandGroup(
                name: "Daemon",
                subcommands: [ReloadCommand.self, PingCommand.self, VersionCommand.self, SocketCommand.self]),
        ])

    static let makesNoSense = "the daemon's answer makes no sense: "

    /// Parses the arguments and runs the command.
    static func start() {
        ignoreClosedPipes()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            StandardError.write(fullMessage(for: error))
            exit(withError: ExitCode(ExitStatus.usage.rawValue))
        }
    }

    /// The error that ends the program with a message and a status.
    static func failure(_ status: ExitStatus, _ message: String) -> ExitCode {
        StandardError.write("tabctl: \(message)")
        return ExitCode(status.rawValue)
    }

    /// The same for an answer of the daemon that is not one.
    static func nonsense(_ reason: String) -> ExitCode {
        failure(.protocolFailure, makesNoSense + reason)
    }
}
