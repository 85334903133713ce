// SPDX-License-Identifier: MIT

/// The client's side of SSIP, speech-dispatcher's protocol: one command at a time, each after the reply to the one
/// before. It says what to send; somebody else sends it.
package struct SSIPSession: Sendable {
    /// Which reply is awaited.
    private enum Step: Sendable {
        case none
        case name
        case priority(SpeechPriority)
        /// The permission to send a text. Which one is decided when it comes, so that it is the newest.
        case permission(SpeechPriority)
        case receipt
    }

    /// The first command of a connection.
    package static let introduction = command("SET SELF CLIENT_NAME user:tabshell:main")

    /// What waits to be said.
    package var queue = SpeechQueue()
    private var step = Step.name
    /// The priority that the server knows of, which lasts as long as the connection.
    private var priority: SpeechPriority?

    /// A dialogue after the introduction.
    package init() {}

    /// The next command, unless a reply is awaited or nothing is to be said.
    package mutating func next() -> [UInt8] {
        guard case .none = step, let wanted = queue.next else { return [] }
        if priority != wanted {
            step = .priority(wanted)
            return Self.command("SET SELF PRIORITY \(wanted.rawValue)")
        }
        step = .permission(wanted)
        return Self.command("SPEAK")
    }

    /// Takes a reply; one that nobody has asked for means nothing.
    ///
    /// - Returns: what belongs to the command that was answered.
    package mutating func take(_ reply: SpeechReply) -> [UInt8] {
        let answered = step
        step = .none
        switch (answered, reply) {
        case (.none, _), (.receipt, _):
            break
        case (.name, _):
            // It is heard without a name as well.
            break
        case (.priority(let wanted), .good):
            priority = wanted
        case (.priority(let wanted), .refused):
            priority = nil
            _ = queue.take(wanted)
        case (.permission(let wanted), .good):
            step = .receipt
            // What was withdrawn in the meantime is an empty message, which the server drops.
            return Self.message(queue.take(wanted) ?? "")
        case (.permission(let wanted), .refused):
            _ = queue.take(wanted)
        }
        return []
    }

    private static func command(_ text: String) -> [UInt8] {
        Array((text + "\r\n").utf8)
    }

    /// A text of one line and the dot that ends it; a dot that the line begins with is doubled.
    package static func message(_ text: String) -> [UInt8] {
        command(text.isEmpty ? "." : (text.hasPrefix(".") ? "." : "") + text + "\r\n.")
    }
}
