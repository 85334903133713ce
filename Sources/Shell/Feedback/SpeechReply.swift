// SPDX-License-Identifier: MIT

/// What the speech server answers. Of a code below 700 only the first digit can be relied on.
package enum SpeechReply: Equatable, Sendable {
    /// 1xx, 2xx.
    case good
    /// 3xx to 6xx: the server's fault or ours.
    case refused
}

/// Cuts what the speech server sends into replies, however it was cut into reads. It keeps nothing but the beginning of
/// an unfinished line.
package struct SpeechReplyReader: Sendable {
    /// No reply to what is asked here has so long a line.
    private static let longestLine = 1024

    private var line: [UInt8] = []

    package init() {}

    /// Takes what was read and gives the replies that it completes; a reply's lines but the last (`225-…`) and events (7xx)
    /// are passed over.
    ///
    /// - Returns: nil when the other end does not speak the protocol.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [SpeechReply]? {
        var replies: [SpeechReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                if line.count > Self.longestLine { return nil }
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
