import Glibc

/// Input that nobody should see.
public enum SecretInput {
    /// True if standard input is a terminal.
    public static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Reads a line from standard input, without an echo on a terminal.
    ///
    /// - Parameters:
    ///   - prompt: written to standard error on a terminal.
    ///   - maximumBytes: the longest line.
    /// - Returns: nil at the end of the input, for a longer line, and for one other than UTF-8.
    public static func readLine(prompt: String, maximumBytes: Int) -> String? {
        guard isTerminal else { return line(maximumBytes) }
        var saved = termios()
        guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return line(maximumBytes) }
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO)
        // It drops what was typed before the prompt.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        say(prompt)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
            say("\n")
        }
        return line(maximumBytes)
    }

    private static func say(_ text: String) {
        var text = text
        _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Reads byte by byte, since the bytes after the line are for another reader.
    private static func line(_ maximumBytes: Int) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            if byte == UInt8(ascii: "\n") { return String(validating: bytes, as: UTF8.self) }
            guard bytes.count < maximumBytes else { return nil }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }
}
