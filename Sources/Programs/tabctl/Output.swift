// SPDX-License-Identifier: MIT
import CommandLineKit
import Glibc
import TabshellIPC

/// Lines on standard output. Each is one write, so a reader of a pipe gets whole lines, at once.
enum Output {
    /// Writes a line. When nobody reads any more, the program ends quietly.
    static func write(_ text: String) {
        write(Array((text + "\n").utf8))
    }

    /// Writes a value as one line of JSON.
    static func write(_ json: JSON) {
        write(json.encodedLine)
    }

    private static func write(_ line: [UInt8]) {
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                exit(errno == EPIPE ? ExitStatus.done.rawValue : ExitStatus.refused.rawValue)
            }
        }
    }
}
