// SPDX-License-Identifier: MIT
import Glibc

/// Lines on standard error.
public enum StandardError {
    /// Writes a line.
    public static func write(_ message: String) {
        let line = Array((message + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}

/// Has a write to a reader that has gone fail, and not end the process.
public func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
}
