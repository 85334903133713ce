import Foundation
import ShellModel
import TabshellIPC
import TestSupport

/// A client without waiting on either end: it sends and reads a given number of bytes, and records them.
final class RandomClient {
    /// A sent line, and its request; nil for a refused line.
    struct Sent {
        var id: RequestID?
        var request: Request?
        var refusal: ErrorCode?
        /// The number of bytes up to the end of the line.
        var end: Int
    }

    struct Reply {
        var id: RequestID?
        var result: Result<JSON, WireError>
    }

    /// A state of the subscribed topics: after a snapshot or a commit.
    struct Sync {
        var revision: UInt64
        /// The revision of the sync before; nil after a snapshot.
        var previous: UInt64?
        var topics: [Topic]
        /// Events of the topics, with the revision 0.
        var values: [StateEvent]
    }

    let number: Int
    private(set) var sent: [Sent] = []
    private(set) var replies: [Reply] = []
    private(set) var syncs: [Sync] = []
    private(set) var resyncs = 0
    private(set) var isAtEnd = false
    private(set) var isHalfClosed = false
    /// True if the client shall read nothing for a while.
    var isPaused = false
    /// The time until the client completes a line and reads in any case, less than the timeouts of the daemon.
    private var upkeep = Deadline(seconds: 2)

    private var socket: SocketClient?
    private var unsent: [UInt8] = []
    private var queuedBytes = 0
    private var sentBytes = 0
    private var framer = LineFramer(limit: Limits.maximumServerLineBytes)
    private var hasHello = false
    /// The topics of the subscriptions of which the reply is still to come.
    private var topics: [Topic] = []
    private var snapshot: [StateEvent]?
    private var change: [StateEvent] = []
    private var values: [Topic: StateEvent] = [:]
    private var synced: UInt64?

    init(number: Int, path: String) throws {
        self.number = number
        socket = try SocketClient(path: path)
    }

    /// True if each line has its reply, and the daemon has closed a half-closed connection.
    var isDone: Bool { unsent.isEmpty && replies.count == sent.count && (!isHalfClosed || isAtEnd) }

    /// True unless a snapshot or a change is being received.
    var isSynced: Bool { snapshot == nil && change.isEmpty }

    func queue(_ request: Request) {
        let id: RequestID = sent.count % 7 == 3 ? .string("r\(sent.count)") : .integer(Int64(sent.count))
        queue(RequestMessage(id: id, request).json.encodedLine, Sent(id: id, request: request, end: 0))
    }

    func queue(line: [UInt8], refusal: ErrorCode) {
        queue(line + [0x0A], Sent(refusal: refusal, end: 0))
    }

    private func queue(_ bytes: [UInt8], _ line: Sent) {
        guard !isHalfClosed else { return }
        unsent += bytes
        queuedBytes += bytes.count
        var line = line
        line.end = queuedBytes
        sent.append(line)
    }

    /// Sends at most this many bytes, which may end anywhere in a line.
    func send(_ limit: Int) throws {
        guard let socket, !unsent.isEmpty, !isAtEnd else { return }
        let count = unsent.prefix(limit).withUnsafeBytes {
            Glibc.send(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        guard count >= 0 else {
            guard errno == EAGAIN else {
                let error = SystemError("client \(number): send", errno: errno)
                // The daemon's last lines before its hangup explain more.
                while try read(8192) {}
                throw error
            }
            return
        }
        unsent.removeFirst(count)
        sentBytes += count
    }

    /// Completes a line and reads, if neither happened for long by chance.
    func keepAlive() throws {
        guard upkeep.hasPassed else { return }
        upkeep = Deadline(seconds: 2)
        isPaused = false
        // Up to the end of the begun line, which can be long.
        if let line = sent.first(where: { $0.end > sentBytes }) { try send(line.end - sentBytes) }
        try read(8192)
    }

    /// Ends its sending side after the lines that were sent.
    func halfClose() {
        guard unsent.isEmpty, !isHalfClosed else { return }
        isHalfClosed = true
        socket?.closeWriting()
    }

    /// Closes the connection, even with unread data.
    func close() {
        socket = nil
    }

    /// Reads at most this many bytes; false without anything to read.
    @discardableResult
    func read(_ limit: Int) throws -> Bool {
        guard let socket, !isAtEnd else { return false }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = recv(socket.descriptor, &bytes, limit, Int32(MSG_DONTWAIT))
        if count < 0 {
            guard errno == EAGAIN else { throw SystemError("client \(number): recv", errno: errno) }
            return false
        }
        if count == 0 {
            isAtEnd = true
            guard isHalfClosed else { throw SystemError("client \(number): the daemon has hung up") }
            return false
        }
        let received = Array(bytes[..<count])
        var frames: [LineFramer.Frame] = []
        framer.append(received.span, to: &frames)
        for frame in frames {
            guard case .line(let line) = frame else { throw SystemError("client \(number): a line is too long") }
            do {
                try take(try ServerMessage(line: line))
            } catch let error as MessageError {
                throw SystemError("client \(number): \(error.message): \(String(decoding: line, as: UTF8.self))")
            }
        }
        return true
    }

    private func take(_ message: ServerMessage) throws {
        func fail(_ reason: String) -> SystemError { SystemError("client \(number): \(reason)") }
        guard hasHello else {
            guard case .hello = message else { throw fail("the first line is no hello") }
            hasHello = true
            return
        }
        switch message {
        case .hello: throw fail("two hellos")
        case .ping, .foreign, .describe, .press, .edit, .announce, .haptic:
            throw fail("a ping, for which it has not registered")
        case .unknown(let name): throw fail("an unknown event \(name)")
        case .reply(let id, let result):
            guard replies.count < sent.count else { throw fail("a reply too many") }
            let line = sent[replies.count]
            guard line.id == id else {
                let other = sent.first { $0.id == id }
                throw fail("the reply of \(String(describing: other)), \(result), comes before that of \(line)")
            }
            replies.append(Reply(id: id, result: result))
            if case .subscribe(let topics)? = line.request, case .success = result {
                guard change.isEmpty else { throw fail("a reply within a change") }
                self.topics = topics
                begin()
            }
        case .resync:
            guard change.isEmpty, snapshot == nil else { throw fail("a resync within a change") }
            resyncs += 1
            begin()
        case .event(let event):
            guard topics.contains(event.topic) else {
                throw fail("an event of \(event.topic), to which it has not subscribed")
            }
            if snapshot != nil { snapshot?.append(event) } else { change.append(event) }
        case .commit(let revision):
            guard let last = change.last, last.revision <= revision, snapshot == nil else {
                throw fail("a commit of nothing")
            }
            for event in change { values[event.topic] = StateEvent(revision: 0, event.topic, of: event.state) }
            change = []
            sync(revision)
        case .ready(let revision):
            guard let snapshot, change.isEmpty else { throw fail("ready without a snapshot") }
            // A replica has neither a look nor a selection before the first event; a daemon always has both.
            guard snapshot.map(\.topic) == topics, snapshot.allSatisfy({ $0.revision == revision }) else {
                throw fail("the snapshot has \(snapshot.map(\.topic)), not \(topics)")
            }
            for event in snapshot { values[event.topic] = StateEvent(revision: 0, event.topic, of: event.state) }
            self.snapshot = nil
            sync(revision)
        }
    }

    private func begin() {
        snapshot = []
        values = [:]
        synced = nil
    }

    private func sync(_ revision: UInt64) {
        syncs.append(
            Sync(revision: revision, previous: synced, topics: topics, values: topics.compactMap { values[$0] }))
        synced = revision
    }
}
