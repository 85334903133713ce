/// The used priorities of SSIP, in speaking order. A text waits for messages before it; after it, they would replace it.
enum SpeechPriority: String, CaseIterable {
    /// Always spoken, in place of texts and notifications.
    case message
    /// Replaces an earlier text, even one that is being spoken.
    case text
    /// Spoken only when nothing else is.
    case notification
}

/// The queue of texts to speak: the newest one for each of a few subjects of a priority.
struct SpeechQueue {
    private static let maximumItems = 16

    private var items: [SpeechPriority: [(subject: String, text: String)]] = [:]

    /// The priority of the next text; nil if the queue is empty.
    var next: SpeechPriority? { SpeechPriority.allCases.first(where: contains) }

    func contains(_ priority: SpeechPriority) -> Bool { items[priority]?.isEmpty == false }

    /// Replaces the queued text about a subject; an empty one only removes it. Beyond the maximum the oldest is removed.
    mutating func put(_ text: String, _ kind: Announcement.Kind) {
        var texts = items[kind.priority] ?? []
        let index = texts.firstIndex { $0.subject == kind.subject }
        switch (index, text.isEmpty) {
        case (let index?, true): texts.remove(at: index)
        case (let index?, false): texts[index].text = text
        case (nil, true): break
        case (nil, false): texts = texts.suffix(Self.maximumItems - 1) + [(kind.subject, text)]
        }
        items[kind.priority] = texts
    }

    mutating func take(_ priority: SpeechPriority) -> String? {
        contains(priority) ? items[priority]?.removeFirst().text : nil
    }
}
