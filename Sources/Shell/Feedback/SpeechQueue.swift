// SPDX-License-Identifier: MIT

/// How the server ranks what is said (SSIP's priorities).
package enum SpeechPriority: String, Sendable {
    /// Takes the place of an earlier text, even of one that is being said.
    case text
    /// Said only when nothing else is.
    case notification
}

/// What waits to be said: the newest text, and the newest notification about each of a few tabs.
package struct SpeechQueue: Equatable, Sendable {
    private struct Notification: Equatable, Sendable {
        var tab: String
        var text: String
    }

    private static let mostNotifications = 16

    private var text: String?
    private var notifications: [Notification] = []

    package init() {}

    /// The priority of what is to be said next; nil when nothing waits.
    package var next: SpeechPriority? {
        if text != nil { return .text }
        return notifications.isEmpty ? nil : .notification
    }

    /// Takes the place of the text that waits; an empty one only makes that be forgotten.
    package mutating func say(_ words: String) {
        text = words.isEmpty ? nil : words
    }

    /// Takes the place of the tab's notification that waits; an empty one only makes that be forgotten. Of too many the
    /// one that has waited longest is.
    package mutating func notify(_ words: String, about tab: String) {
        let place = notifications.firstIndex { $0.tab == tab }
        switch (place, words.isEmpty) {
        case (let place?, true): notifications.remove(at: place)
        case (let place?, false): notifications[place].text = words
        case (nil, true): break
        case (nil, false):
            if notifications.count == Self.mostNotifications { notifications.removeFirst() }
            notifications.append(Notification(tab: tab, text: words))
        }
    }

    /// Takes the next one of a priority out.
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
