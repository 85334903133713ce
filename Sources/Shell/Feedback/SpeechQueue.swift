// SPDX-License-Identifier: MIT

/// The priorities of SSIP that are used.
package enum SpeechPriority: String, Sendable {
    /// Replaces an earlier text, even one that is being spoken.
    case text
    /// Spoken only when nothing else is.
    case notification
}

/// The queue of texts to speak: the newest text, and the newest notification about each of a few tabs.
package struct SpeechQueue: Equatable, Sendable {
    private struct Notification: Equatable, Sendable {
        var tab: String
        var text: String
    }

    private static let maximumNotifications = 16

    private var text: String?
    private var notifications: [Notification] = []

    package init() {}

    /// The priority of the next text; nil if the queue is empty.
    package var next: SpeechPriority? {
        if text != nil { return .text }
        return notifications.isEmpty ? nil : .notification
    }

    /// Replaces the queued text; an empty one only removes it.
    package mutating func say(_ newText: String) {
        text = newText.isEmpty ? nil : newText
    }

    /// Replaces the tab's queued notification; an empty one only removes it. Beyond the maximum the oldest is removed.
    package mutating func notify(_ newText: String, about tab: String) {
        let index = notifications.firstIndex { $0.tab == tab }
        switch (index, newText.isEmpty) {
        case (let index?, true): notifications.remove(at: index)
        case (let index?, false): notifications[index].text = newText
        case (nil, true): break
        case (nil, false):
            if notifications.count == Self.maximumNotifications { notifications.removeFirst() }
            notifications.append(Notification(tab: tab, text: newText))
        }
    }

    /// Removes and returns the next text of a priority.
    package mutating func take(_ priority: SpeechPriority) -> String? {
        switch priority {
        case .text:
            defer { text = nil }
            return text
        case .notification:
            return notifications.isEmpty ? nil : notifications.removeFirst().text
        }
    }
}
