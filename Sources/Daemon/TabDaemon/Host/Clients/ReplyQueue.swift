import TabshellIPC

/// The replies that wait for a save or for the end of their request, and the later ones, which must not overtake them.
struct ReplyQueue<Client: AnyObject> {
    struct Entry {
        let client: Client
        /// The number of the change to save first; nil if the reply only waits for earlier ones.
        fileprivate(set) var change: UInt64?
        fileprivate(set) var line: Line
    }

    /// The action to take when it is a reply's turn.
    enum Line {
        case reply(id: RequestID?, Result<JSON, WireError>)
        /// Lines to send only then.
        case lines(() -> Void)
        /// A request, by its number, to carry out only then. It keeps its place until its reply.
        case request(UInt64, () -> Void)
        case unfinished(UInt64)
    }

    private var entries: [Entry] = []
    private var counts: [ObjectIdentifier: Int] = [:]
    /// The numbers of the requests that are not finished.
    private var unfinished: Set<UInt64> = []

    /// Returns true if an earlier reply to a client waits.
    func holdsBack(_ client: Client) -> Bool { !entries.isEmpty && counts[ObjectIdentifier(client)] != nil }

    mutating func append(_ line: Line, to client: Client, after change: UInt64?) {
        entries.append(Entry(client: client, change: change, line: line))
        counts[ObjectIdentifier(client), default: 0] += 1
    }

    /// Keeps the place of the reply to a numbered request.
    mutating func reserve(_ serial: UInt64, for client: Client) {
        guard unfinished.insert(serial).inserted else { return }
        append(.unfinished(serial), to: client, after: nil)
    }

    /// Puts a reply in its place; false without one.
    mutating func fill(_ serial: UInt64, _ line: Line, after change: UInt64?) -> Bool {
        guard unfinished.remove(serial) != nil else { return false }
        let index = entries.firstIndex { if case .unfinished(serial) = $0.line { true } else { false } }
        guard let index else { return true }
        entries[index].line = line
        entries[index].change = change
        return true
    }

    mutating func remove(_ client: Client) {
        guard counts.removeValue(forKey: ObjectIdentifier(client)) != nil else { return }
        for entry in entries where entry.client === client {
            if case .unfinished(let serial) = entry.line { unfinished.remove(serial) }
        }
        entries.removeAll { $0.client === client }
    }

    /// Removes and returns the entries that are due after the last change, saved or not, in order.
    mutating func take(upTo change: UInt64) -> [Entry] {
        guard !entries.isEmpty else { return [] }
        var blocked: Set<ObjectIdentifier> = []
        var (due, rest): ([Entry], [Entry]) = ([], [])
        for entry in entries {
            let client = ObjectIdentifier(entry.client)
            var isFinished: Bool { if case .unfinished = entry.line { false } else { true } }
            let isDue = !blocked.contains(client) && isFinished && entry.change ?? 0 <= change
            if isDue { due.append(entry) }
            if isDue, case .request(let serial, _) = entry.line {
                rest.append(Entry(client: entry.client, line: .unfinished(serial)))
                unfinished.insert(serial)
                blocked.insert(client)
            } else if isDue {
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
