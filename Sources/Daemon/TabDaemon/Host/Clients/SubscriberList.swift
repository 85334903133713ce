import ShellModel
import TabshellIPC

struct SubscriberList<Client: AnyObject> {
    private var clients: [Topic: [Client]] = [:]
    private var topics: [ObjectIdentifier: [Topic]] = [:]

    func topics(of client: Client) -> [Topic] { topics[ObjectIdentifier(client)] ?? [] }

    /// Replaces the topics of a client. Each change may reach it before the others.
    mutating func setTopics(_ new: [Topic], of client: Client, isFirst: Bool = false) {
        for topic in topics(of: client) { clients[topic]?.removeAll { $0 === client } }
        for topic in new {
            let end = isFirst ? 0 : clients[topic]?.endIndex ?? 0
            clients[topic, default: []].insert(client, at: end)
        }
        topics[ObjectIdentifier(client)] = new.isEmpty ? nil : new
    }

    /// Calls a function with each subscriber of a change and its lines, in one piece: a slow reader gets all, or a snapshot.
    func forEach(of change: [StateEvent], _ body: (Client, [UInt8]) -> Void) {
        guard let last = change.last else { return }
        guard change.count > 1 else {
            guard let subscribers = clients[last.topic], !subscribers.isEmpty else { return }
            let lines = Self.lines(of: change, revision: last.revision)
            for client in subscribers { body(client, lines) }
            return
        }
        // The events of each subscriber as bits; clients with the same ones share their lines.
        var masks: [ObjectIdentifier: UInt64] = [:]
        var order: [Client] = []
        for (index, event) in change.enumerated() {
            for client in clients[event.topic] ?? [] {
                let mask = masks[ObjectIdentifier(client)]
                if mask == nil { order.append(client) }
                masks[ObjectIdentifier(client)] = (mask ?? 0) | 1 << UInt64(index)
            }
        }
        var encoded: [UInt64: [UInt8]] = [:]
        for client in order {
            let mask = masks[ObjectIdentifier(client)] ?? 0
            let lines =
                encoded[mask]
                ?? Self.lines(
                    of: change.enumerated().filter { mask & 1 << UInt64($0.offset) != 0 }.map(\.element),
                    revision: last.revision)
            encoded[mask] = lines
            body(client, lines)
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
