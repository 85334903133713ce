// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc
import CommandLineKit
import StressStore
import TabshellIPC

/// The shell's hand on the user's measurements.
struct StressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tabshell-stress",
        abstract:
            "Keeps, imports and shows your heart rate variability and heart rate, and the stress level from them.",
        discussion: """
            The measurements are in $XDG_DATA_HOME/tabshell/stress.db (usually ~/.local/share/tabshell/stress.db), which \
            only you can read. Nothing here is a medical finding.

            Exit status: 0 done, 1 it could not be done, 2 usage, 10 imported but for the rows that were rejected, \
            11 there is no stress level (yet), 130 or 143 an import was stopped.
            """,
        version: tabshellVersion,
        subcommands: [
            AddCommand.self, ImportCommand.self, ListCommand.self, ExportCommand.self, LevelCommand.self,
            DeleteCommand.self, UndoCommand.self,
        ])

    /// Parses the arguments and runs the command.
    static func start() {
        ignoreClosedPipes()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            StandardError.write(fullMessage(for: error))
            exit(withError: ExitCode(Status.usage.rawValue))
        }
    }

    /// The error that ends the program with a message and a status.
    static func failure(_ message: String) -> ExitCode {
        StandardError.write("tabshell-stress: \(message)")
        return ExitCode(Status.failed.rawValue)
    }
}

/// How the program exits. Scripts decide by the numbers.
enum Status: Int32 {
    case done = 0
    case failed = 1
    case usage = 2
    case rejected = 10
    case noLevel = 11
}
