import TabshellIPC

/// The lines of a program's standard error, as they arrive in pieces.
struct ErrorLines {
    /// The maximum length of a line, bytes. The rest of a longer one is dropped.
    static let maximumBytes = 2048

    /// The last line that is not blank, without a journal's priority; nil before the first one.
    private(set) var last: String?
    private var line: [UInt8] = []

    /// Adds bytes, and returns the lines that they end, except for blank ones.
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

/// The logged lines of a program: at most 100 in a second, then the number of the others. Times are CLOCK_MONOTONIC, ns.
struct LineRate {
    /// The maximum number of lines in a second, and of reads before the others are read at a slower pace.
    static let maximum = 100
    private static let second: UInt64 = 1_000_000_000

    private var secondEnd: UInt64?
    private var (lines, reads, dropped) = (0, 0, 0)

    /// True until the end of a second in which the program has written too much, or in too many pieces.
    var isExceeded: Bool { max(lines, reads) > Self.maximum }

    /// Returns the ones of the lines of a read that are logged.
    mutating func admit(_ new: [String], at now: UInt64) -> [String] {
        let report = end(at: now)
        secondEnd = secondEnd ?? now + Self.second
        let admitted = new.prefix(max(Self.maximum - lines, 0))
        lines += new.count
        reads += 1
        dropped += new.count - admitted.count
        return report + admitted
    }

    /// Ends the second if it is over, and returns the line about what was dropped in it.
    mutating func end(at now: UInt64) -> [String] {
        guard let secondEnd, now >= secondEnd else { return [] }
        defer { self = LineRate() }
        return dropped == 0 ? [] : [dropped == 1 ? "1 line dropped" : "\(dropped) lines dropped"]
    }
}
