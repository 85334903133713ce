import Glibc
import Posix
import Text

/// Text and bytes on standard output. A failed write ends the program: silently if the reader of a pipe has
/// gone, else with a message.
public enum StandardOutput {
    /// True if it is a terminal.
    public static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// False once the reader of a pipe has gone.
    public static var hasReader: Bool {
        let events = try? Poll.wait([(STDOUT_FILENO, [])], timeout: 0)
        return events?.first?.isDisjoint(with: .hangup) ?? true
    }

    /// Writes bytes at once.
    public static func write(_ bytes: [UInt8]) {
        do throws(SystemError) {
            try writeAll(bytes, to: STDOUT_FILENO)
        } catch {
            if error.code == EPIPE { exit(ExitStatus.done.rawValue) }
            let program = FileSystem.name(of: CommandLine.arguments.first ?? "tabshell")
            Log.write("\(program): writing the output: \(SystemError.message(for: error.code))")
            exit(ExitStatus.refused.rawValue)
        }
    }

    /// Writes a line for a person, with its terminal controls escaped, in one piece: the reader of a pipe gets whole lines.
    public static func writeLine(_ text: String) {
        write(Array((text.escapedForTerminal() + "\n").utf8))
    }

    /// Writes lines for a person; all terminal controls except line feeds are escaped.
    public static func writeLines(_ text: String) {
        write(Array((text.escapedForTerminal(keepingLineFeeds: true) + "\n").utf8))
    }
}
