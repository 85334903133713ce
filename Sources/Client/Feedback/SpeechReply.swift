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

/// A parser of the speech server's replies, independent of the boundaries of reads. It only stores an incomplete line.
package struct SpeechReplyReader: Sendable {
    /// The maximum length of a line: no reply to the used commands has a longer one.
    private static let maximumLine = 1024
    /// The maximum number of lines between two commands: a reply has a few, and the end of a text three.
    private static let maximumLines = 256

    private var lines = 0
    private var line: [UInt8] = []
    /// The first line of a reply or an event of several lines, without its code.
    private var argument: String?

    package init() {}

    mutating func expectReply() { lines = 0 }

    /// Appends bytes and returns the replies that they complete. Of a reply of several lines (`225-…`) the first and the last
    /// are read; events (7xx) are skipped, except for the end of a text.
    ///
    /// - Returns: nil when the other end does not speak the protocol, or sends without end.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [SpeechReply]? {
        var replies: [SpeechReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                if line.count > Self.maximumLine { return nil }
                continue
            }
            lines += 1
            guard lines <= Self.maximumLines else { return nil }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let mark = line.dropFirst(3).first ?? UInt8(ascii: " ")
            guard let code = Int(String(decoding: line.prefix(3), as: UTF8.self)), 100..<800 ~= code,
                mark == UInt8(ascii: "-") || mark == UInt8(ascii: " ")
            else { return nil }
            let rest = String(decoding: line.dropFirst(4), as: UTF8.self)
            line.removeAll(keepingCapacity: true)
            guard mark == UInt8(ascii: " ") else {
                argument = argument ?? rest
                continue
            }
            switch (code, argument) {
            case (225, let argument?): replies.append(.queued(argument))
            case (702, let argument?): replies.append(.ended(argument))
            case (..<300, _): replies.append(.good)
            case (..<700, _): replies.append(.refused)
            default: break
            }
            argument = nil
        }
        return replies
    }
}
