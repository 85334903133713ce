// SPDX-License-Identifier: MIT
import Glibc

/// Bytes on standard output.
public enum StandardOutput {
    /// Writes all of it; a reader that has gone gets nothing.
    public static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
