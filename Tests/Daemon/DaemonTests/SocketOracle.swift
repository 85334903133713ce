// SPDX-License-Identifier: MIT

import ShellModel
import TabshellIPC
import TestSupport

/// The history of a daemon as one subscriber of all topics saw it, against which the replies and events of all other clients
/// are checked with the pure reducer.
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
    func check(_ clients: [RandomClient], lost: [Request]) throws {
        var claims: [UInt64: [Request]] = [:]
        for client in clients {
            try checkReplies(of: client, &claims)
            try checkSyncs(of: client)
        }
        var unclaimed = 0
        for (previous, revision) in zip(revisions, revisions.dropFirst()) {
            try checkChange(from: previous, to: revision, by: claims[revision] ?? [], lost, &unclaimed)
        }
        guard unclaimed <= lost.count else { throw SystemError("\(unclaimed) changes by \(lost.count) lost requests") }
        // What succeeded before the first change changed nothing.
        if let first = revisions.first, let state = states[first] {
            for command in (claims[first] ?? []).compactMap({ command(of: $0, in: state) }) {
                guard try isIdle(command, in: state) else { throw SystemError("\(command) had no effect at \(first)") }
            }
        }
    }

    private func checkReplies(of client: RandomClient, _ claims: inout [UInt64: [Request]]) throws {
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
                case .command(let command):
                    claims[revision, default: []].append(request)
                    if value["tab"] != nil, value["tab"] != state.selection.map({ .string($0.tab.rawValue) }) {
                        throw SystemError("\(context): \(command) selected \(value)")
                    }
                case .preferences: claims[revision, default: []].append(request)
                case .state where try ShellState(json: value) != state:
                    throw SystemError("\(context): the state of \(revision) differs")
                case .ping where value != [:]: throw SystemError("\(context): \(value)")
                default: break
                }
            case .failure(let error):
                if let refusal = line.refusal {
                    guard error.code == refusal.rawValue else { throw SystemError("\(context): \(error)") }
                } else if case .command(let command)? = line.request {
                    // It was refused in one of the states between the replies before and after it.
                    let next = client.replies[index...].firstNonNil { reply -> UInt64? in
                        guard case .success(let value) = reply.result, case .integer(let number)? = value["revision"]
                        else { return nil }
                        return UInt64(number)
                    }
                    guard
                        states(from: revision, to: next).contains(where: { refusal(of: command, in: $0) == error.code })
                    else { throw SystemError("\(context): \(error)") }
                } else {
                    let codes: [ErrorCode] = [.unknownLook, .unknownTab, .notApplicable]
                    guard codes.map(\.rawValue).contains(error.code) else { throw SystemError("\(context): \(error)") }
                }
            }
        }
    }

    private func states(from first: UInt64, to last: UInt64?) -> some Sequence<ShellState> {
        revisions.lazy.filter { $0 >= first && $0 <= last ?? .max }.compactMap { states[$0] }
    }

    private func refusal(of command: Command, in state: ShellState) -> String? {
        do {
            _ = try state.reduce(command, at: 1)
            return nil
        } catch {
            return WireError(error).code
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

    /// Finds the request that made a change: one that succeeded, while the others with its revision had no effect, or one of
    /// a client that was gone before its reply.
    private func checkChange(
        from first: UInt64, to last: UInt64, by claims: [Request], _ lost: [Request], _ unclaimed: inout Int
    ) throws {
        guard let before = states[first], let after = states[last] else { return }
        let time = after.latestChange(since: before)
        func explains(_ request: Request) -> Bool {
            guard let command = command(of: request, in: before) else { return false }
            return (try? before.reduce(command, at: time).state) == after
        }
        let active = try claims.filter { request in
            guard let command = command(of: request, in: after) else { return false }
            return try !isIdle(command, in: after)
        }
        // At most one of them had an effect; one of the others may have had it, too.
        if active.isEmpty, claims.contains(where: explains) { return }
        if active.count == 1, explains(active[0]) { return }
        // The drag of a client that is gone is cancelled.
        if active.isEmpty, explains(.command(.endDrag(velocity: nil))) { return }
        guard active.isEmpty, lost.contains(where: explains) else {
            throw SystemError(
                "the change from \(first) to \(last) (\(topics[last] ?? [])) has no cause among \(claims), lost \(lost)"
            )
        }
        unclaimed += 1
    }

    /// The command that a request is; nil for one that changes nothing.
    private func command(of request: Request, in state: ShellState) -> Command? {
        switch request {
        case .command(let command): return command
        case .preferences(let change):
            // The daemon starts without preferences, so its first look is the configured one.
            let look = revisions.first.flatMap { states[$0]?.look }
            return look.map { .setPreferences(change.applied(to: state.preferences), of: $0) }
        default: return nil
        }
    }

    private func isIdle(_ command: Command, in state: ShellState) throws -> Bool {
        try state.reduce(command, at: 1).state == state
    }
}

extension ShellState {
    /// The time of the command that made this state of an earlier one; 0 if it set none.
    fileprivate func latestChange(since earlier: ShellState) -> UInt64 {
        let times = [
            (appearance.acceptedAt, earlier.appearance.acceptedAt), (reselect.acceptedAt, earlier.reselect.acceptedAt),
            (sheet.acceptedAt, earlier.sheet.acceptedAt), (menu.acceptedAt, earlier.menu.acceptedAt),
            (bar.acceptedAt, earlier.bar.acceptedAt), (action.acceptedAt, earlier.action.acceptedAt),
            (followed.acceptedAt, earlier.followed.acceptedAt),
            (message?.acceptedAt ?? 0, earlier.message?.acceptedAt ?? 0),
            (selection?.acceptedAt ?? 0, earlier.selection?.acceptedAt ?? 0),
            (drag?.acceptedAt ?? 0, earlier.drag?.acceptedAt ?? 0),
        ]
        return times.first { $0 != $1 }?.0 ?? 0
    }
}

extension Collection {
    fileprivate func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self { if let result = transform(element) { return result } }
        return nil
    }
}
