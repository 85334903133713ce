// SPDX-License-Identifier: MIT
import Glibc

/// Writes all of some bytes to a descriptor, in as few calls as it takes.
///
/// - Returns: 0, or the `errno` of the write that failed.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}

/// The columns of a terminal; nil if the descriptor is no terminal, or one that does not tell.
public func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}

/// The text of an `errno`.
public func errorText(_ code: Int32) -> String {
    String(cString: strerror(code))
}

/// Makes a write to a closed pipe fail with `EPIPE` instead of ending the process.
public func ignoreSIGPIPE() {
    signal(SIGPIPE, SIG_IGN)
}

/// The path of the working directory; nil if it has been removed.
public func workingDirectory() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
}

/// True if a path leads to a regular file.
public func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Signals that are blocked, so that a program can look for them between two steps of its work.
public struct BlockedSignals {
    private var set = sigset_t()

    /// Blocks signals for the rest of the process's life.
    public init(_ signals: [Int32]) {
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// Takes a signal that has arrived; nil if there is none.
    public func takePending() -> Int32? {
        var (set, timeout) = (set, timespec())
        let signal = sigtimedwait(&set, nil, &timeout)
        return signal > 0 ? signal : nil
    }
}

/// Replaces this process by a program; returns only if that fails.
///
/// - Parameter arguments: without the program's name.
/// - Returns: the `errno`.
public func execute(_ path: String, _ arguments: [String]) -> Int32 {
    let words = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    execv(path, words + [nil])
    return errno
}
