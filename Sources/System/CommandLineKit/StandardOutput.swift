// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// Text and bytes on standard output. A write that fails ends the program: without a word if the reader of a pipe has
/// gone, else with a message.
public enum StandardOutput {
    /// True if it is a terminal.
    public static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes bytes at once.
    public static func write(_ bytes: [UInt8]) {
        let error = writeAll(bytes, to: STDOUT_FILENO)
        guard error != 0 else { return }
        if error == EPIPE { exit(ExitStatus.done.rawValue) }
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? "tabshell"
        StandardError.write("\(program): writing the output: \(errorText(error))")
        exit(ExitStatus.refused.rawValue)
    }

    /// Writes a line in one piece, so that the reader of a pipe gets whole lines.
    public static func writeLine(_ text: String) {
        write(Array((text + "\n").utf8))
    }
}
