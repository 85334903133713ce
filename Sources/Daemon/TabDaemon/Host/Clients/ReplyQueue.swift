// SPDX-License-Identifier: MIT
import TabshellIPC

/// The replies that wait for a change to be saved or for their request to be finished, and the later ones of the same clients, which must
/// not overtake them.
struct ReplyQueue<Client: AnyObject> {
    struct Entry {
        let client: Client
        /// The number of the change that is saved first; nil if the reply waits for earlier ones only.
        fileprivate(set) var change: UInt64?
        fileprivate(set) var line: Line
    }

    /// The action to take when it is a reply's turn.
    enum Line {
        case reply(id: RequestID?, Result<JSON, WireError>)
        /// A request that is carried out only then. Later lines for its client wait for the next release.
        case request(() -> Void)
        /// The place of a request that is not finished.
        case unfinished(UInt64)
    }

    private var entries: [Entry] = []
    /// The number of entries of each client.
    private var counts: [ObjectIdentifier: Int] = [:]
    /// The numbers of the requests that are not finished.
    private var unfinished: Set<UInt64> = []

    /// Returns true if an earlier reply to a client waits.
    func holdsBack(_ client: Client) -> Bool { !entries.isEmpty && counts[ObjectIdentifier(client)] != nil }

    mutating func append(_ line: Line, to client: Client, after change: UInt64?) {
        entries.append(Entry(client: client, change: change, line: line))
        counts[ObjectIdentifier(client), default: 0] += 1
    }

    /// Keeps the place of the reply to a request, which its number names.
    mutating func reserve(_ serial: UInt64, for client: Client) {
        guard unfinished.insert(serial).inserted else { return }
        append(.unfinished(serial), to: client, after: nil)
    }

    /// Puts a reply in the place that is kept for it.
    ///
    /// - Returns: false if none is kept.
    mutating func fill(_ serial: UInt64, _ line: Line, after change: UInt64?) -> Bool {
        guard unfinished.remove(serial) != nil else { return false }
        let index = entries.firstIndex { if case .unfinished(serial) = $0.line { true } else { false } }
        guard let index else { return true }
        entries[index].line = line
        entries[index].change = change
        return true
    }

    /// Removes and returns the entries whose turn it is, each client's in their order.
    ///
    /// - Parameter change: the last change that was saved, or could not be.
    mutating func take(upTo change: UInt64) -> [Entry] {
        guard !entries.isEmpty else { return [] }
        var blocked: Set<ObjectIdentifier> = []
        var (due, rest): ([Entry], [Entry]) = ([], [])
        for entry in entries {
            let client = ObjectIdentifier(entry.client)
            var isFinished: Bool { if case .unfinished = entry.line { false } else { true } }
            if !blocked.contains(client), isFinished, entry.change ?? 0 <= change {
                due.append(entry)
                if case .request = entry.line { blocked.insert(client) }
                let count = (counts[client] ?? 1) - 1
                counts[client] = count == 0 ? nil : count
            } else {
                blocked.insert(client)
                rest.append(entry)
            }
        }
        entries = rest
        return due
    }
}
