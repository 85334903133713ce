// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix
import SocketServer
import TabshellIPC

/// The connection of a client, and its requests that wait.
final class ClientSession {
    let id: ClientID
    let connection: Connection
    /// True while later requests wait for an earlier one.
    var isWaiting = false
    var deferred = DeferredRequests()

    init(_ id: ClientID, _ connection: Connection) { (self.id, self.connection) = (id, connection) }
}

// MARK: - Connections
extension DaemonHost {
    func addClient(_ connection: Connection) {
        lastClient += 1
        let session = ClientSession(ClientID(rawValue: lastClient), connection)
        sessions[session.id] = session
        connection.onFrames = { [self] in
            while let frame = connection.nextFrame() { handle(frame, from: session) }
        }
        connection.onPartialLineTimeout = { [self] in
            output.afterReplies(to: connection) { [output] in
                output.send(.reply(id: nil, .failure(.partialLineTimeout)), to: connection)
                connection.close()
            }
        }
        connection.onResyncNeeded = { [self] in output.resynchronize(connection, state) }
        connection.onClose = { [self] in remove(session, $0) }
        handle(.connected(session.id))
    }

    private func remove(_ session: ClientSession, _ reason: Connection.CloseReason) {
        output.remove(session.connection)
        guard sessions.removeValue(forKey: session.id) != nil else { return }
        let pid = session.connection.pid
        if reason == .writeTimeout {
            let line = stalledClients.line(
                "client \(pid) read nothing for 10 s and was disconnected", at: MonotonicClock.now)
            if let line { log.warning(line) }
        }
        handle(.disconnected(session.id, pid: pid))
    }

    // MARK: - Requests

    private func handle(_ frame: LineFramer.Frame, from session: ClientSession) {
        let earlier = session.deferred.takeSerial()
        lastSerial += earlier == nil ? 1 : 0
        var requester = Requester(client: session.id, id: nil, serial: earlier ?? lastSerial)
        guard case .line(let line) = frame else {
            return output.reply(requester, .failure(.oversizedLine), to: session.connection)
        }
        let message: RequestMessage
        do throws(RequestError) {
            message = try RequestMessage(line: line)
        } catch {
            requester.id = error.id
            return output.reply(requester, .failure(error.error), to: session.connection)
        }
        if session.isWaiting, !message.request.isAnswer {
            output.keepPlace(requester.serial, for: session.connection)
            let isFull = session.deferred.append(frame, bytes: line.count, serial: requester.serial)
            if isFull { session.connection.suspend() }
            return
        }
        requester.id = message.id
        if session.connection.isBroken, message.request.isQuery, earlier == nil {
            return session.connection.skipReply()
        }
        handle(event(message.request, requester, from: session))
    }

    /// The event of a request, with the facts that only the system knows.
    private func event(_ request: Request, _ requester: Requester, from session: ClientSession) -> Event {
        switch request {
        case .register(let program, let answersPings, let describes, let blurs):
            let registration = Registration(
                program: program, answersPings: answersPings, describes: describes, blurs: blurs)
            let ancestors = ProcessIdentity.ancestors(of: session.connection.pid)
            return .registration(registration, ancestors: ancestors, requester)
        case .foreign(let serial, let windows):
            let pids = Set((windows ?? []).compactMap(\.pid))
            let ancestors = Dictionary(uniqueKeysWithValues: pids.map { ($0, ProcessIdentity.ancestors(of: $0)) })
            return .windows(serial, windows, ancestors: ancestors, requester)
        case .unlock(let number, let isForClient):
            return .unlock(number, forClient: isForClient, wallClock: Int64(time(nil)), requester)
        default: return .request(request, requester)
        }
    }

    func reply(_ requester: Requester, _ result: Result<JSON, WireError>, after change: UInt64?) {
        guard let connection = sessions[requester.client]?.connection else { return }
        output.reply(requester, result, to: connection, after: change)
    }

    func keepPlace(_ requester: Requester) {
        guard let connection = sessions[requester.client]?.connection else { return }
        output.keepPlace(requester.serial, for: connection)
    }

    func awaitTurn(_ requester: Requester) {
        guard let connection = sessions[requester.client]?.connection else { return }
        output.awaitTurn(of: requester.serial, on: connection) { [weak self] in self?.handle(.turn(requester)) }
    }

    func resume(_ client: ClientID) {
        guard let session = sessions[client] else { return }
        session.isWaiting = false
        session.connection.resume(with: session.deferred.takeFrames())
    }
}
