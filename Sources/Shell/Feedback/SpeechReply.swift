// SPDX-License-Identifier: MIT

/// A reply of the speech server. Of a code below 700 only the first digit is reliable.
package enum SpeechReply: Equatable, Sendable {
    /// 1xx, 2xx.
    case good
    /// 3xx to 6xx: an error of the server or the client.
    case refused
}

/// A parser of the speech server's replies, independent of the boundaries of reads. It stores an incomplete line only.
package struct SpeechReplyReader: Sendable {
    /// The maximum length of a line: no reply to the commands that are used has a longer one.
    private static let maximumLine = 1024

    private var line: [UInt8] = []

    package init() {}

    /// Appends bytes and returns the replies that they complete. All lines of a reply but the last (`225-…`) and events (7xx)
    /// are skipped.
    ///
    /// - Returns: nil when the other end does not speak the protocol.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [SpeechReply]? {
        var replies: [SpeechReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                if line.count > Self.maximumLine { return nil }
                continue
            }
            guard let code = Code(line) else { return nil }
            line.removeAll(keepingCapacity: true)
            if code.isLast, let reply = code.reply { replies.append(reply) }
        }
        return replies
    }

    private struct Code {
        var reply: SpeechReply?
        var isLast: Bool

        /// `NNN-…` or `NNN …`; nil for anything else.
        init?(_ line: [UInt8]) {
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            guard line.count >= 3, line.prefix(3).allSatisfy(digits.contains) else { return nil }
            let mark = line.dropFirst(3).first ?? UInt8(ascii: " ")
            guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: " ") || mark == UInt8(ascii: "\r") else {
                return nil
            }
            isLast = mark != UInt8(ascii: "-")
            switch line[0] - digits.lowerBound {
            case 1, 2: reply = .good
            case 3...6: reply = .refused
            case 7: reply = nil
            default: return nil
            }
        }
    }
}
