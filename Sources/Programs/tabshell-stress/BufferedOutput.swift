// SPDX-License-Identifier: MIT
import CommandLineKit
import TabshellIPC

/// Lines on standard output, written in large pieces. The last piece is written by ``flush()``.
struct BufferedOutput: ~Copyable {
    private static let capacity = 1 << 16
    private var buffer: [UInt8] = []

    mutating func write(_ json: JSON) { write(json.encodedText) }

    mutating func write(_ text: String) {
        buffer += text.utf8
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.capacity { flush() }
    }

    mutating func flush() {
        StandardOutput.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
