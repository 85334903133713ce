// SPDX-License-Identifier: MIT

/// The client's side of SSIP, the protocol of speech-dispatcher: one command at a time, each after the reply to the
/// previous one. A state machine without I/O: it returns the bytes to send.
package struct SSIPSession: Sendable {
    /// The reply that is awaited.
    private enum Step: Sendable {
        case none
        case name
        case priority(SpeechPriority)
        /// The permission to send a text. The text is chosen when it arrives, so that it is the newest.
        case permission(SpeechPriority)
        case receipt
    }

    /// The first command of a connection.
    package static let introduction = command("SET SELF CLIENT_NAME user:tabshell:main")

    /// The texts to speak.
    package var queue = SpeechQueue()
    private var step = Step.name
    /// The priority that was set for the connection.
    private var priority: SpeechPriority?

    /// A session after the introduction.
    package init() {}

    /// Returns the next command, or nothing while a reply is awaited or the queue is empty.
    package mutating func next() -> [UInt8] {
        guard case .none = step, let requested = queue.next else { return [] }
        if priority != requested {
            step = .priority(requested)
            return Self.command("SET SELF PRIORITY \(requested.rawValue)")
        }
        step = .permission(requested)
        return Self.command("SPEAK")
    }

    /// Handles a reply; an unexpected one is ignored.
    ///
    /// - Returns: the text that completes the answered command.
    package mutating func handle(_ reply: SpeechReply) -> [UInt8] {
        let answered = step
        step = .none
        switch (answered, reply) {
        case (.none, _), (.receipt, _):
            break
        case (.name, _):
            // The name is optional.
            break
        case (.priority(let priority), .good):
            self.priority = priority
        case (.priority(let priority), .refused):
            self.priority = nil
            _ = queue.take(priority)
        case (.permission(let priority), .good):
            step = .receipt
            // A text that was withdrawn meanwhile is an empty message, which the server drops.
            return Self.message(queue.take(priority) ?? "")
        case (.permission(let priority), .refused):
            _ = queue.take(priority)
        }
        return []
    }

    private static func command(_ text: String) -> [UInt8] {
        Array((text + "\r\n").utf8)
    }

    /// Encodes a text of one line, followed by the dot that ends it; a leading dot is doubled.
    package static func message(_ text: String) -> [UInt8] {
        command(text.isEmpty ? "." : (text.hasPrefix(".") ? "." : "") + text + "\r\n.")
    }
}
