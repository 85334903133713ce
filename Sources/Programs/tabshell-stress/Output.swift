// SPDX-License-Identifier: MIT
import Glibc
import TabshellIPC

/// Lines on standard output, written in large pieces. Whoever fills it flushes it: a disk may be full then.
struct Output: ~Copyable {
    private var waiting: [UInt8] = []

    mutating func write(_ text: String) {
        waiting += text.utf8
        waiting.append(0x0A)
        if waiting.count >= 1 << 16 { flush() }
    }

    mutating func write(_ json: JSON) {
        waiting += json.encodedLine
        if waiting.count >= 1 << 16 { flush() }
    }

    /// Writes what is waiting. When nobody reads any more, the program ends quietly.
    mutating func flush() {
        var rest = waiting[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                exit(Status.done.rawValue)
            } else if errno != EINTR {
                let reason = String(cString: strerror(errno))
                exit(StressCommand.failure("writing the output: \(reason)").rawValue)
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes one line at once.
    static func line(_ text: String) {
        var output = Output()
        output.write(text)
        output.flush()
    }

    static func line(_ json: JSON) {
        var output = Output()
        output.write(json)
        output.flush()
    }
}
