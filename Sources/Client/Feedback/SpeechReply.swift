// SPDX-License-Identifier: MIT

/// A reply of the speech server. Of a code below 700 only the first digit is reliable.
package enum SpeechReply: Equatable, Sendable {
    /// 1xx, 2xx.
    case good
    /// 225: a text was taken; the server's number of it.
    case queued(String)
    /// 702: the text of a number was spoken to its end.
    case ended(String)
    /// 3xx to 6xx: an error of the server or the client.
    case refused
}

/// A parser of the speech server's replies, independent of the boundaries of reads. It stores an incomplete line only.
package struct SpeechReplyReader: Sendable {
    /// The maximum length of a line: no reply to the commands that are used has a longer one.
    private static let maximumLine = 1024

    private var line: [UInt8] = []
    /// The first line of a reply or an event of several lines, without its code.
    private var argument: String?

    package init() {}

    /// Appends bytes and returns the replies that they complete. Of a reply of several lines (`225-…`) the first and the last
    /// are read; events (7xx) are skipped, but for the end of a text.
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
            let rest = line.dropFirst(4).filter { $0 != UInt8(ascii: "\r") }
            line.removeAll(keepingCapacity: true)
            guard code.isLast else {
                argument = argument ?? String(decoding: rest, as: UTF8.self)
                continue
            }
            if let reply = code.reply(argument) { replies.append(reply) }
            argument = nil
        }
        return replies
    }

    private struct Code {
        private var number: Int
        var isLast: Bool

        /// The reply that a line of this code ends; nil for an event without a meaning here.
        func reply(_ argument: String?) -> SpeechReply? {
            switch (number, argument) {
            case (225, let argument?): .queued(argument)
            case (702, let argument?): .ended(argument)
            case (100..<300, _): .good
            case (300..<700, _): .refused
            default: nil
            }
        }

        /// `NNN-…` or `NNN …`; nil for anything else.
        init?(_ line: [UInt8]) {
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            guard line.count >= 3, line.prefix(3).allSatisfy(digits.contains) else { return nil }
            let mark = line.dropFirst(3).first ?? UInt8(ascii: " ")
            guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: " ") || mark == UInt8(ascii: "\r") else {
                return nil
            }
            isLast = mark != UInt8(ascii: "-")
            number = line.prefix(3).reduce(0) { $0 * 10 + Int($1 - digits.lowerBound) }
            guard 100..<800 ~= number else { return nil }
        }
    }
}
