// SPDX-License-Identifier: MIT

/// The priorities of SSIP that are used.
package enum SpeechPriority: String, Sendable {
    /// Spoken in any case, in place of texts and notifications.
    case message
    /// Replaces an earlier text, even one that is being spoken.
    case text
    /// Spoken only when nothing else is.
    case notification
}

/// The queue of texts to speak: the newest text, and the newest message and notification about each of a few subjects.
package struct SpeechQueue: Equatable, Sendable {
    private struct Item: Equatable, Sendable {
        var subject: String
        var text: String
    }

    private static let maximumItems = 16

    private var text: String?
    private var messages: [Item] = []
    private var notifications: [Item] = []

    package init() {}

    /// The priority of the next text; nil if the queue is empty. Messages come before a text, which waits for them; after it, they
    /// would take its place.
    package var next: SpeechPriority? {
        if !messages.isEmpty { return .message }
        if text != nil { return .text }
        return notifications.isEmpty ? nil : .notification
    }

    /// True if there is a text.
    package var hasText: Bool { text != nil }

    /// Replaces the queued text; an empty one only removes it.
    package mutating func say(_ newText: String) {
        text = newText.isEmpty ? nil : newText
    }

    /// Replaces the queued message about a subject; an empty one only removes it. Beyond the maximum the oldest is removed.
    package mutating func report(_ newText: String, about subject: String) {
        Self.put(newText, about: subject, in: &messages)
    }

    /// Replaces the queued notification about a subject; an empty one only removes it. Beyond the maximum the oldest is removed.
    package mutating func notify(_ newText: String, about subject: String) {
        Self.put(newText, about: subject, in: &notifications)
    }

    private static func put(_ newText: String, about subject: String, in items: inout [Item]) {
        let index = items.firstIndex { $0.subject == subject }
        switch (index, newText.isEmpty) {
        case (let index?, true): items.remove(at: index)
        case (let index?, false): items[index].text = newText
        case (nil, true): break
        case (nil, false):
            if items.count == maximumItems { items.removeFirst() }
            items.append(Item(subject: subject, text: newText))
        }
    }

    /// Removes and returns the next text of a priority.
    package mutating func take(_ priority: SpeechPriority) -> String? {
        switch priority {
        case .message: return messages.isEmpty ? nil : messages.removeFirst().text
        case .text:
            defer { text = nil }
            return text
        case .notification: return notifications.isEmpty ? nil : notifications.removeFirst().text
        }
    }
}
