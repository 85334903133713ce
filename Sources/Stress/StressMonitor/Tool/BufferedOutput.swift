// SPDX-License-Identifier: MIT
import CommandLineKit
import TabshellIPC
import Text

/// Lines on standard output, written in large pieces; as they are, but on a terminal with its controls escaped. The last
/// piece is written by ``flush()``.
struct BufferedOutput: ~Copyable {
    private static let capacity = 1 << 16
    private let isTerminal = StandardOutput.isTerminal
    private var buffer: [UInt8] = []

    mutating func write(_ json: JSON) { write(json.encodedText) }

    mutating func write(_ text: String) {
        buffer += (isTerminal ? text.escapedForTerminal(keepingLineFeeds: true) : text).utf8
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.capacity { flush() }
    }

    mutating func flush() {
        StandardOutput.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
