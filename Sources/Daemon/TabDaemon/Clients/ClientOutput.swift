// SPDX-License-Identifier: MIT
import Posix
import ShellModel
import SocketServer
import TabshellIPC

/// The lines for the clients: replies in the order of their requests, events, and snapshots. They are written to the sockets
/// by ``flush()``, once for all that a wake-up adds.
final class ClientOutput {
    private var subscribers = SubscriberList<Connection>()
    /// The connections with lines to write, in the order of their first line.
    private var unflushed: [Connection] = []
    private var replies = ReplyQueue<Connection>()
    /// The last change that was saved, or could not be, and the error.
    private var lastSaved: (change: UInt64, error: SystemError?) = (0, nil)

    func send(_ message: ServerMessage, to connection: Connection) {
        noteLines(for: connection)
        connection.send(message.line)
    }

    /// Sends a message that is dropped, in favour of a later snapshot, if the client reads too slowly.
    func offer(_ message: ServerMessage, to connection: Connection) {
        if connection.send(event: message.line) { unflushed.append(connection) }
    }

    /// Keeps the place of the reply to a request that is not finished yet, among those to the client's other requests.
    func reservePlace(for connection: Connection) -> UInt64 { replies.reserve(for: connection) }

    /// Sends the reply to a request, after earlier replies.
    ///
    /// - Parameter change: the number of the change that is saved first; nil without one.
    func reply(_ requester: Requester, _ result: Result<JSON, WireError>, after change: UInt64? = nil) {
        let (id, connection) = (requester.id, requester.connection)
        let line = ServerMessage.reply(id: id, result).line
        let change = if case .success = result { change } else { UInt64?.none }
        if let place = requester.place {
            replies.fill(place, .reply(id: id, line), after: change)
            return release()
        }
        guard change != nil || replies.holdsBack(connection) else { return send(reply: line, to: connection) }
        replies.append(.reply(id: id, line), to: connection, after: change)
    }

    private func send(reply line: [UInt8], to connection: Connection) {
        noteLines(for: connection)
        connection.send(reply: line)
    }

    private func noteLines(for connection: Connection) {
        if connection.isIdle { unflushed.append(connection) }
    }

    /// Calls a function whose lines must not overtake the replies that a client waits for.
    ///
    /// - Parameter place: the place of its lines among the replies; nil if they follow all of them.
    func afterReplies(to connection: Connection, at place: UInt64? = nil, _ body: @escaping () -> Void) {
        if let place {
            replies.fill(place, .request(body), after: nil)
            return release()
        }
        guard replies.holdsBack(connection) else { return body() }
        replies.append(.request(body), to: connection, after: nil)
    }

    /// Sends the replies that have waited for a change.
    ///
    /// - Parameters:
    ///   - change: the last change that was saved, or could not be.
    ///   - error: the error of saving. The changes remain in effect, as the shell must work on a full disk; only the requesting
    ///     clients get an error.
    func saved(upTo change: UInt64, _ error: SystemError?) {
        lastSaved = (change, error)
        release()
    }

    /// Sends the replies whose turn it is.
    private func release() {
        for entry in replies.take(upTo: lastSaved.change) {
            switch entry.line {
            case .request(let body): body()
            case .reply(let id, let line):
                guard let error = lastSaved.error, entry.change != nil else {
                    send(reply: line, to: entry.client)
                    continue
                }
                let message = ServerMessage.reply(id: id, .failure(.persistenceFailed(error)))
                send(reply: message.line, to: entry.client)
            case .unfinished: break
            }
        }
    }

    /// Writes to the sockets.
    func flush() {
        // Flushing may close a connection, which may publish an event, so the list may grow meanwhile.
        var index = 0
        while index < unflushed.count {
            unflushed[index].flush()
            index += 1
        }
        unflushed.removeAll(keepingCapacity: true)
    }

    /// Sends the events of a change, and a commit, to their subscribers.
    func publish(_ change: [StateEvent]) {
        subscribers.forEach(of: change) { connection, lines in
            if connection.send(event: lines) { unflushed.append(connection) }
        }
    }

    /// Replaces the topics of a client, and replies with their state.
    ///
    /// - Parameter isFirst: true if each change reaches it before the others.
    func subscribe(_ requester: Requester, to topics: [Topic], _ state: ShellState, isFirst: Bool) {
        let connection = requester.connection
        guard connection.isOpen else { return }
        subscribers.setTopics(topics, of: connection, isFirst: isFirst)
        send(
            reply: ServerMessage.reply(id: requester.id, .success(["revision": JSON(state.revision)])).line,
            to: connection)
        sendSnapshot(of: topics, state, to: connection)
    }

    /// True if some client has subscribed to a topic.
    func hasSubscribers(of topic: Topic) -> Bool { subscribers.hasSubscribers(of: topic) }

    func unsubscribe(_ connection: Connection) { subscribers.setTopics([], of: connection) }

    /// Sends the state to a client that has read too slowly for the events.
    func resynchronize(_ connection: Connection, _ state: ShellState) {
        send(.resync(revision: state.revision), to: connection)
        sendSnapshot(of: subscribers.topics(of: connection), state, to: connection)
    }

    private func sendSnapshot(of topics: [Topic], _ state: ShellState, to connection: Connection) {
        for event in state.replicate(topics) { send(.event(event), to: connection) }
        send(.ready(revision: state.revision), to: connection)
    }
}
