import ShellModel

/// The client's side of SSIP, the protocol of speech-dispatcher: one command at a time, each after the reply to the
/// previous one. A state machine without I/O: it returns the bytes to send.
package struct SSIPSession {
    private enum Step {
        case none
        /// The reply to a command that the server may refuse: the name, a setting, the end of speech.
        case optional
        case priority(SpeechPriority)
        /// The permission to send a text. The text is chosen when it arrives, so that it is the newest.
        case permission(SpeechPriority)
        case receipt(SpeechPriority)
    }

    /// The first command of a connection.
    static let introduction = command("SET SELF CLIENT_NAME user:tabshell:main")
    static let cancellation = command("CANCEL SELF")

    var queue = SpeechQueue()
    /// True to receive the end of each text.
    var needsEnds = false
    private var asksForEnds = false
    /// The commands still to send before the first text.
    private var settings: ArraySlice<String>
    private var step = Step.optional
    /// The priority that was set for the connection.
    private var priority: SpeechPriority?
    /// True if a message may still be spoken, which a text would wait for.
    private var hasSentMessage = false
    private var newestText: String?
    private var hasEndedText = false

    /// A session after the introduction.
    package init(settings: [String] = []) {
        self.settings = settings[...]
    }

    var isIdle: Bool { if case .none = step { true } else { false } }

    /// Returns true once after the newest text has been spoken to its end.
    mutating func takeTextEnd() -> Bool {
        defer { hasEndedText = false }
        return hasEndedText
    }

    /// Returns the next command, or nothing while a reply is awaited or the queue is empty.
    package mutating func next() -> [UInt8] {
        guard case .none = step, let requested = queue.next else { return [] }
        if let setting = settings.popFirst() {
            step = .optional
            return Self.command(setting)
        }
        if needsEnds, !asksForEnds {
            asksForEnds = true
            step = .optional
            return Self.command("SET SELF NOTIFICATION END on")
        }
        if queue.contains(.text), hasSentMessage {
            // A user's action interrupts an earlier message.
            hasSentMessage = false
            step = .optional
            return Self.cancellation
        }
        if priority != requested {
            step = .priority(requested)
            return Self.command("SET SELF PRIORITY \(requested.rawValue)")
        }
        step = .permission(requested)
        return Self.command("SPEAK")
    }

    /// Handles a reply; an unexpected one is ignored. Returns the text that completes the answered command.
    package mutating func handle(_ reply: SpeechReply) -> [UInt8] {
        if case .ended(let message) = reply {
            if message == newestText { (newestText, hasEndedText) = (nil, true) }
            return []
        }
        let answered = step
        step = .none
        switch answered {
        case .none, .optional: break
        case .receipt(let priority):
            if priority == .text, case .queued(let message) = reply { newestText = message }
        case .priority(let priority):
            self.priority = reply == .refused ? nil : priority
            if reply == .refused { _ = queue.take(priority) }
        case .permission(let priority):
            let text = queue.take(priority)
            guard reply != .refused else { break }
            step = .receipt(priority)
            if priority == .message, text != nil { hasSentMessage = true }
            if priority == .text { (newestText, hasEndedText) = (nil, false) }
            // A withdrawn text is an empty message, which the server drops.
            return Self.message(text ?? "")
        }
        return []
    }

    private static func command(_ text: String) -> [UInt8] {
        Array((text + "\r\n").utf8)
    }

    /// Encodes a text of one line, followed by the dot that ends it; a leading dot is doubled.
    static func message(_ text: String) -> [UInt8] {
        command(text.isEmpty ? "." : (text.hasPrefix(".") ? "." : "") + text + "\r\n.")
    }
}

extension SpeechStyle {
    /// The SSIP commands that set a new connection's voice, where it differs. The language comes first: the voice depends on it.
    var commands: [String] {
        let (language, voice) = (SpokenText.line(language), SpokenText.line(voice))
        return [
            language.isEmpty ? nil : "SET SELF LANGUAGE \(language)",
            rate == 0 ? nil : "SET SELF RATE \(min(max(rate, -100), 100))",
            volume == 100 ? nil : "SET SELF VOLUME \(min(max(volume, -100), 100))",
            voice.isEmpty ? nil : "SET SELF SYNTHESIS_VOICE \(voice)",
        ].compactMap(\.self)
    }
}
