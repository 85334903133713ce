import EventLoop
import Glibc
import Posix
import SocketServer
import TabshellIPC

final class ClientSession {
    let id: ClientID
    let connection: Connection
    /// True while later requests wait for an earlier one.
    var isWaiting = false
    var deferred = DeferredRequests()

    init(_ id: ClientID, _ connection: Connection) { (self.id, self.connection) = (id, connection) }
}

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
        // A ping decides nothing. Its reply follows the replies of the events under way.
        if case .ping = message.request, !isHandling {
            return output.reply(requester, .success(.object([])), to: session.connection)
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

    func resume(_ client: ClientID) {
        guard let session = sessions[client] else { return }
        session.isWaiting = false
        session.connection.resume(with: session.deferred.takeFrames())
    }
}

/// The requests of a client that wait for an earlier one, with their numbers.
struct DeferredRequests {
    private var frames: [LineFramer.Frame] = []
    private var bytes = 0
    private var serials: [UInt64] = []
    /// The numbers of the frames that come first because they were returned.
    private var returned: ArraySlice<UInt64> = []

    /// Adds a request. Returns true if no more may be read for now.
    mutating func append(_ frame: LineFramer.Frame, bytes: Int, serial: UInt64) -> Bool {
        frames.append(frame)
        serials.append(serial)
        self.bytes += bytes
        return self.bytes > Limits.maximumDeferredBytes
    }

    /// Removes and returns the requests. They come again before all others.
    mutating func takeFrames() -> [LineFramer.Frame] {
        defer { (frames, serials, bytes) = ([], [], 0) }
        returned = (serials + returned)[...]
        return frames
    }

    /// Removes and returns the number of the next request; nil if it has none yet.
    mutating func takeSerial() -> UInt64? { returned.popFirst() }
}

/// The log lines of an event that many clients may cause at once: at most one a minute, with the number of the others.
struct LogThrottle {
    /// The time between two lines, ns.
    static let interval: UInt64 = 60_000_000_000

    private var next: UInt64 = 0
    private var suppressed = 0

    /// Returns the line to log, if any.
    mutating func line(_ text: String, at now: UInt64) -> String? {
        guard now >= next else {
            suppressed += 1
            return nil
        }
        defer { (next, suppressed) = (now + Self.interval, 0) }
        return suppressed == 0 ? text : "\(text), and \(suppressed) more since the last such line"
    }
}
