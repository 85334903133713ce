import ShellModel
import TabshellIPC
import TestSupport

/// The history of a daemon as a subscriber of all topics saw it, to check the replies and events of all other clients.
struct SocketOracle {
    /// The states after each change, by their revision.
    private(set) var states: [UInt64: ShellState] = [:]
    /// The revisions of the states, ascending.
    private(set) var revisions: [UInt64] = []
    /// The topics that changed last before each state.
    private var topics: [UInt64: [Topic]] = [:]
    private var change: [StateEvent] = []
    private var isReady = false
    private var current = ShellState()

    var revision: UInt64 { current.revision }

    /// Takes the next message of the observer.
    mutating func take(_ message: ServerMessage) throws {
        switch message {
        case .event(let event):
            guard !isReady || event.revision == current.revision + UInt64(change.count) + 1 else {
                throw SystemError("a gap: revision \(event.revision) after \(current.revision)")
            }
            change.append(event)
        case .ready, .commit:
            isReady = true
            for event in change { try current.apply(event) }
            states[current.revision] = current
            revisions.append(current.revision)
            topics[current.revision] = change.map(\.topic)
            change = []
        case .resync: throw SystemError("the observer was too slow: the test sends too much at once")
        default: break
        }
    }

    /// Checks all that the clients got.
    func check(_ clients: [RandomClient]) throws {
        for client in clients {
            try checkReplies(of: client)
            try checkSyncs(of: client)
        }
    }

    private func checkReplies(of client: RandomClient) throws {
        var revision = revisions.first ?? 0
        for (index, (line, reply)) in zip(client.sent, client.replies).enumerated() {
            let context = "client \(client.number), reply \(index) to \(line)"
            switch reply.result {
            case .success(let value):
                guard let request = line.request else { throw SystemError("\(context): it should be refused") }
                if case .integer(let number)? = value["revision"] {
                    guard UInt64(number) >= revision, states[UInt64(number)] != nil else {
                        throw SystemError("\(context): revision \(number) after \(revision)")
                    }
                    revision = UInt64(number)
                }
                guard let state = states[revision] else { continue }
                switch request {
                case .command
                where value["tab"] != nil && value["tab"] != state.selection.map({ .string($0.tab.rawValue) }):
                    throw SystemError("\(context): \(value) is selected")
                case .state where try ShellState(json: value) != state:
                    throw SystemError("\(context): the state of \(revision) differs")
                case .ping where value != [:]: throw SystemError("\(context): \(value)")
                default: break
                }
            case .failure(let error):
                if let refusal = line.refusal {
                    guard error.code == refusal.rawValue else { throw SystemError("\(context): \(error)") }
                } else if case .command? = line.request {
                    // The core's own tests compare the refusal with the reducer's.
                    guard ErrorCode(rawValue: error.code) != nil else { throw SystemError("\(context): \(error)") }
                } else {
                    let codes: [ErrorCode] = [.unknownLook, .unknownTab, .notApplicable]
                    guard codes.map(\.rawValue).contains(error.code) else { throw SystemError("\(context): \(error)") }
                }
            }
        }
    }

    private func checkSyncs(of client: RandomClient) throws {
        for sync in client.syncs {
            guard let state = states[sync.revision] else {
                throw SystemError("client \(client.number): \(sync.revision) is in the middle of a change")
            }
            // The screen in words has no revisions.
            let known = zip(sync.topics, sync.values).filter { $0.0 != .accessibility }
            guard known.allSatisfy({ StateEvent(revision: 0, $0, of: state) == $1 }) else {
                throw SystemError("client \(client.number): its replica of \(sync.revision) differs")
            }
            if let previous = sync.previous {
                try checkNothingMissed(client, sync.topics, after: previous, before: sync.revision)
            }
        }
    }

    /// Returns true if a client has got everything up to the last state.
    func isInStep(_ client: RandomClient) -> Bool {
        guard client.isSynced else { return false }
        guard let last = client.syncs.last else { return true }
        return (try? checkNothingMissed(client, last.topics, after: last.revision, before: .max)) != nil
    }

    private func checkNothingMissed(
        _ client: RandomClient, _ subscribed: [Topic], after first: UInt64, before last: UInt64
    ) throws {
        for revision in revisions where revision > first && revision < last {
            guard let missed = topics[revision]?.first(where: subscribed.contains) else { continue }
            throw SystemError("client \(client.number): it was not told of \(missed) at \(revision)")
        }
    }
}
