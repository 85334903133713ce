// SPDX-License-Identifier: MIT
import ShellModel
import SocketServer
import TabshellIPC

/// The clients that have subscribed to topics.
struct SubscriberList {
    private var connections: [Topic: [Connection]] = [:]
    private var topics: [ObjectIdentifier: [Topic]] = [:]

    /// Returns the topics of a client; empty if it has not subscribed.
    func topics(of connection: Connection) -> [Topic] { topics[ObjectIdentifier(connection)] ?? [] }

    func hasSubscribers(of topic: Topic) -> Bool { connections[topic]?.isEmpty == false }

    /// Replaces the topics of a client.
    mutating func setTopics(_ new: [Topic], of connection: Connection) {
        for topic in topics(of: connection) { connections[topic]?.removeAll { $0 === connection } }
        for topic in new { connections[topic, default: []].append(connection) }
        topics[ObjectIdentifier(connection)] = new.isEmpty ? nil : new
    }

    /// Calls a function with each subscriber of a change, and with the lines for it: the events of its topics and a commit.
    /// They are one piece, so that a slow reader gets all of them or, later, a snapshot.
    func forEach(of change: [StateEvent], _ body: (Connection, [UInt8]) -> Void) {
        guard let last = change.last else { return }
        guard change.count > 1 else {
            guard let subscribers = connections[last.topic], !subscribers.isEmpty else { return }
            let lines = Self.lines(of: change, revision: last.revision)
            for connection in subscribers { body(connection, lines) }
            return
        }
        // The events of each subscriber as bits; clients with the same ones share their lines.
        var masks: [ObjectIdentifier: UInt64] = [:]
        var order: [Connection] = []
        for (index, event) in change.enumerated() {
            for connection in connections[event.topic] ?? [] {
                let mask = masks[ObjectIdentifier(connection)]
                if mask == nil { order.append(connection) }
                masks[ObjectIdentifier(connection)] = (mask ?? 0) | 1 << UInt64(index)
            }
        }
        var encoded: [UInt64: [UInt8]] = [:]
        for connection in order {
            let mask = masks[ObjectIdentifier(connection)] ?? 0
            let lines =
                encoded[mask]
                ?? Self.lines(
                    of: change.enumerated().filter { mask & 1 << UInt64($0.offset) != 0 }.map(\.element),
                    revision: last.revision)
            encoded[mask] = lines
            body(connection, lines)
        }
    }

    private static func lines(of events: [StateEvent], revision: UInt64) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(512)
        for event in events { ServerMessage.event(event).write(to: &lines) }
        ServerMessage.commit(revision: revision).write(to: &lines)
        return lines
    }
}
