// SPDX-License-Identifier: MIT
import Posix
import TabshellIPC

/// The lines of a program's standard error, as they arrive in pieces.
struct ErrorLines {
    /// The maximum length of a line, bytes. The rest of a longer one is dropped.
    static let maximumBytes = 2048

    /// The last line that is not blank, without a journal's priority; nil before the first one.
    private(set) var last: String?
    private var line: [UInt8] = []

    /// Adds bytes.
    ///
    /// - Returns: the lines that they end, but for blank ones.
    mutating func add(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines += end()
            } else if line.count < Self.maximumBytes {
                line.append(byte)
            }
        }
        return lines
    }

    /// Ends a line without a line feed.
    mutating func end() -> [String] {
        let text = String(decoding: line, as: UTF8.self)
        line = []
        guard text.contains(where: { !$0.isWhitespace }) else { return [] }
        last = Self.split(text).message.printable(maximumBytes: Limits.maximumProblemBytes)
        return [text]
    }

    /// A line with the name of a tab, after the priority that a line for the journal has (sd-daemon(3)).
    static func named(_ line: String, _ tab: String) -> String {
        let (priority, message) = split(line)
        return "\(priority)\(tab): \(message)"
    }

    private static func split(_ line: String) -> (priority: Substring, message: String) {
        let bytes = Array(line.utf8.prefix(3))
        let hasPriority =
            bytes.count == 3 && bytes[0] == UInt8(ascii: "<") && bytes[2] == UInt8(ascii: ">")
            && (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[1])
        return hasPriority ? (line.prefix(3), String(line.dropFirst(3))) : ("", line)
    }
}
