// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// Text on standard error.
public enum StandardError {
    /// Writes a line.
    public static func write(_ message: String) {
        writeText(message + "\n")
    }

    /// Writes a text as it is.
    public static func writeText(_ text: String) {
        _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
    }
}
