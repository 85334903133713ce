import Posix
import ShellModel
import SocketServer
import TabshellIPC

/// The lines for the clients: replies in their order, events, snapshots. ``flush()`` writes all of a wake-up or a turn at once.
final class ClientOutput {
    private var subscribers = SubscriberList<Connection>()
    /// The connections with lines to write, in the order of their first line.
    private var unflushed: [Connection] = []
    private var replies = ReplyQueue<Connection>()
    private var lastSaved: (change: UInt64, error: SystemError?) = (0, nil)

    func send(_ message: ServerMessage, to connection: Connection) {
        if connection.send({ message.write(to: &$0) }) { unflushed.append(connection) }
    }

    /// Sends a message that is dropped, in favour of a later snapshot, if the client reads too slowly.
    func offer(_ message: ServerMessage, to connection: Connection) {
        if connection.send(event: message.line) { unflushed.append(connection) }
    }

    /// Keeps the place of the reply to a request that is not finished yet, among those to the client's other requests.
    func keepPlace(_ serial: UInt64, for connection: Connection) { replies.reserve(serial, for: connection) }

    /// Sends the reply to a request after earlier replies, and after its change, if any, is saved.
    func reply(
        _ requester: Requester, _ result: Result<JSON, WireError>, to connection: Connection,
        after change: UInt64? = nil
    ) {
        let change = if case .success = result { change } else { UInt64?.none }
        if replies.fill(requester.serial, .reply(id: requester.id, result), after: change) { return release() }
        guard change != nil || replies.holdsBack(connection) else { return reply(to: connection, requester.id, result) }
        replies.append(.reply(id: requester.id, result), to: connection, after: change)
    }

    private func reply(to connection: Connection, _ id: RequestID?, _ result: Result<JSON, WireError>) {
        if connection.reply({ ServerMessage.write(reply: result, to: id, in: &$0) }) { unflushed.append(connection) }
    }

    /// Calls a function whose lines must not overtake the replies that a client waits for.
    func afterReplies(to connection: Connection, _ body: @escaping () -> Void) {
        guard replies.holdsBack(connection) else { return body() }
        replies.append(.lines(body), to: connection, after: nil)
    }

    /// Calls a function that carries out a request when all earlier replies are sent. Later ones wait for its reply.
    func awaitTurn(of serial: UInt64, on connection: Connection, _ body: @escaping () -> Void) {
        replies.reserve(serial, for: connection)
        _ = replies.fill(serial, .request(serial, body), after: nil)
        release()
    }

    /// Sends the replies that waited for the last change, saved or not. After an error the
    /// changes remain in effect, as the shell must work on a full disk; only the requesting clients get it.
    func saved(upTo change: UInt64, _ error: SystemError?) {
        lastSaved = (change, error)
        release()
    }

    private func release() {
        for entry in replies.take(upTo: lastSaved.change) {
            switch entry.line {
            case .request(_, let body), .lines(let body): body()
            case .reply(let id, let result):
                let error = entry.change == nil ? nil : lastSaved.error
                reply(to: entry.client, id, error.map { .failure(.persistenceFailed($0)) } ?? result)
            case .unfinished: break
            }
        }
    }

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

    /// Replaces the topics of a client, and replies with their state. Each change may reach it before the others.
    func subscribe(
        _ requester: Requester, on connection: Connection, to topics: [Topic], _ state: ShellState, isFirst: Bool
    ) {
        guard connection.isOpen else { return }
        subscribers.setTopics(topics, of: connection, isFirst: isFirst)
        let lines = { [self] in
            reply(to: connection, requester.id, .success(["revision": JSON(state.revision)]))
            sendSnapshot(of: topics, state, to: connection)
        }
        _ = replies.fill(requester.serial, .lines(lines), after: nil)
        release()
    }

    func remove(_ connection: Connection) {
        subscribers.setTopics([], of: connection)
        replies.remove(connection)
    }

    /// Sends the state to a client that reads too slowly for the events.
    func resynchronize(_ connection: Connection, _ state: ShellState) {
        send(.resync(revision: state.revision), to: connection)
        sendSnapshot(of: subscribers.topics(of: connection), state, to: connection)
    }

    private func sendSnapshot(of topics: [Topic], _ state: ShellState, to connection: Connection) {
        for event in state.replicate(topics) { send(.event(event), to: connection) }
        send(.ready(revision: state.revision), to: connection)
    }
}
