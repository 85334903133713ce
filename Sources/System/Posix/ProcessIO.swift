// SPDX-License-Identifier: MIT
import Glibc

/// Writes all of some bytes to a blocking descriptor, in as few calls as it takes.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
        rest = rest.dropFirst(
            try systemCall("write") { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } })
    }
}

/// The columns of a terminal; nil if the descriptor is not a terminal, or does not report them.
public func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
}

/// Makes a write to a closed pipe fail with `EPIPE` instead of ending the process.
public func ignoreSIGPIPE() {
    signal(SIGPIPE, SIG_IGN)
}
