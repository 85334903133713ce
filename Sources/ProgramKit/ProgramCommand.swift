// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc
import TabWire

/// The command line of one of tabshell's programs. It exits with the codes of ``TabWire/ExitStatus``.
public protocol ProgramCommand: ParsableCommand {}

extension ProgramCommand {
    /// Parses the arguments and runs the command.
    public static func start() {
        // Whoever stops reading our output ends no program; the write that fails tells.
        signal(SIGPIPE, SIG_IGN)
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
    public static func failure(_ status: ExitStatus, _ message: String) -> ExitCode {
        StandardError.write("\(configuration.commandName ?? _commandName): \(message)")
        return ExitCode(status.rawValue)
    }
}

/// Lines on standard error.
public enum StandardError {
    /// Writes a line.
    public static func write(_ message: String) {
        let line = Array((message + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
