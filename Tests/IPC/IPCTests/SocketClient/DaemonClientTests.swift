import LoopTestSupport
import Posix
import EventLoop
import Glibc
import SocketClient
import SocketServer
import ShellModel
import TabshellIPC
import TestSupport
import Testing

@Suite struct DaemonClientTests {
    /// A server with configurable replies.
    private final class Server {
        var connections: [Connection] = []
        var requests: [Request] = []
        var ids: [RequestID?] = []
        var protocolVersion = "1.1"
        var refusesSubscription = false
        var readsRequests = true
        /// The messages after each subscription.
        var snapshot: [ServerMessage] = []
        var refusesRegistration = false
        private let listener: Listener
        private var watch: FileDescriptorSource?

        init(_ path: String, on loop: EventLoop) throws {
            listener = try Listener(at: SocketPath(path))
            watch = try listener.accept(on: loop, hasCapacity: { true }, accepted: { [unowned self] in welcome($0) })
        }

        func stop() {
            watch?.cancel()
            for connection in connections { connection.close() }
            connections = []
            listener.removeSocket()
        }

        func say(_ messages: ServerMessage...) {
            for connection in connections where connection.isOpen {
                for message in messages { connection.send(message.write) }
                connection.flush()
            }
        }

        func say(line: String) {
            for connection in connections where connection.isOpen {
                connection.send { $0 += Array(line.utf8) + [0x0A] }
                connection.flush()
            }
        }

        private func welcome(_ connection: Connection) {
            connections.append(connection)
            connection.onFrames = { [unowned self, unowned connection] in
                while readsRequests, let frame = connection.nextFrame() { answer(frame) }
            }
            say(.hello(Hello(protocolVersion: protocolVersion, version: "x", pid: 1, features: [])))
        }

        private func answer(_ frame: LineFramer.Frame) {
            guard case .line(let line) = frame, let message = try? RequestMessage(line: line) else { return }
            requests.append(message.request)
            ids.append(message.id)
            switch message.request {
            case .register where refusesRegistration:
                say(.reply(id: message.id, .failure(WireError(.alreadyRegistered, "there is one"))))
            case .subscribe where refusesSubscription:
                say(.reply(id: message.id, .failure(WireError(.unknownTopic, "no"))))
            case .subscribe:
                for message in snapshot { say(message) }
            default: break
            }
        }
    }

    private let directory: TemporaryDirectory
    private let path: String
    private let loop: EventLoop

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("s")
        // The server is this process, not the unprivileged user.
        chown(directory.path, geteuid(), getegid())
        loop = try EventLoop()
    }

    private func client(_ program: Program? = .panel) -> DaemonClient {
        DaemonClient(path: path, program: program, topics: [.reselect], loop: loop)
    }

    /// Connects a client to a server whose snapshot is a reselection at a revision.
    private func connect(
        _ revision: UInt64 = 1, _ program: Program? = .panel, prepare: (DaemonClient) -> Void = { _ in }
    ) throws -> (server: Server, client: DaemonClient) {
        let server = try Server(path, on: loop)
        server.snapshot = [reselect(revision, 1), .ready(revision: revision)]
        let client = client(program)
        prepare(client)
        client.connect()
        try loop.turn { client.isConnected }
        return (server, client)
    }

    private func reselect(_ revision: UInt64, _ count: UInt64) -> ServerMessage {
        var state = ShellState()
        state.reselect = Reselection(tab: "a", count: count, acceptedAt: revision)
        return .event(StateEvent(revision: revision, .reselect, of: state))
    }

    @Test func clientRegistersSubscribesAndFollowsState() throws {
        var updates: [UInt64] = []
        let (server, client) = try connect(7) { client in
            client.onUpdate = { [unowned client] _, _ in updates.append(client.state.reselect.count) }
        }
        #expect(server.requests == [.register(.panel, answersPings: true), .subscribe([.reselect])])
        server.say(reselect(8, 2), .commit(revision: 8))
        try loop.turn { client.state.revision == 8 }
        client.send(.command(.selectNext))
        try loop.turn { server.requests.last == .command(.selectNext) }
        // A resync is taken as a whole.
        server.say(.resync(revision: 20), reselect(20, 9))
        try loop.turn { server.connections.allSatisfy(\.isIdle) }
        server.say(.ready(revision: 20))
        try loop.turn { client.state.revision == 20 }
        #expect(updates == [1, 2, 9])
    }

    @Test func completionComesAfterTheReplyOrTheEndOfTheConnection() throws {
        let server = try Server(path, on: loop)
        server.snapshot = [reselect(1, 1), .ready(revision: 1)]
        let client = client(nil)
        var answered: [Int] = []
        client.send(.command(.selectNext)) { answered.append(0) }
        #expect(answered == [0])
        client.connect()
        try loop.turn { client.isConnected }
        for number in 1...3 { client.send(.command(.selectNext)) { answered.append(number) } }
        client.send(.ping)
        try loop.turn { server.requests.last == .ping }
        let replies = server.ids.suffix(4).map { ServerMessage.reply(id: $0, .success([:])) }
        server.say(replies[3], replies[0])
        server.say(.reply(id: server.ids[server.ids.count - 3], .failure(WireError(.unknownTab, "no"))))
        try loop.turn { answered.count > 2 }
        #expect(answered == [0, 1, 2])
        server.stop()
        try loop.turn { !client.isConnected }
        #expect(answered == [0, 1, 2, 3])
    }

    @Test func clientReconnectsToRestartedDaemon() throws {
        let client = client()
        var changes: [Bool] = []
        client.onConnectionChange = { [unowned client] in changes.append(client.isConnected) }
        client.connect()
        for revision in UInt64(1)...3 {
            let server = try Server(path, on: loop)
            server.snapshot = [reselect(1, revision), .ready(revision: 1)]
            try loop.turn { client.isConnected }
            #expect(client.state.reselect.count == revision)
            server.stop()
            try loop.turn { !client.isConnected }
            // It keeps its state, and requests are dropped meanwhile.
            #expect(client.state.reselect.count == revision)
            client.send(.command(.selectNext))
        }
        #expect(changes == [true, false, true, false, true, false])
    }

    @Test func staleRevisionCausesReconnect() throws {
        let (server, client) = try connect(5, nil)
        server.say(reselect(4, 3))
        try loop.turn { server.connections.count == 2 && client.isConnected }
        #expect(client.state.reselect.count == 1)
    }

    @Test func updateNamesTheTopicsOfAllItsEvents() throws {
        var updates: [Set<Topic>] = []
        let (server, client) = try connect { $0.onUpdate = { updates.append($1) } }
        #expect(updates == [Set(Topic.allCases)])
        var state = ShellState()
        state.drag = SelectionDrag(from: "a", to: "b", progress: 0.5, acceptedAt: 2)
        server.say(.event(StateEvent(revision: 2, .drag, of: state)), .commit(revision: 2))
        try loop.turn { client.state.revision == 2 }
        #expect(updates.last == [.drag])
        server.say(.event(StateEvent(revision: 3, .badges, of: state)), reselect(4, 2), .commit(revision: 4))
        try loop.turn { client.state.revision == 4 }
        #expect(updates.last == [.badges, .reselect])
        // Held changes come as one.
        client.holdsUpdates = true
        server.say(.event(StateEvent(revision: 5, .badges, of: state)), .commit(revision: 5), reselect(6, 3))
        server.say(.commit(revision: 6))
        try loop.turn { client.state.revision == 6 }
        #expect(updates.count == 3)
        client.holdsUpdates = false
        #expect(updates.dropFirst(3) == [[.badges, .reselect]])
        client.holdsUpdates = true
        client.holdsUpdates = false
        #expect(updates.count == 4)
    }

    @Test func changeIsAppliedAtItsCommitOnly() throws {
        var updates: [UInt64] = []
        let (server, client) = try connect { client in
            client.onUpdate = { [unowned client] _, _ in updates.append(client.state.reselect.count) }
        }
        server.say(reselect(2, 2))
        server.say(line: #"{"id":0,"ok":{}}"#)
        server.say(reselect(3, 3))
        // The client has read everything once its loop has nothing to do.
        var idle = 0
        try loop.turn {
            idle += 1
            return idle > 3
        }
        #expect(client.state.revision == 1)
        server.say(.commit(revision: 3))
        try loop.turn { client.state.revision == 3 }
        // A snapshot supersedes a change of which the commit is missing.
        server.say(reselect(4, 4), .resync(revision: 9), .commit(revision: 4), reselect(9, 9), .ready(revision: 9))
        try loop.turn { client.state.revision == 9 }
        // So does another connection.
        server.say(reselect(10, 10))
        for connection in server.connections { connection.close() }
        server.connections = []
        try loop.turn { !client.isConnected }
        #expect(client.state.reselect.count == 9)
        try loop.turn { client.isConnected }
        #expect(updates == [1, 3, 9, 1])
    }

    @Test func unreadableLineIsSkippedAndReportedOnce() throws {
        var problems: [String] = []
        let (server, client) = try connect(5) { $0.onProblem = { problems.append($0) } }
        server.say(line: "what\u{1B}[2J?")
        server.say(line: "[]")
        server.say(reselect(6, 2), .commit(revision: 6))
        try loop.turn { client.state.revision == 6 && server.requests.count == 3 }
        #expect(server.connections.count == 1)
        #expect(problems.count == 1)
        #expect(problems[0].contains("what\\u{1b}[2J?"), "\(problems)")
        #expect(server.requests.last == .report(problems[0]))
    }

    @Test func refusedSubscriptionIsLoggedAndTriedAgain() throws {
        let server = try Server(path, on: loop)
        server.refusesSubscription = true
        server.snapshot = [reselect(5, 1), .ready(revision: 5)]
        let client = client()
        var problems: [String] = []
        client.onProblem = { problems.append($0) }
        client.connect()
        try loop.turn { !problems.isEmpty }
        #expect(problems == ["the daemon refused the subscription: no"])
        server.refusesSubscription = false
        try loop.turn { client.isConnected }
        #expect(client.state.reselect.count == 1)
    }

    @Test func unsentRequestsAreBounded() throws {
        let server = try Server(path, on: loop)
        server.readsRequests = false
        let client = client(nil)
        var changes: [Bool] = []
        client.onConnectionChange = { [unowned client] in changes.append(client.isConnected) }
        client.connect()
        try loop.turn { server.connections.count == 1 }
        server.say(.ready(revision: 1))
        // It never replies, so that the server soon reads no more.
        try loop.turn { client.isConnected }
        let title = String(repeating: "x", count: 4000)
        for _ in 0..<1000 where client.isConnected {
            client.send(.window("a", WindowState(title: title), over: nil, isWatched: true, note: nil))
        }
        #expect(changes == [true, false])
    }

    @Test func rejectedRegistrationIsFatal() throws {
        let server = try Server(path, on: loop)
        server.refusesRegistration = true
        let client = client(.page("a"))
        var refusals: [Posix.ExitStatus] = []
        client.onFatalError = { status, _ in refusals.append(status) }
        client.connect()
        try loop.turn { !refusals.isEmpty }
        #expect(refusals == [.alreadyRunning])
        server.stop()
    }

    @Test(arguments: ["2.0", "1.0", "1.2", "one"]) func otherVersionIsFatal(version: String) throws {
        let server = try Server(path, on: loop)
        server.protocolVersion = version
        let client = client()
        var refusals: [Posix.ExitStatus] = []
        var reason = ""
        client.onFatalError = { (status, text) in (refusals, reason) = (refusals + [status], text) }
        client.connect()
        try loop.turn { !refusals.isEmpty }
        #expect(refusals == [.versionMismatch])
        let own = ProtocolVersion.current
        #expect(
            reason == "the daemon (version x) speaks protocol \(version), this program \(own): install both from the "
                + "same version, and restart the daemon")
        #expect(server.requests.isEmpty)
    }
}
