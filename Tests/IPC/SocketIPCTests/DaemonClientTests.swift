// SPDX-License-Identifier: MIT

import CommandLineKit
import EventLoop
import SocketIPC
import ShellModel
import TabshellIPC
import TestSupport
import Testing

/// The persistent client of panel and pages, with a server in the same loop.
@Suite struct DaemonClientTests {
    /// A server with configurable replies.
    private final class Server {
        var connections: [Connection] = []
        var requests: [Request] = []
        var protocolVersion = "1.0"
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

        func say(_ message: ServerMessage) {
            for connection in connections where connection.isOpen {
                connection.send(message.json.encodedLine)
                connection.flush()
            }
        }

        private func welcome(_ connection: Connection) {
            connections.append(connection)
            connection.onFrame = { [unowned self] frame in
                guard case .line(let line) = frame, let message = try? RequestMessage(line: line) else { return }
                requests.append(message.request)
                switch message.request {
                case .register where refusesRegistration:
                    say(.reply(id: message.id, .failure(WireError(.alreadyRegistered, "there is one"))))
                case .subscribe: for message in snapshot { say(message) }
                default: break
                }
            }
            say(.hello(Hello(protocolVersion: protocolVersion, version: "x", pid: 1, features: [])))
        }
    }

    private let directory: TemporaryDirectory
    private let path: String
    private let loop: EventLoop

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.appending("s")
        loop = try EventLoop()
    }

    private func client(_ program: Program? = .panel) -> DaemonClient {
        DaemonClient(path: path, program: program, topics: [.reselect], loop: loop)
    }

    private func run(until condition: () -> Bool) throws {
        let deadline = Deadline()
        let alarm = loop.timer {}
        while !condition() {
            if deadline.hasPassed { throw WaitTimeout(what: "the client", seconds: Deadline.usual) }
            alarm.arm(after: 50_000_000)
            try loop.runOnce()
        }
        alarm.disarm()
    }

    private func reselect(_ revision: UInt64, _ count: UInt64) -> ServerMessage {
        .event(
            StateEvent(
                revision: revision, value: .reselect(Reselection(tab: "a", count: count, acceptedAt: revision))))
    }

    @Test func clientRegistersSubscribesAndFollowsState() throws {
        let server = try Server(path, on: loop)
        server.snapshot = [reselect(7, 1), .ready(revision: 7)]
        let client = client()
        var updates: [UInt64] = []
        client.onUpdate = { [unowned client] _ in updates.append(client.state.reselect.count) }
        client.connect()
        try run { client.isConnected }
        #expect(server.requests == [.register(.panel), .subscribe([.reselect])])
        server.say(reselect(8, 2))
        try run { client.state.revision == 8 }
        client.send(.command(.selectNext))
        try run { server.requests.last == .command(.selectNext) }
        // A resync is taken as a whole.
        server.say(.resync(revision: 20))
        server.say(reselect(20, 9))
        try run { server.connections.allSatisfy(\.isIdle) }
        server.say(.ready(revision: 20))
        try run { client.state.revision == 20 }
        #expect(updates == [1, 2, 9])
    }

    @Test func clientReconnectsToRestartedDaemon() throws {
        let client = client()
        var changes: [Bool] = []
        client.onConnectionChange = { [unowned client] in changes.append(client.isConnected) }
        client.connect()
        for revision in UInt64(1)...3 {
            let server = try Server(path, on: loop)
            server.snapshot = [reselect(1, revision), .ready(revision: 1)]
            try run { client.isConnected }
            #expect(client.state.reselect.count == revision)
            server.stop()
            try run { !client.isConnected }
            // It keeps what it knew, and a wish goes nowhere meanwhile.
            #expect(client.state.reselect.count == revision)
            client.send(.command(.selectNext))
        }
        #expect(changes == [true, false, true, false, true, false])
    }

    @Test func invalidMessagesCauseReconnect() throws {
        let server = try Server(path, on: loop)
        server.snapshot = [reselect(5, 1), .ready(revision: 5)]
        let client = client(nil)
        client.connect()
        try run { client.isConnected }
        server.say(reselect(4, 3))
        try run { server.connections.count == 2 && client.isConnected }
        for connection in server.connections where connection.isOpen {
            connection.send(Array("what?\n".utf8))
            connection.flush()
        }
        try run { server.connections.count == 3 && client.isConnected }
        #expect(client.state.reselect.count == 1)
    }

    @Test func rejectedRegistrationIsFatal() throws {
        let server = try Server(path, on: loop)
        server.refusesRegistration = true
        let client = client(.page("a"))
        var refusals: [CommandLineKit.ExitStatus] = []
        client.onFatalError = { status, _ in refusals.append(status) }
        client.connect()
        try run { !refusals.isEmpty }
        #expect(refusals == [.alreadyRunning])
        server.stop()
    }

    @Test func otherMajorVersionIsFatal() throws {
        let server = try Server(path, on: loop)
        server.protocolVersion = "2.0"
        let client = client()
        var refusals: [CommandLineKit.ExitStatus] = []
        client.onFatalError = { status, _ in refusals.append(status) }
        client.connect()
        try run { !refusals.isEmpty }
        #expect(refusals == [.versionMismatch])
        #expect(server.requests.isEmpty)
    }
}
